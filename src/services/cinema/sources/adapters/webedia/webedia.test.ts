import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  assertValidRecord,
  recordingsSkipReason,
  replayRecordings,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { recordingsDir } from '../../../../../../test/support/recordings.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { contentHash } from '../../../../../core/content-hash.ts'
import type { ParsedResponse } from '../../../../../sync/source.ts'
import { parseFormats } from '../../../normalise/formats.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { webedia } from './webedia.ts'

const member = testMember({ site: 'X0712', timezone: 'Europe/London', base: 'https://www.lantern.example' })

const show = {
  id: '269838-2026-03-07 12:45:00-Format.Projection.Digital',
  startsAt: '2026-03-07T12:45:00',
  tags: ['Format.Projection.Digital', 'Internal.Data.AlmostSoldOut'],
  isExpired: false,
  data: {
    ticketing: [
      { urls: ['https://relay.example/x'], provider: 'relay' },
      { urls: ['https://buy.lantern.example/startticketing/1007/44624'], provider: 'default' },
    ],
  },
  occupancy: { rate: 79 },
  screen: { name: '1' },
}

const session = contentHash(1, ['X0712', '269838', show.startsAt])
const schedule = {
  X0712: { schedule: { '269838': { '2026-03-07': [show, show, 'x'] }, '404': { '2026-03-07': [show] } } },
}
const movie = {
  id: '269838',
  title: 'Captain Comet',
  originalTitle: 'Kapitán Kometa',
  casting: ['Ada Almeida'],
  direction: ['Gwen Grady'],
  genres: 'Family, Comedy',
  runtime: 8400,
  poster: '//cdn.lantern.example/p.jpg',
  release: '2026-03-06',
  synopsis: 'A comet.',
  studio: { name: 'Third Reel' },
}

testSource(singleMemberSource(webedia, member), {
  now: '2026-03-07T12:00:00Z',
  upstream: ({ path }) => {
    if (path.startsWith('/api/gatsby-source-boxofficeapi/schedule?')) return { body: schedule }
    return path.startsWith('/api/gatsby-source-boxofficeapi/movies?') ? { body: [movie] } : undefined
  },
  empty: ({ path }) => (path.includes('/schedule?') ? { body: { X0712: { schedule: {} } } } : undefined),
  check: assertValidRecord,
  dropped: { 'listed twice': 1, 'not a showtime': 1, 'no film': 1 },
  records: [
    {
      type: 'theater',
      site: 'X0712',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'GB' },
      timezone: 'Europe/London',
      isPartial: true,
      rawIds: { site: 'X0712' },
    },
    {
      type: 'horizon',
      site: 'X0712',
      firstDate: '2026-03-07',
      lastDate: '2026-03-07',
    },
    {
      type: 'movie',
      film: '269838',
      title: 'Captain Comet',
      otherTitles: [{ title: 'Kapitán Kometa', kind: 'original' }],
      releaseOn: '2026-03-06',
      runtimeMinutes: 140,
      genres: ['Family', 'Comedy'],
      synopsis: 'A comet.',
      images: { poster: 'https://cdn.lantern.example/p.jpg' },
      cast: ['Ada Almeida'],
      directors: ['Gwen Grady'],
      distributors: ['Third Reel'],
      ids: {},
      grade: 'rich',
      rawIds: { film: '269838' },
    },
    {
      type: 'showtime',
      site: 'X0712',
      session,
      film: '269838',
      startsAt: Date.parse('2026-03-07T12:45:00Z'),
      startsAtLocal: '2026-03-07T12:45:00+00:00',
      timezone: 'Europe/London',
      businessDate: '2026-03-07',
      state: 'on_sale',
      auditorium: '1',
      formats: ['2d', 'digital'],
      rawFormats: ['Format.Projection.Digital'],
      seating: 'unknown',
      bookingUrl: 'https://buy.lantern.example/startticketing/1007/44624',
      rawIds: { session, film: '269838', site: 'X0712' },
    },
    {
      type: 'listed',
      site: 'X0712',
      session: contentHash(1, ['X0712', '404', show.startsAt]),
    },
    {
      type: 'availability',
      site: 'X0712',
      session,
      capturedAt: Date.parse('2026-03-07T12:00:00Z'),
      seating: 'unknown',
      grade: 'rate',
      confidence: 'low',
      counts: {
        capacity: null,
        available: null,
        sold: null,
        held: null,
        blocked: null,
        broken: null,
        occupancy_rate: 0.79,
      },
    },
    {
      type: 'failed_part',
      part: 'described films',
      code: 'upstream_changed',
      message: 'The source describes 1 of 2 films.',
    },
  ],
})

describe('webedia', () => {
  const map = (shows: readonly unknown[]) => {
    const response = (kind: string, body: unknown): ParsedResponse => ({
      kind,
      url: 'https://x.example/',
      fetchedAt: 0,
      body,
    })
    const responses = [
      response('schedule', { X0712: { schedule: { '269838': { '2026-10-24': shows } } } }),
      response('movies', [{ ...movie, runtime: 7200 }]),
    ]
    return recordsOfType([...webedia.toRecords(responses, { member, nowMs: 0, drop: () => {} })], 'showtime')
  }

  it('keeps the id of a show if its tags change', () => {
    const tagged = { ...show, id: 'another', tags: [...show.tags, 'Showtime.Event.Preview'] }
    assert.deepEqual(
      map([show]).map(({ session }) => session),
      map([tagged]).map(({ session }) => session),
    )
  })

  it('keeps the id of a show if its booking link is missing, also beside another one at the same time', () => {
    const linked = (number: number) => ({
      ...show,
      tags: [`tag ${number}`],
      data: { ticketing: [{ urls: [`https://buy.example/1/${number}`], provider: 'default' }] },
    })
    const shows = [linked(1), linked(2)]
    const ids = map(shows).map((showtime) => showtime.session)
    assert.equal(new Set(ids).size, 2)
    assert.deepEqual(
      map(shows.map((row) => ({ ...row, data: null }))).map((showtime) => showtime.session),
      ids,
    )
  })

  it('uses the later of two possible starts if the previous film still runs', () => {
    const at = (startsAt: string, number: number) => ({
      ...show,
      startsAt,
      data: { ticketing: [{ urls: [`https://buy.example/1/${number}`], provider: 'default' }] },
    })
    const [, late] = map([at('2026-10-25T00:30:00', 1), at('2026-10-25T01:45:00', 2)])
    assert.deepEqual(
      [late?.startsAtLocal, late?.warnings],
      ['2026-10-25T01:45:00+00:00', ['ambiguous_local_time']],
    )
    const [alone] = map([at('2026-10-25T01:45:00', 2)])
    assert.deepEqual(
      [alone?.startsAtLocal, alone?.rawIds.local_start],
      ['2026-10-25T01:45:00+01:00', '2026-10-25T01:45:00'],
    )
  })

  it('is sold out at a rate of 100', () => {
    assert.equal(map([{ ...show, occupancy: { rate: 100 } }])[0]?.state, 'sold_out')
  })
})

describe('webedia: recordings', { skip: recordingsSkipReason }, () => {
  it('lists 75 showtimes of 10 films at Baker Street, each with its own id and rate', async () => {
    const { records, dropped } = await replayRecordings(
      webedia,
      testMember({ site: 'X0712', timezone: 'Europe/London' }),
      '2025-01-24T12:00:00Z',
      [
        { kind: 'schedule', file: 'webedia-boxoffice/everyman-X0712-schedule.json' },
        { kind: 'movies', file: 'webedia-boxoffice/everyman-movies.json' },
        { kind: 'theaters', file: 'webedia-boxoffice/everyman-theaters.json' },
      ],
    )
    for (const record of records) assertValidRecord(record)
    const showtimes = recordsOfType(records, 'showtime')
    assert.deepEqual(
      [showtimes.length, new Set(showtimes.map(({ film }) => film)).size, dropped],
      [75, 10, {}],
    )
    assert.equal(new Set(showtimes.map(({ session }) => session)).size, 75)
    assert.equal(recordsOfType(records, 'availability').length, 75)
    assert.equal(recordsOfType(records, 'movie').length, 10)
    assert.equal(
      recordsOfType(records, 'movie').find(({ title }) => title === 'A Complete Unknown')?.runtimeMinutes,
      140,
    )
    assert.deepEqual(
      recordsOfType(records, 'theater').map(({ name, timezone }) => [name, timezone]),
      [['Baker Street', 'Europe/London']],
    )
  })

  it('parses a schedule with screens, 79% full and not sold out', async () => {
    const { records } = await replayRecordings(
      webedia,
      testMember({ site: 'X081D', timezone: 'America/New_York' }),
      '2026-10-01T12:00:00Z',
      [{ kind: 'schedule', file: 'webedia-boxoffice/landmark-X081D-schedule.json' }],
    )
    // The films of this schedule were not recorded, and a show without a film is not published.
    assert.deepEqual(recordsOfType(records, 'showtime'), [])
    const body = JSON.parse(
      readFileSync(
        join(recordingsDir('cinema') ?? '', 'webedia-boxoffice', 'landmark-X081D-schedule.json'),
        'utf8',
      ),
    )
    const titled = Object.keys(body.X081D.schedule).map((id) => ({ id, title: `Film ${id}` }))
    const responses = [
      { kind: 'schedule', url: '', fetchedAt: 0, body },
      { kind: 'movies', url: '', fetchedAt: 0, body: titled },
    ]
    const all = [
      ...webedia.toRecords(responses, {
        member: testMember({ site: 'X081D', timezone: 'America/New_York' }),
        nowMs: 0,
        drop: assert.fail,
      }),
    ]
    assert.deepEqual([recordsOfType(all, 'movie').length, recordsOfType(all, 'showtime').length], [3, 5])
    assert.deepEqual(
      [
        recordsOfType(all, 'availability')[0]?.counts.occupancy_rate,
        recordsOfType(all, 'showtime')[0]?.state,
      ],
      [0.79, 'on_sale'],
    )
  })

  it("maps every labelled tag except the chain's own brands", () => {
    const body = JSON.parse(
      readFileSync(
        join(recordingsDir('cinema') ?? '', 'webedia-boxoffice', 'everyman-attributes.json'),
        'utf8',
      ),
    )
    const tags: string[] = body.data.allAttribute.nodes.map(({ tag }: { tag: string }) => tag)
    const unknown = tags.filter((tag) => parseFormats([tag]).formats.length === 0)
    assert.deepEqual(unknown.sort(), ['Showtime.Experience.Barclays', 'Showtime.Experience.Beyond'])
  })
})

describe('a Webedia theater without a schedule', () => {
  const fetchWith = (nodes: readonly unknown[] | undefined) => {
    const body = (url: string) =>
      JSON.stringify(url.includes('/schedule?') ? {} : { data: { allTheater: { nodes } } })
    const request = async (url: string) => ({ status: 200, url, headers: {}, body: body(url), receivedAt: 0 })
    const { signal } = new AbortController()
    return Array.fromAsync(
      webedia.fetch({
        http: { request },
        member,
        baseUrl: webedia.baseUrl,
        nowMs: 0,
        signal,
        seatCalls: 0,
      }),
    )
  }

  it('fails if its site has a list of theaters and does not list it', async () => {
    await assert.rejects(fetchWith([{ id: 'X9999' }]), {
      code: 'upstream_changed',
      message: 'The platform no longer lists The Test.',
    })
  })

  for (const [what, nodes] of [
    ['lists it', [{ id: 'X9999' }, { id: 'X0712' }]],
    ['has an empty list', []],
    ['has no list that can be read', undefined],
  ] as const)
    it(`has no showtimes if its site ${what}`, async () => {
      const responses = await fetchWith(nodes)
      assert.deepEqual(responses.find(({ kind }) => kind === 'schedule')?.body, '{}')
    })
})
