/** A made-up provider of trust centers: one response per center, at a host that answers for all of them. */

import type { NewFile } from './new-file.ts'

const adapter = `
/** Hirely: TODO(hirely) what is special about the provider, in one sentence. */

import { type Adapter, lastSegment, parseJson, requireBody, upstreamChanged } from './adapter.ts'
import { isObject, objectsIn, textAt } from './json-path.ts'

const apiHost = 'api.hirely.test'

export const hirely: Adapter = {
  source: 'trust-hirely',
  provider: 'hirely',
  version: 1,
  // TODO(hirely) true if a rendered page is read: rows may then be missing.
  bestEffort: false,
  hosts: [apiHost],
  steps: ({ url, handle }) => [
    {
      name: 'center',
      url: \`https://\${apiHost}/centers/\${encodeURIComponent(handle ?? lastSegment(url))}\`,
      kind: 'api_read',
    },
  ],
  parse(responses) {
    const center = parseJson(requireBody(responses, 'center'), 'The response')
    if (!isObject(center) || !Array.isArray(center.frameworks))
      throw upstreamChanged('The response has no list of frameworks.')
    const { subprocessors } = center
    return {
      gate: 'none',
      company: textAt(center, 'company'),
      // TODO(hirely) controls, documents and security updates, if the provider shows them.
      states: {
        certifications: 'read',
        subprocessors: Array.isArray(subprocessors) ? 'read' : 'not_published',
      },
      // Rows without a name are dropped and counted later.
      certifications: objectsIn(center.frameworks).map((row) => ({ label: textAt(row, 'name') ?? '' })),
      subprocessors: objectsIn(subprocessors).map((row) => ({
        name: textAt(row, 'name') ?? '',
        website: textAt(row, 'website'),
        purpose: textAt(row, 'purpose'),
      })),
    }
  },
}
`

const test = `
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stepsLeft } from '../../../../../test/support/source-steps/steps-left.ts'
import { isFailure } from '../../../../core/errors.ts'
import { toItems } from '../../normalise/items.ts'
import { hirely } from './hirely.ts'

it('has nothing left to do', () => assert.deepEqual(stepsLeft('trust', 'hirely'), []))

const member = {
  id: 'acme',
  provider: 'hirely',
  name: 'Acme',
  website: 'https://www.acme.example',
  url: 'https://trust.hirely.test/acme',
}

function read(body: unknown) {
  return hirely.parse(new Map([['center', JSON.stringify(body)]]), member)
}

/** TODO(hirely) a made-up center in the format of the provider, with its peculiarities. */
const center = {
  company: 'Acme',
  frameworks: [{ name: 'SOC 2 Type II' }, { name: '' }],
  subprocessors: [{ name: 'Vault', website: 'https://vault.example', purpose: 'Storage' }],
}

describe('hirely', () => {
  it('requests one response per center', () => {
    assert.deepEqual(
      hirely.steps(member).map(({ url }) => url),
      ['https://api.hirely.test/centers/acme'],
    )
  })

  it('reads what a center shows, and counts rows without a name', () => {
    const dropped: string[] = []
    const items = toItems(read(center), member, (reason) => dropped.push(reason))
    assert.deepEqual(
      items.map(({ surface, label }) => [surface, label]),
      [
        ['certifications', 'SOC 2 Type II'],
        ['subprocessors', 'Vault'],
      ],
    )
    assert.deepEqual(dropped, ['certification without a name'])
  })

  it('distinguishes a section that is not shown from an empty one', () => {
    assert.equal(read({ frameworks: [] }).states.subprocessors, 'not_published')
    assert.equal(read({ frameworks: [], subprocessors: [] }).states.subprocessors, 'read')
  })

  it('refuses another shape', () => {
    for (const body of [null, [], {}, { frameworks: {} }])
      assert.throws(
        () => read(body),
        (thrown) => isFailure(thrown, 'upstream_changed'),
      )
  })
})
`

const host = `
/** Hirely: what a center shows, in one response. */

import type { TrustCenter } from '../trust-center.ts'

/** TODO(hirely) as the real one writes it, with its spelling variants and missing fields. */
export function hirelyCenter(center: TrustCenter) {
  return {
    company: center.company.name,
    frameworks: center.certifications().map(({ label }) => ({ name: label })),
    subprocessors: center.vendors().map(({ name, website, purpose }) => ({ name, website, purpose })),
  }
}
`

export const trustFiles: readonly NewFile[] = [
  { path: 'src/services/trust/sources/adapters/hirely.ts', text: adapter },
  { path: 'src/services/trust/sources/adapters/hirely.test.ts', text: test },
  { path: 'sandbox/trust/pages/hirely.ts', text: host },
]
