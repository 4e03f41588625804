/** The coverage of the providers of trust centers, as bars and as a matrix. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { facts, meter, sectionHead, table } from '../../../../http/pages/parts.ts'
import type { Reply } from '../../../../http/reply.ts'
import type { CoverageRecordValue } from '../../coverage/coverage-record.ts'
import { capabilities } from '../../normalise/vocabulary.ts'
import { idWords, trustPage } from './layout.ts'

export function providersPage(records: readonly CoverageRecordValue[]): Reply {
  const centers = records.reduce((sum, { counts }) => sum + counts.trust_centers, 0)
  const body = html`${centers === 0 ? nothingCollected('trust centers') : undefined}<p>The score says how much of a trust center can be read without signing in: up to 13 points for each kind of data, and up to 9 for its depth.</p>
${table({
  label: 'Coverage of providers',
  columns: [
    { name: 'Provider' },
    { name: 'Score', isNumber: true },
    { name: 'Of 100', isMinor: true },
    { name: 'Trust centers', isNumber: true },
    ...capabilities.slice(1).map((name) => ({ name: sentence(idWords(name)) })),
  ],
  rows: records.map(({ provider, data_surface: { score, observed_capabilities }, counts }) => [
    html`<a href="providers/${provider.id}">${provider.name}</a>`,
    score,
    meter(score / 100),
    counts.trust_centers.toLocaleString('en'),
    ...capabilities.slice(1).map((name) => yesOrNo(observed_capabilities[name])),
  ]),
})}`
  return trustPage({
    title: 'Coverage of providers',
    subtitle: `${records.length} providers, ${centers.toLocaleString('en')} trust centers`,
    section: 'providers',
    up: '',
    body,
    api: { href: 'v1/coverage/providers?sort=-score', call: 'data.listProviderCoverage' },
  })
}

function yesOrNo(value: boolean | undefined): Html {
  return value ? html`<span class="good">yes</span>` : html`<span class="soft">no</span>`
}

/** One provider: what its trust centers show without signing in. */
export function providerPage({ provider, data_surface, counts }: CoverageRecordValue): Reply {
  const { score, observed_capabilities } = data_surface
  const rows = Object.entries(counts).map(
    ([name, count]) => [sentence(idWords(name)), count?.toLocaleString('en')] as const,
  )
  const companies = counts.companies ?? 0
  const body = html`${facts(
    [
      ['Score', html`${score} of 100 ${meter(score / 100)}`],
      [
        'Companies',
        html`<a href="../companies?provider=${provider.id}">${companies.toLocaleString('en')}</a>`,
      ],
    ],
    'strip',
  )}
<div class="grid"><section class="c6">${sectionHead('What can be read')}
${facts(capabilities.map((name) => [sentence(idWords(name)), yesOrNo(observed_capabilities[name])]))}</section>
<section class="c6">${sectionHead('What was read')}
${facts(rows)}</section></div>`
  return trustPage({
    title: provider.name,
    subtitle: `${counts.trust_centers.toLocaleString('en')} trust centers are hosted by it`,
    crumb: html`One of the <a href="../providers">providers</a> of trust centers.`,
    section: 'providers',
    up: '../',
    body,
    api: {
      href: `v1/coverage/providers/${provider.id}`,
      call: 'data.getProviderCoverage',
      path: '/v1/coverage/providers/{provider_id}',
    },
  })
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
