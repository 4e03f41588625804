import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../test/support/jobs/single-board-source.ts'
import { stepsLeft } from '../../../../../test/support/source-steps/steps-left.ts'
import { testSource } from '../../../../../test/support/sync/test-source.ts'
import { gem } from './gem.ts'

it('has nothing left to do', () => assert.deepEqual(stepsLeft('jobs', 'gem'), []))

/** With several offices the location is that of the first. */
const row = {
  id: 'am9icG9zdDox',
  internal_job_id: 'am9iOjE',
  requisition_id: 'R-7',
  title: 'Welder',
  absolute_url: 'https://jobs.gem.com/acme/am9icG9zdDox',
  departments: [{ id: 'd1', name: 'Workshop' }],
  location: { name: 'Toledo, OH' },
  offices: [
    { id: 'o1', name: 'Headquarters', location: { name: 'Toledo, OH' } },
    { id: 'o2', name: 'Lyon, France', location: null },
  ],
  location_type: 'in_office',
  employment_type: 'full_time',
  first_published_at: '2026-08-01T10:00:00.000Z',
  updated_at: '2026-09-01T10:00:00.000Z',
  content: '<p>Weld</p>',
  content_plain: 'Weld',
}
const path = '/job_board/v0/acme/job_posts/'

testSource(singleBoardSource(gem, 'acme'), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    [path]: {
      body: [
        row,
        { ...row, id: '4965519002', offices: [], location_type: 'remote', employment_type: null },
        { title: 'no id' },
      ],
    },
  },
  empty: { [path]: { body: [] } },
  dropped: { 'not a posting': 1 },
  records: [
    {
      type: 'posting',
      nativeId: 'am9icG9zdDox',
      requisitionId: 'R-7',
      url: 'https://jobs.gem.com/acme/am9icG9zdDox',
      title: 'Welder',
      company: 'Acme',
      department: 'Workshop',
      places: [
        { city: 'Toledo', region: 'OH', country: 'US' },
        { city: 'Lyon', region: 'ARA', country: 'FR' },
      ],
      workplace: 'On Site',
      employment: ['Full Time'],
      posted: '2026-08-01',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    {
      type: 'posting',
      nativeId: '4965519002',
      requisitionId: 'R-7',
      url: 'https://jobs.gem.com/acme/am9icG9zdDox',
      title: 'Welder',
      company: 'Acme',
      department: 'Workshop',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      workplace: 'Remote',
      employment: [],
      posted: '2026-08-01',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
  ],
})
