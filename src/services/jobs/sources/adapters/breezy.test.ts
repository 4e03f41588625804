import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../../test/support/backends.ts'
import { folder, replay, summarize } from '../../../../../test/support/jobs/replay-recording.ts'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../test/support/jobs/single-board-source.ts'
import { testSource } from '../../../../../test/support/sync/test-source.ts'
import { breezy } from './breezy.ts'

const colon = { country: { name: 'Panama', id: 'PA' }, city: 'Colon', name: 'Colon, PA' }
const toledo = {
  country: { name: 'United States', id: 'US' },
  state: { id: 'OH', name: 'Ohio' },
  city: 'Toledo',
  name: 'Toledo, OH',
}
const remote = { is_remote: true, remote_details: { value: 'remote-location', label: 'Fully remote' } }

const row = {
  id: '65fe',
  friendly_id: '65fe-welder',
  name: 'Welder | Night &amp; Day',
  url: 'https://acme.breezy.hr/p/65fe-welder',
  published_date: '2026-09-11T20:45:39.068Z',
  type: { id: 'fullTime', name: 'Full-Time' },
  location: { ...toledo, is_remote: false, remote_details: remote.remote_details },
  locations: [],
  department: 'Shop',
  salary: '$19.35+ / hour',
  company: { name: 'Acme Tools', friendly_id: 'acme' },
}

const base = {
  type: 'posting' as const,
  url: 'https://acme.breezy.hr/p/65fe-welder',
  title: 'Welder | Night & Day',
  company: 'Acme Tools',
  posted: '2026-09-11',
}

testSource(singleBoardSource(breezy, 'acme'), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    '/json': {
      body: [
        row,
        {
          ...row,
          id: '65ff',
          locations: [
            { ...colon, ...remote },
            { ...toledo, ...remote },
          ],
          type: { id: 'other', name: 'Other' },
          department: null,
          salary: '$1 – $5 / year',
        },
        {
          ...row,
          id: '6600',
          location: { ...toledo, is_remote: true, remote_details: { label: 'Hybrid, two days at home' } },
          locations: null,
          salary: '',
          published_date: '2026-13-40T00:00:00Z',
        },
        { ...row, id: '6601', location: { name: 'Vigo, Spain' } },
        { ...row, id: '6602', name: ' ' },
        { ...row, id: '6603', location: 'Toledo' },
      ],
    },
  },
  empty: { '/json': { body: [] } },
  dropped: { 'no title': 1, 'not a posting': 1 },
  records: [
    {
      ...base,
      nativeId: '65fe',
      department: 'Shop',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      employment: ['Full Time'],
      pay: { min: 19.35, period: 'hour' },
    },
    {
      ...base,
      nativeId: '65ff',
      places: [
        { city: 'Colon', region: '3', country: 'PA' },
        { city: 'Toledo', region: 'OH', country: 'US' },
      ],
      workplace: 'Remote',
      employment: ['OTHER'],
    },
    {
      type: 'posting',
      nativeId: '6600',
      url: base.url,
      title: base.title,
      company: 'Acme Tools',
      department: 'Shop',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      workplace: 'Hybrid',
      employment: ['Full Time'],
    },
    {
      ...base,
      nativeId: '6601',
      department: 'Shop',
      places: [{ city: 'Vigo', region: 'GA', country: 'ES' }],
      employment: ['Full Time'],
      pay: { min: 19.35, period: 'hour' },
    },
  ],
})

describe('recordings of Breezy', { skip: skipReason('recordings', folder) }, () => {
  it('have places in parts, pay as text, and remote details beside is_remote: false', async () => {
    const result = await replay(breezy, 'US', 'ssg-corp', [['positions', 'breezy/positions.json']])
    assert.equal(result.verdict, 'complete')
    assert.deepEqual(summarize(result), [
      '.NET Developer | Santiago, Dominican Republic + Hermosillo, Mexico + Colon, Panama | Remote | Full Time',
      'CEBU International CSR | Voice | Property & Community Management Account | Cebu City, Philippines | - | Full Time',
      'CR Retention / Sales Specialist | Heredia, Costa Rica | - | Full Time',
      'Customer Service Representative | Toronto, ON, Canada | - | Temporary',
    ])
    assert.deepEqual(
      result.postings.map(({ pay, posted }) => [pay, posted]),
      [
        [undefined, '2026-09-11'],
        [undefined, '2026-09-23'],
        [{ min: 5, max: 6.5, period: 'hour' }, '2026-05-07'],
        [{ min: 19.35, period: 'hour' }, '2026-07-02'],
      ],
    )
  })

  it('may have pay that cannot be true', async () => {
    const file = 'breezy/positions_placeholder_salary.json'
    const { postings } = await replay(breezy, 'US', 'breezy', [['positions', file]])
    assert.deepEqual(
      postings.map(({ title, pay, employment }) => [title, pay, employment]),
      [
        ['Employee #12', undefined, ['OTHER']],
        ['Open Position', undefined, ['Contract']],
      ],
    )
  })
})
