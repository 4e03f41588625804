import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../../../test/support/backends.ts'
import { folder, replay, summarize } from '../../../../../../test/support/jobs/replay-recording.ts'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../../test/support/jobs/single-board-source.ts'
import { stepsLeft } from '../../../../../../test/support/source-steps/steps-left.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { jibe } from './jibe.ts'

it('has nothing left to do', () => assert.deepEqual(stepsLeft('jobs', 'jibe'), []))

const key = 'careers.acme.example'
const row = {
  slug: '1-welder',
  req_id: '1',
  title: 'Welder &amp; Fitter',
  apply_url: 'https://careers-acme.icims.com/jobs/1/login',
  posted_date: '2026-08-01T19:16:00+0000',
  full_location: 'TOLEDO, Ohio; Dayton, Ohio',
  hiring_organization: 'Acme Tools',
  categories: [{ name: ' ' }, null, { name: 'Shop' }],
  employment_type: 'FULL_TIME',
  description: '<p>Weld</p>',
  salary_min_value: '20',
  salary_max_value: 25,
}
const page = (rows: readonly object[], totalCount = rows.length) => ({
  body: { totalCount, count: totalCount, jobs: rows.map((data) => ({ data })) },
})
const others = Array.from({ length: 98 }, (_, at) => ({ slug: `x${at}`, title: ' ' }))

testSource(singleBoardSource(jibe, key), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    '/api/jobs?page=1&limit=100': page([row, { title: 'no slug' }, ...others], 101),
    // The same number at another site of the employer.
    '/api/jobs?page=2&limit=100': page(
      [{ slug: '1-baker', title: 'Baker', apply_url: 'https://careers-bread.icims.com/jobs/1/login' }],
      101,
    ),
  },
  empty: { '/api/jobs?page=1&limit=100': page([]) },
  dropped: { 'not a posting': 1, 'no title': 98 },
  records: [
    {
      type: 'posting',
      nativeId: '1-welder',
      requisitionId: '1',
      url: `https://${key}/jobs/1-welder`,
      title: 'Welder & Fitter',
      company: 'Acme Tools',
      department: 'Shop',
      places: [
        { city: 'Toledo', region: 'OH', country: 'US' },
        { city: 'Dayton', region: 'OH', country: 'US' },
      ],
      employment: ['Full Time'],
      pay: { min: 20, max: 25, period: 'hour' },
      posted: '2026-08-01',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    {
      type: 'posting',
      nativeId: '1-baker',
      url: `https://${key}/jobs/1-baker`,
      title: 'Baker',
      company: 'Acme',
      places: [],
      employment: [],
    },
  ],
})

describe('a row of Jibe', () => {
  it('keeps its id without a link to apply, and if it cannot be read', () => {
    const board = { id: 'acme', key, name: 'Acme', home: 'US' }
    const idsOf = (data: object) => {
      const { body } = page([data, { slug: '2-baker', title: 'Baker' }])
      const responses = [{ kind: 'page', url: '', fetchedAt: 0, body }]
      const records = [...jibe.toRecords(responses, { member: board, nowMs: 0, drop() {} })]
      return records.flatMap((record) => ('nativeId' in record ? [record.nativeId] : []))
    }
    for (const change of [{}, { apply_url: null }, { title: null }, { full_location: [] }])
      assert.deepEqual(
        idsOf({ ...row, ...change }).toSorted(),
        ['1-welder', '2-baker'],
        JSON.stringify(change),
      )
  })
})

describe('a recording of an iCIMS career site', { skip: skipReason('recordings', folder) }, () => {
  it('has three of 99 rows, of three sites of the employer', async () => {
    const result = await replay(jibe, 'US', 'jobs.exeloncorp.com', [['page', 'icims/jibe_api_jobs.json']])
    assert.equal(result.verdict, 'incomplete')
    assert.deepEqual(summarize(result), [
      'Senior Recruiter | Oakbrook Terrace, IL, United States | - | -',
      'Dir Reg Strategy & Rev Policy | Philadelphia, PA, United States | - | -',
      'Staff Accountant - BSC (Hybrid) | Chicago, IL, United States | Hybrid | -',
    ])
    assert.deepEqual(
      result.postings.map(({ nativeId, posted }) => [nativeId, posted]),
      [
        ['29866', '2026-07-23'],
        ['29504', '2026-07-23'],
        ['29955', '2026-07-22'],
      ],
    )
  })
})
