/** The coverage of the providers of trust centers, as bars and as a matrix. */

import { html } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import type { Reply } from '../../../../http/reply.ts'
import type { CoverageRecordValue } from '../../coverage/coverage-record.ts'
import { capabilities } from '../../normalise/vocabulary.ts'
import { idWords, trustPage } from './layout.ts'

export function providersPage(records: readonly CoverageRecordValue[]): Reply {
  const centers = records.reduce((sum, { counts }) => sum + counts.trust_centers, 0)
  const body = html`${centers === 0 ? nothingCollected('trust centers') : undefined}<p>The score says how much of a trust center can be read without signing in: up to 13 points for each kind of data, and up to 9 for its depth.</p>
<div class="table matrix" role="region" aria-label="Coverage of providers" tabindex="0"><table>
<thead><tr><th scope="col">Provider</th><th scope="col" class="num">Score</th><th scope="col"><span class="soft">of 100</span></th><th scope="col" class="num">Trust centers</th>${capabilities.slice(1).map((name) => html`<th scope="col">${idWords(name)}</th>`)}</tr></thead>
<tbody>
${records.map(
  ({
    provider,
    data_surface: { score, observed_capabilities },
    counts,
  }) => html`<tr><th scope="row">${provider.name}</th><td class="num">${score}</td><td><span class="bar" aria-hidden="true"><i style="width:${score}%"></i></span></td><td class="num">${counts.trust_centers.toLocaleString('en')}</td>${capabilities.slice(1).map((name) => (observed_capabilities[name] ? html`<td class="yes">yes</td>` : html`<td class="no">no</td>`))}</tr>
`,
)}</tbody></table></div>`
  return trustPage({
    title: 'Coverage of providers',
    subtitle: `${records.length} providers, ${centers.toLocaleString('en')} trust centers`,
    section: 'providers',
    up: '',
    body,
    api: { href: 'v1/coverage/providers?sort=-score', call: 'data.listProviderCoverage' },
  })
}
