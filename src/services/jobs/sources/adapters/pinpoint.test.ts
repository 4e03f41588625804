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
import { pinpoint } from './pinpoint.ts'

const row = {
  id: '567495',
  title: 'Welder &amp; Fitter',
  url: 'https://acme.pinpointhq.com/en/postings/8fa6',
  path: '/en/postings/8fa6',
  description: '<div><!--block-->Weld</div>',
  key_responsibilities: '<ul><li>Fit</li></ul>',
  benefits: '',
  reporting_to: 'Jo Private',
  employment_type: 'permanent_full_time',
  workplace_type: 'onsite',
  compensation: '£70,000 - £90,000 / year',
  compensation_minimum: 70000.0,
  compensation_maximum: '90000',
  compensation_currency: 'GBP',
  compensation_frequency: 'year',
  compensation_visible: true,
  deadline_at: '2026-12-28T23:59:59-04:00',
  job: { id: '56', requisition_id: 'PIN-1', department: { id: '1', name: 'Shop' }, division: null },
  location: { id: '2', city: 'Bath ', name: 'Bath - Newton Park', province: 'Somerset', postal_code: null },
}

const texts = {
  body: '<div><!--block-->Weld</div>\n<ul><li>Fit</li></ul>',
  bodyHash: 'izaKSI5QxFokh7KD2aBFH_',
}

testSource(singleBoardSource(pinpoint, 'acme'), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    '/postings.json': {
      body: {
        data: [
          row,
          {
            ...row,
            id: 8,
            url: null,
            path: '/postings/8',
            job: null,
            department: { name: 'Consulting' },
            compensation_visible: false,
            workplace_type: 'hybrid',
            deadline_at: '2026-02-31',
            location: { name: 'Atlanta, GA' },
          },
          { ...row, id: 9, url: 'javascript:alert(1)' },
          { ...row, id: 10, deadline_at: '9999-12-31T00:00:00Z', compensation_visible: null },
          { ...row, id: '', title: 'no id' },
        ],
      },
    },
  },
  empty: { '/postings.json': { body: { data: [] } } },
  dropped: { 'no address': 1, 'not a posting': 1 },
  records: [
    {
      type: 'posting',
      nativeId: '567495',
      requisitionId: 'PIN-1',
      url: 'https://acme.pinpointhq.com/en/postings/8fa6',
      title: 'Welder & Fitter',
      company: 'Acme',
      department: 'Shop',
      places: [{ city: 'Bath', region: 'ENG', country: 'GB' }],
      workplace: 'On Site',
      employment: ['Full Time'],
      pay: { min: 70000, max: 90000, currency: 'GBP', period: 'year' },
      closes: '2026-12-28',
      ...texts,
    },
    {
      type: 'posting',
      nativeId: '8',
      url: 'https://acme.pinpointhq.com/postings/8',
      title: 'Welder & Fitter',
      company: 'Acme',
      department: 'Consulting',
      places: [{ city: 'Atlanta', region: 'GA', country: 'US' }],
      workplace: 'Hybrid',
      employment: ['Full Time'],
      ...texts,
    },
    {
      type: 'posting',
      nativeId: '10',
      requisitionId: 'PIN-1',
      url: 'https://acme.pinpointhq.com/en/postings/8fa6',
      title: 'Welder & Fitter',
      company: 'Acme',
      department: 'Shop',
      places: [{ city: 'Bath', region: 'ENG', country: 'GB' }],
      workplace: 'On Site',
      employment: ['Full Time'],
      ...texts,
    },
  ],
})

describe('Pinpoint', () => {
  let boards: SandboxBoards
  before(async () => {
    boards = await SandboxBoards.open()
  })
  after(() => boards[Symbol.asyncDispose]())

  it('is not read where the robots.txt of a board forbids it', async () => {
    await assert.rejects(boards.read('pinpoint', unusualKeys.pinpointClosed), (error) =>
      isFailure(error, 'upstream_refused'),
    )
  })
})

describe('recordings of Pinpoint', { skip: skipReason('recordings', folder) }, () => {
  it('hide pay that is not visible, and have labels as names of places', async () => {
    const result = await replay(pinpoint, 'GB', 'workwithus', [['postings', 'pinpoint/postings.json']])
    assert.equal(result.verdict, 'complete')
    assert.deepEqual(summarize(result), [
      'Founding Legal Counsel | London, United Kingdom | Remote | Full Time',
      'Enterprise Implementation Manager | London, United Kingdom | Remote | Full Time',
    ])
    assert.deepEqual(
      result.postings.map(({ pay, requisitionId }) => [pay, requisitionId]),
      [
        [undefined, 'PIN-0407'],
        [{ min: 70000, max: 90000, currency: 'GBP', period: 'year' }, 'PIN-0408'],
      ],
    )
  })

  it('may have a path in place of a URL, and the department with the posting', async () => {
    const file = 'pinpoint/postings_sanitised.json'
    const { postings } = await replay(pinpoint, 'US', 'acme', [['postings', file]])
    assert.deepEqual(
      postings.map(({ url, department, pay, closes }) => [url, department, pay?.period, closes]),
      [
        ['https://acme.pinpointhq.com/en/postings/post-001', 'Technology', 'year', '2026-08-28'],
        ['https://acme.pinpointhq.com/postings/post-002', 'Consulting', 'hour', undefined],
      ],
    )
  })
})
