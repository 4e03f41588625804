import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  assertStorable,
  assertValidRecord,
  recordingsSkipReason,
  singleMemberSource,
  testMember,
  toLiveRecords,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { recordingsDir } from '../../../../../../test/support/recordings.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { isFailure } from '../../../../../core/errors.ts'
import type { ParsedResponse } from '../../../../../sync/source.ts'
import { memberCapabilities } from '../../../queries/member-capabilities.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { veezi } from './veezi.ts'

const member = testMember({
  site: 'corner',
  timezone: 'America/New_York',
  base: 'https://api.veezi.example',
  token: 'key',
  options: { counts: 'agreed' },
})
const now = '2026-03-07T12:00:00Z'
const site = {
  Name: 'The Corner',
  Address1: '1 High Street',
  PostCode: '44113',
  TimeZoneIdentifier: 'Eastern Standard Time',
}
const session = {
  Id: 812,
  FilmId: 'ST1',
  FilmPackageId: null,
  Title: 'Captain Comet',
  ScreenId: 2,
  Seating: 'Open',
  ShowType: 'Public',
  SalesVia: ['WWW', 'POS'],
  Status: 'Open',
  PreShowStartTime: '2026-03-08T00:15:00',
  FeatureStartTime: '2026-03-08T00:27:00',
  SeatsAvailable: 80,
  SeatsHeld: 2,
  SeatsHouse: 4,
  SeatsSold: 34,
  FilmFormat: '3D Digital',
  Attributes: ['1'],
  Url: 'https://ticketing.veezi.example/purchase/812',
}
const film = {
  Id: 'ST1',
  Title: 'Captain Comet',
  Duration: 90,
  Rating: 'PG13',
  Genre: 'Family',
  FilmPosterUrl: 'https://corner.example/comet.jpg',
  BackdropImageUrl: 'https://corner.example/comet-wide.jpg',
  People: [{ FirstName: 'Gwen', LastName: 'Grady', Role: 'Dicrector' }],
}
const showtime = {
  type: 'showtime' as const,
  site: 'corner',
  session: '812',
  film: 'corner:ST1',
  startsAt: Date.parse('2026-03-08T05:15:00Z'),
  startsAtLocal: '2026-03-08T00:15:00-05:00',
  timezone: 'America/New_York',
  businessDate: '2026-03-07',
  state: 'on_sale' as const,
  auditorium: 'Two',
  screen: '2',
  formats: ['3d', 'open_caption'],
  rawFormats: ['3D Digital', 'Open Captioned'],
  seating: 'general_admission' as const,
  bookingUrl: 'https://ticketing.veezi.example/purchase/812',
  rawIds: { session: '812', film: 'ST1', site: 'corner', screen: '2' },
}
const counted = {
  type: 'availability' as const,
  site: 'corner',
  session: '812',
  capturedAt: Date.parse(now),
  seating: 'general_admission' as const,
  grade: 'count' as const,
  confidence: 'high' as const,
  counts: {
    capacity: 120,
    available: 80,
    sold: 34,
    held: 2,
    blocked: 4,
    broken: null,
    occupancy_rate: 0.3103,
  },
}

testSource(singleMemberSource(veezi, member), {
  now,
  upstream: ({ path, headers }) => {
    if (headers.veeziaccesstoken !== 'key') return { status: 403, body: 'no' }
    const bodies: Record<string, unknown> = {
      '/v1/site': site,
      '/v1/screen': [{ Id: 2, Name: 'Two' }],
      '/v1/attribute': [{ Id: '1', Description: 'Open Captioned' }],
      '/v4/film': [film, null],
      '/v1/filmpackage': [{ Id: 9, Name: 'Late Double Bill: Moth & Comet' }],
      '/v1/websession': [
        session,
        session,
        {
          ...session,
          Id: 813,
          FilmId: null,
          FilmPackageId: 9,
          Title: null,
          Seating: 'Allocated',
          Attributes: [],
          FilmFormat: null,
        },
        { ...session, Id: 814, ShowType: 'Private' },
        { ...session, Id: 815, Status: 'Planned' },
        { ...session, Id: 816, SalesVia: ['POS'] },
        { ...session, Id: 817, FilmId: null },
        'x',
      ],
    }
    return path in bodies ? { body: bodies[path] } : undefined
  },
  empty: ({ path }) => ({ body: path === '/v1/site' ? site : [] }),
  check: assertValidRecord,
  dropped: {
    'listed twice': 1,
    'not public': 1,
    'not open': 1,
    'not sold on the web': 1,
    'no film, or a private hire': 1,
    'not a session': 1,
    'not a film': 1,
  },
  records: [
    {
      type: 'theater',
      site: 'corner',
      name: 'The Corner',
      slug: 'the-corner',
      address: { line1: '1 High Street', postal_code: '44113', country: 'GB' },
      timezone: 'America/New_York',
      rawIds: { site: 'corner' },
    },
    {
      type: 'horizon',
      site: 'corner',
      firstDate: '2026-03-07',
      lastDate: '2026-03-07',
    },
    {
      type: 'movie',
      film: 'corner:ST1',
      title: 'Captain Comet',
      runtimeMinutes: 90,
      rating: 'PG-13',
      genres: ['Family'],
      images: {
        poster: 'https://corner.example/comet.jpg',
        backdrop: 'https://corner.example/comet-wide.jpg',
      },
      directors: ['Gwen Grady'],
      ids: {},
      grade: 'partial',
      rawIds: { film: 'ST1' },
    },
    {
      type: 'movie',
      film: 'corner:package-9',
      title: 'Late Double Bill: Moth & Comet',
      packageOf: ['Moth', 'Comet'],
      ids: {},
      grade: 'title_only',
      rawIds: { film: 'package-9' },
    },
    showtime,
    {
      ...showtime,
      session: '813',
      film: 'corner:package-9',
      formats: ['double_bill'],
      rawFormats: ['double bill'],
      seating: 'reserved',
      rawIds: { session: '813', film: 'package-9', site: 'corner', screen: '2' },
    },
    counted,
    { ...counted, session: '813', seating: 'reserved', grade: 'summary' },
  ],
})

describe('veezi', () => {
  async function* answers(body: unknown) {
    yield {
      kind: 'session',
      url: 'https://x.example/v1/session/812',
      fetchedAt: 0,
      body: JSON.stringify(body),
    }
  }

  it('counts a single session on request', async () => {
    assert.deepEqual(await toLiveRecords(veezi, answers(session), { member, nowMs: Date.parse(now) }), [
      counted,
    ])
  })

  it("does not publish counts without the venue's consent", async () => {
    const shy = { ...member, options: {} }
    const responses = veezi.fetchSeatMap?.({
      http: { request: () => assert.fail('unexpected request') },
      member: shy,
      session: { site: 'corner', session: '812', rawIds: {} },
      nowMs: 0,
      signal: AbortSignal.timeout(600_000),
    })
    await assert.rejects(Array.fromAsync(responses ?? []), (error) =>
      isFailure(error, 'unsupported_capability'),
    )
  })

  it('fails for an unknown time zone and names it', () => {
    const response: ParsedResponse = {
      kind: 'site',
      url: '',
      fetchedAt: 0,
      body: { ...site, TimeZoneIdentifier: 'Mars Standard Time' },
    }
    const mapped = () => [...veezi.toRecords([response], { member, nowMs: 0, drop: () => {} })]
    assert.throws(
      mapped,
      (error) => isFailure(error, 'upstream_changed') && error.message.includes('Mars Standard Time'),
    )
  })
})

describe('veezi: samples', { skip: recordingsSkipReason }, () => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(recordingsDir('cinema') ?? '', 'veezi', file), 'utf8'))
  const map = (sessions: unknown, films: unknown) => {
    const response = (kind: string, body: unknown): ParsedResponse => ({ kind, url: '', fetchedAt: 0, body })
    const dropped: string[] = []
    const all = [response('site', site), response('films', films), response('sessions', sessions)]
    return {
      records: [...veezi.toRecords(all, { member, nowMs: 0, drop: (reason) => dropped.push(reason) })],
      dropped,
    }
  }

  it('publishes sessions that are sold online', async () => {
    for (const file of ['sessions.json', 'web_sessions.json']) {
      const { records, dropped } = map(read(file), read('films.json'))
      for (const record of records) assertValidRecord(record)
      await assertStorable(
        singleMemberSource(veezi, member),
        member,
        records,
        Date.parse('2013-06-28T12:00:00Z'),
      )
      assert.deepEqual(
        recordsOfType(records, 'showtime').map(({ session: id, seating }) => [id, seating]),
        [['702', 'reserved']],
        file,
      )
      assert.deepEqual(dropped, ['not sold on the web'], file)
      assert.deepEqual(recordsOfType(records, 'availability')[0]?.counts, {
        capacity: 75,
        available: 70,
        sold: 2,
        held: 0,
        blocked: 3,
        broken: null,
        occupancy_rate: 0.0278,
      })
    }
  })

  it('maps three films, and a director whose role is misspelled', () => {
    assert.equal(recordsOfType(map([], read('films.json')).records, 'movie').length, 3)
    const [avatar] = recordsOfType(map([], [read('film.json')]).records, 'movie')
    assert.deepEqual([avatar?.directors, avatar?.rating], [['James Cameron'], 'PG-13'])
  })

  it('counts a session with general admission', async () => {
    async function* one() {
      yield { kind: 'session', url: '', fetchedAt: 0, body: JSON.stringify(read('session.json')) }
    }
    const [record] = recordsOfType(await toLiveRecords(veezi, one(), { member, nowMs: 0 }), 'availability')
    assert.deepEqual(
      [record?.seating, record?.counts.available, record?.grade],
      ['general_admission', 106, 'count'],
    )
  })
})

describe('the capabilities of a Veezi venue', () => {
  it('have no counts without its consent, and nothing live', () => {
    const member = testMember({ site: 'corner', timezone: 'UTC' })
    const { seat_summary, occupancy_counts, occupancy_rate, live_refresh, showtimes } = memberCapabilities(
      veezi,
      member,
    )
    assert.deepEqual(
      [seat_summary, occupancy_counts, occupancy_rate, live_refresh, showtimes],
      [false, false, false, false, true],
    )
    assert.equal(memberCapabilities(veezi, { ...member, options: { counts: 'agreed' } }), veezi.capabilities)
  })
})
