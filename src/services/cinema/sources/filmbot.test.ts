import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assertValidRecord,
  recordingsSkipReason,
  replayRecordings,
  singleMemberSource,
  testMember,
} from '../../../../test/support/cinema/replay-recordings.ts'
import { testSource } from '../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../schema/records.ts'
import { filmbot } from './filmbot.ts'

const member = testMember({ site: 'brook', timezone: 'America/New_York', base: 'https://brook.example' })
const show = {
  movie_id: 7,
  qualifier: '35mm',
  datetime: '20260929003000',
  purchase_url: 'https://brook.example/purchase/55/',
}

testSource(singleMemberSource(filmbot, member), {
  now: '2026-09-20T12:00:00Z',
  upstream: {
    '/wp-json/nj/v1/showtime/listings': {
      body: {
        movies: [
          { movie_id: 7, movie_name: 'Kwaidan', runtime: '167', rating: '', release_year: '1965' },
          null,
        ],
        showtimes: [show, show, { ...show, movie_id: 8 }, { ...show, datetime: '0' }],
      },
    },
  },
  empty: { '/wp-json/nj/v1/showtime/listings': { body: { movies: [], showtimes: [] } } },
  check: assertValidRecord,
  dropped: { 'listed twice': 1, 'no film, or a private hire': 1, 'no start': 1, 'not a movie': 1 },
  records: [
    {
      type: 'theater',
      site: 'brook',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'GB' },
      timezone: 'America/New_York',
      rawIds: { site: 'brook' },
    },
    {
      type: 'horizon',
      site: 'brook',
      firstDate: '2026-09-28',
      lastDate: '2026-09-28',
      horizonSource: 'probed',
    },
    {
      type: 'movie',
      film: 'brook:7',
      title: 'Kwaidan',
      year: 1965,
      runtimeMinutes: 167,
      ids: {},
      grade: 'partial',
      rawIds: { film: '7' },
    },
    {
      type: 'showtime',
      site: 'brook',
      session: '55',
      film: 'brook:7',
      startsAt: Date.parse('2026-09-29T04:30:00Z'),
      startsAtLocal: '2026-09-29T00:30:00-04:00',
      timezone: 'America/New_York',
      businessDate: '2026-09-28',
      state: 'on_sale',
      formats: ['35mm'],
      rawFormats: ['35mm'],
      seating: 'unknown',
      bookingUrl: 'https://brook.example/purchase/55/',
      rawIds: { session: '55', film: '7', site: 'brook' },
    },
  ],
})

describe('filmbot: recordings', { skip: recordingsSkipReason }, () => {
  it('lists 10 showtimes of 8 films', async () => {
    const { records, dropped } = await replayRecordings(
      filmbot,
      testMember({ site: '192', timezone: 'America/New_York' }),
      '2026-09-20T12:00:00Z',
      [{ kind: 'listings', file: 'filmbot/brattle-listings.json' }],
    )
    for (const record of records) assertValidRecord(record)
    assert.deepEqual(
      [recordsOfType(records, 'movie').length, recordsOfType(records, 'showtime').length, dropped],
      [8, 10, {}],
    )
  })
})
