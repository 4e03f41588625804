import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unusualKeys } from '../../../../../sandbox/jobs/unusual-boards.ts'
import { skipReason } from '../../../../../test/support/backends.ts'
import { folder, replay, summarize } from '../../../../../test/support/jobs/replay-recording.ts'
import { SandboxBoards } from '../../../../../test/support/jobs/sandbox-boards.ts'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../test/support/jobs/single-board-source.ts'
import { testSource } from '../../../../../test/support/sync/test-source.ts'
import { isFailure } from '../../../../core/errors.ts'
import { bamboohr } from './bamboohr.ts'

const nowhere = { country: null, state: null, province: null, city: null }
const row = {
  id: '86',
  jobOpeningName: 'Welder ',
  departmentId: '18244',
  departmentLabel: '30-000 - Shop ',
  employmentStatusLabel: 'Full Time',
  location: { city: 'Toledo', state: 'Ohio' },
  atsLocation: nowhere,
  isRemote: null,
  locationType: '0',
}
const detail = {
  jobOpeningName: 'Welder',
  jobOpeningStatus: 'Open',
  description: '<p>Weld</p>',
  compensation: '$20 - $25 per hour',
  datePosted: '2026-08-01',
  location: { city: 'Toledo', state: 'Ohio', postalCode: '43604', addressCountry: 'United States' },
  hiringLead: 'Jo Private',
}
const detailed = (changes: object) => ({
  body: { meta: {}, result: { jobOpening: { ...detail, ...changes } } },
})

const posting = {
  type: 'posting' as const,
  title: 'Welder',
  company: 'Acme',
  department: 'Shop',
  places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
}

testSource(singleBoardSource(bamboohr, 'acme'), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    '/careers/list': {
      body: {
        meta: { totalCount: 5 },
        result: [
          row,
          {
            ...row,
            id: '87',
            location: { city: null, state: null },
            atsLocation: { ...nowhere, country: 'Canada', province: 'Ontario', city: 'Toronto' },
            locationType: '1',
          },
          { ...row, id: '88' },
          { ...row, id: '89' },
          { ...row, id: '../90' },
        ],
      },
    },
    '/careers/86/detail': detailed({}),
    '/careers/87/detail': detailed({ location: nowhere, datePosted: '2026-02-31', compensation: 'DOE' }),
    // Of another posting, and of none.
    '/careers/88/detail': detailed({ jobOpeningName: 'Baker' }),
    '/careers/89/detail': { body: { error: 'later' } },
  },
  empty: { '/careers/list': { body: { meta: { totalCount: 0 }, result: [] } } },
  dropped: { 'not a posting': 1 },
  records: [
    {
      ...posting,
      nativeId: '86',
      url: 'https://acme.bamboohr.com/careers/86',
      workplace: 'On Site',
      employment: ['Full Time'],
      pay: { min: 20, max: 25, period: 'hour' },
      posted: '2026-08-01',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    {
      ...posting,
      nativeId: '87',
      url: 'https://acme.bamboohr.com/careers/87',
      places: [{ city: 'Toronto', region: 'ON', country: 'CA' }],
      workplace: 'Remote',
      employment: ['Full Time'],
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    ...['88', '89'].map((nativeId) => ({
      ...posting,
      nativeId,
      url: `https://acme.bamboohr.com/careers/${nativeId}`,
      workplace: 'On Site' as const,
      employment: ['Full Time' as const],
      isPartial: true as const,
    })),
  ],
})

describe('BambooHR', () => {
  let boards: SandboxBoards
  before(async () => {
    boards = await SandboxBoards.open()
  })
  after(() => boards[Symbol.asyncDispose]())

  it('is read from its page for embedding where the list is switched off', async () => {
    const { sent, postings, note } = await boards.read('bamboohr', unusualKeys.bamboohrEmbed)
    assert.deepEqual(
      sent.slice(0, 3).map(({ request }) => request.replace('https://embed-only.bamboohr.com', '')),
      ['GET /robots.txt', 'GET /careers/list', 'GET /jobs/embed2.php'],
    )
    assert.ok(postings.length > 5)
    assert.equal(note, undefined)
    assert.ok(postings.every(({ department, places, posted }) => department && places.length > 0 && posted))
  })

  it('is refused, not gone, where both are', async () => {
    await assert.rejects(boards.read('bamboohr', unusualKeys.bamboohrRefused), (error) =>
      isFailure(error, 'upstream_refused'),
    )
  })

  for (const [what, page] of [
    ['another page', '<!doctype html><p>Sorry</p>'],
    [
      'a page that is cut off',
      '<div class="BambooHR-ATS-board"><ul><li id="bhrPositionID_1"><a>Welder</a></li>',
    ],
  ] as const)
    it(`does not take ${what} for a list`, async () => {
      const board = await boards.fetch('bamboohr', unusualKeys.bamboohrEmbed)
      const [embed, ...others] = board.responses
      assert.ok(embed)
      await assert.rejects(board.toRecords([{ ...embed, body: page }, ...others]), (error) =>
        isFailure(error, 'upstream_changed'),
      )
    })

  it('has a page for embedding without openings', async () => {
    const board = await boards.fetch('bamboohr', unusualKeys.bamboohrEmbed)
    const [embed] = board.responses
    assert.ok(embed)
    const body = '<div class="BambooHR-ATS-board"><h2>Current Openings</h2></div>'
    assert.deepEqual(await board.toRecords([{ ...embed, body }]), [])
  })
})

describe('a recording of BambooHR', { skip: skipReason('recordings', folder) }, () => {
  it('has fewer rows than its total, which makes it incomplete', async () => {
    const result = await replay(bamboohr, 'US', 'acme', [['list', 'bamboohr/careers_list.json']])
    assert.equal(result.verdict, 'incomplete')
    assert.deepEqual(summarize(result), [
      'Nurse Paralegal | Fort Lauderdale, FL, United States | On Site | Full Time',
      'Marketing & Social Media Intern | Fort Lauderdale, FL, United States | On Site | Internship',
    ])
    assert.deepEqual(
      result.postings.map(({ department }) => department),
      ['Legal', 'Marketing'],
    )
  })
})
