/** A made-up job platform: one response per board, with a key that is part of the host. */

import type { NewFile } from './new-file.ts'

const adapter = `
/** Hirely: TODO(hirely) what is special about the platform, in one sentence. */

import { type Static, Type } from 'typebox'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineSingleRequestBoard } from '../define-board-source.ts'
import { nullish, text } from '../formats/json-fields.ts'

/** TODO(hirely) the fields that are read, and no others. */
const Row = Type.Object({
  id: Type.String({ minLength: 1 }),
  title: text,
  url: text,
  location: nullish(text),
  published_at: nullish(text),
  description: nullish(text),
})
type Row = Static<typeof Row>

export const hirely = defineSingleRequestBoard({
  id: 'hirely',
  about: {
    name: 'Hirely',
    // TODO(hirely) the site of the vendor, and under which terms the data may be used.
    home: 'https://hirely.example',
    terms: 'Public list of a career site, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://hirely.example',
  // Where the key of a board is a host: hostsOf: ({ key }) => [key].
  hosts: ['*.hirely.example'],
  // TODO(hirely) the pace that the vendor asks for.
  polite: { atOnce: 1, gapMs: 1000 },
  statusRules: boardStatusRules({ vendorSites: ['hirely.example'] }),
  careersPage: ({ key }) => \`https://\${key}.hirely.example/\`,
  // Where the body is the list itself: no field.
  list: { kind: 'jobs', field: 'jobs', url: ({ key }) => \`https://\${key}.hirely.example/api/jobs\` },
  row: Row,
  idField: 'id',
  longTexts: ['description'],
  toRaw,
})

/** TODO(hirely) department, workplace, employment, pay, if the platform states them. */
function toRaw(job: Row): RawPosting {
  return {
    nativeId: job.id,
    url: job.url,
    title: job.title,
    places: [{ text: job.location }],
    posted: job.published_at,
    body: job.description,
  }
}
`

const test = `
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../test/support/jobs/single-board-source.ts'
import { stepsLeft } from '../../../../../test/support/source-steps/steps-left.ts'
import { testSource } from '../../../../../test/support/sync/test-source.ts'
import { hirely } from './hirely.ts'

it('has nothing left to do', () => assert.deepEqual(stepsLeft('jobs', 'hirely'), []))

/** TODO(hirely) a made-up row in the format of the platform, with its peculiarities. */
const row = {
  id: '1',
  title: 'Welder',
  url: 'https://acme.hirely.example/jobs/1',
  location: 'Toledo, OH',
  published_at: '2026-08-01T10:00:00Z',
  description: '<p>Weld</p>',
}

testSource(singleBoardSource(hirely, 'acme'), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: { '/api/jobs': { body: { jobs: [row, { title: 'no id' }] } } },
  empty: { '/api/jobs': { body: { jobs: [] } } },
  dropped: { 'not a posting': 1 },
  records: [
    {
      type: 'posting',
      nativeId: '1',
      url: 'https://acme.hirely.example/jobs/1',
      title: 'Welder',
      company: 'Acme',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      employment: [],
      posted: '2026-08-01',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
  ],
})
`

const host = `
/** Hirely: all jobs of a company in one response. */

import { encodeXML } from 'entities'
import { json, route, type SandboxHost } from '../../host.ts'
import { board, careersPage, placeText, timestamp } from './board.ts'

/** TODO(hirely) as strict as the real one: what it does not understand it refuses in the same way. */
export const hirelyBoards: SandboxHost = {
  host: '*.hirely.example',
  routes: [
    route('GET /api/jobs', ({ subdomain, world }) =>
      board('hirely', world, subdomain, json({ error: 'Not Found' }, { status: 404 }), (company, listed) => ({
        jobs: listed.map((vacancy) => ({
          id: vacancy.defect === 'id' ? '' : String(vacancy.serial),
          title: vacancy.defect === 'title' ? '' : vacancy.title,
          url: \`https://\${company.key}.hirely.example/jobs/\${vacancy.serial}\`,
          location: vacancy.places.map(placeText).join('; '),
          published_at: timestamp(vacancy.postedDay, 10, 'Z'),
          description: \`<p>\${encodeXML(vacancy.body)}</p>\`,
        })),
      })),
    ),
    route('GET /', ({ subdomain, world }) => careersPage(world, 'hirely', subdomain)),
  ],
}
`

export const jobFiles: readonly NewFile[] = [
  { path: 'src/services/jobs/sources/adapters/hirely.ts', text: adapter },
  { path: 'src/services/jobs/sources/adapters/hirely.test.ts', text: test },
  { path: 'sandbox/jobs/boards/hirely.ts', text: host },
]
