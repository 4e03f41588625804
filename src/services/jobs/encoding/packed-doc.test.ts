import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testPosting } from '../../../../test/support/jobs/publish-boards.ts'
import { toJobRow } from '../publish/job-row.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import type { Posting } from '../schema/records.ts'
import { jobStates } from '../schema/tables.ts'
import { openDoc, packDoc, readDoc } from './packed-doc.ts'

const toRow = (overrides: Partial<Posting>, repostOf: string | null = null) =>
  toJobRow(testPosting('1', overrides), {
    slot: 3,
    id: 'jp_aaaaaaaaaaaaaaaaaaaa',
    sourceId: 'lever',
    memberId: 'acme "the" board',
    ats: 'Lever',
    firstSeen: '2026-11-15',
    changedOn: '2026-11-16',
    reopened: 0,
    repostOf,
  })

const full: StoredJobPosting = {
  id: 'jp_aaaaaaaaaaaaaaaaaaaa',
  title: 'Ｗelder “№ 1”\n',
  company: 'Acme ﬁnance',
  location: 'Austin, TX, United States',
  role_group: 'Shop ①',
  job_function: 'Manufacturing',
  seniority: null,
  ats: 'Lever',
  status: 'active',
  workplace_type: 'On Site',
  employment_type: 'Full Time, Contract',
  salary: '30.50 / hour',
  posted: '2026-11-01',
  first_seen: '2026-11-15',
  changed: '2026-11-16',
  url: 'https://board.example/1',
  places: [
    { city: 'Austin', region: 'TX', region_code: 'US-TX', country: 'United States', country_code: 'US' },
    { city: null, region: null, region_code: null, country: 'Germany', country_code: 'DE' },
    { city: 'Nowhere', region: null, region_code: null, country: null, country_code: null },
  ],
  remote_countries: ['CA', 'US'],
  world_regions: ['EMEA'],
  pay: { min: null, max: 30.5, currency: 'USD', period: 'hour' },
  employment_types: ['Full Time', 'Contract'],
  board: 'acme "the" board',
  requisition_id: 'R 1',
  closes_on: '2026-12-01',
  closed_on: null,
  close_reason: null,
  last_seen: null,
  repost_of: 'jp_bbbbbbbbbbbbbbbbbbbb',
  duplicate_of: null,
}

const fullRow = toRow(
  {
    title: full.title,
    company: full.company,
    department: full.role_group,
    workplace: 'On Site',
    employment: ['Full Time', 'Contract'],
    pay: { max: 30.5, currency: 'USD', period: 'hour' },
    posted: '2026-11-01',
    url: full.url,
    places: [{ city: 'Austin', region: 'TX', country: 'US' }, { country: 'DE' }, { city: 'Nowhere' }],
    remoteCountries: ['CA', 'US'],
    worldRegions: ['EMEA'],
    requisitionId: 'R 1',
    closes: '2026-12-01',
  },
  full.repost_of,
)

describe('packed documents', () => {
  it('are the same documents again, with all fields or few', () => {
    assert.equal(openDoc(fullRow), JSON.stringify(full))
    assert.deepEqual(readDoc(fullRow), full)
    const few = toRow({ places: [], rawPlace: 'Moon base', employment: [] })
    assert.equal(readDoc(few).location, 'Moon base')
    assert.deepEqual([readDoc(few).employment_type, readDoc(few).employment_types], [null, []])
  })

  it('do not repeat what columns state', () => {
    const row = toRow({ title: 'Welder', places: [{ city: 'Berlin', country: 'DE' }] })
    assert.equal(row.doc, `"${readDoc(row).url}"\n"Lever"\n-1,12,-1\n["Berlin",0,"DE"]`)
    assert.ok(fullRow.doc.length * 2 < JSON.stringify(full).length)
  })

  it('are sent with the day and the time of the last list', () => {
    const sighting = { day: '2026-11-15', instant: '2026-11-15T06:00:00Z' }
    const sent = JSON.stringify({ ...full, last_seen: sighting.day, captured_at: sighting.instant })
    assert.equal(openDoc(fullRow, sighting), sent)
    assert.equal(openDoc({ ...fullRow, doc: JSON.stringify(full) }, sighting), sent)
    const unknown = { day: null, instant: null }
    assert.equal(openDoc(fullRow, unknown), JSON.stringify({ ...full, captured_at: null }))
  })

  it('escape what JSON has to', () => {
    const titles = [
      '"Chef"',
      'C:\\',
      'two\nlines',
      '\u0001',
      'half \ud83d of a pair',
      'Köchin 👩‍🍳',
      'a\u2028b\u007f',
    ]
    for (const title of titles) {
      const row = { ...toRow({ department: title }), title, company: title, member_id: title }
      const expected = { ...readDoc(row), title, company: title, role_group: title, board: title }
      assert.equal(openDoc(row), JSON.stringify(expected))
    }
  })

  it('of closed postings have the reason and the last day', () => {
    const columns = { ...fullRow, active: jobStates.closed, closed_on: '2026-11-20', last_seen: '2026-11-18' }
    const closed = {
      ...full,
      status: 'closed',
      closed_on: '2026-11-20',
      close_reason: 'unlisted',
      last_seen: '2026-11-18',
    } as const
    const doc = packDoc(closed, columns)
    assert.ok(doc.startsWith('"https:'))
    assert.deepEqual(readDoc({ ...columns, doc }), closed)
  })

  it('that differ from the columns are stored whole, and so are those of earlier versions read', () => {
    const { job_function, ...earlier } = full
    const doc = packDoc(earlier, fullRow)
    assert.equal(doc, JSON.stringify(earlier))
    assert.equal(openDoc({ ...fullRow, doc }), doc)
    assert.deepEqual(readDoc({ ...fullRow, doc }), earlier)
  })
})
