import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  openCinemaSandbox,
  sandboxCinemaSources,
} from '../../../../../../test/support/cinema/cinema-sandbox.ts'
import {
  assertStorable,
  assertValidRecord,
  recordingsSkipReason,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { FakeClock } from '../../../../../../test/support/fake-clock.ts'
import { recordingsDir } from '../../../../../../test/support/recordings.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { cinemaApi } from './cinema-api.ts'

const member = testMember({
  site: 'NCG301',
  timezone: 'Europe/Stockholm',
  base: 'https://services.norrsken.example',
  currency: 'SEK',
  address: { country: 'SE' },
  booking: 'https://norrsken.example/kop/{session}/',
})
const now = '2026-11-15T12:00:00Z'

const show = {
  reId: 'show-a',
  mId: 'NCG7',
  mvId: 'NCG7V1',
  cId: 'NCG301',
  st: 'Salong 1',
  sa: ['5.1', 'VIP-salong'],
  utc: '2026-11-16T18:25:00Z',
  res: [],
}
const soldOut = { ...show, reId: 'show-b', utc: '2026-11-16T20:25:00Z', sa: [] }
const items = [
  show,
  show,
  soldOut,
  { ...show, reId: 'show-c', utc: '2026-11-20T22:30:00Z', mvId: null, res: ['Members'], sa: [] },
  { ...show, reId: 'show-d', mId: 'NCG8', utc: '2026-11-21T18:00:00Z' },
  { ...show, reId: 'show-e', cId: 'NCG999' },
  { reId: 'show-f', cId: 'NCG301' },
]
const film = {
  ncgId: 'NCG7',
  title: 'Kapten Komet',
  originalTitle: 'Captain Comet',
  productionYear: 2026,
  length: 90,
  rating: { displayName: '11 år', age: 11 },
  genres: [{ name: 'Drama' }],
  actors: [{ displayName: 'Ada Brandt' }],
  directors: [{ displayName: 'Gwen Grady' }],
  releaseDate: '2026-11-01T00:00:00',
  shortDescription: 'En komet.',
  posterUrl: 'https://norrsken.example/7.jpg',
  versions: [
    {
      ncgId: 'NCG7V1',
      audioLanguage: 'en',
      subtitlesLanguage: 'sv-SE',
      attributes: [{ alias: 'ATMOS' }, 'x'],
    },
  ],
}
const details = (remoteEntityId: string, changes = {}) => ({
  remoteEntityId,
  unnumbered: false,
  isRestricted: false,
  movieVersionPrice: 159,
  auditoriumLayoutId: '42',
  cinema: { ncgId: 'NCG301' },
  ...changes,
})
const seat = (id: number, row: number, number: number, seatType: string) => ({
  remoteEntityId: String(id),
  row,
  number,
  seatType,
  coordinates: { x: 200 + number * 63, y: 300 + row * 63 },
})
const layout = {
  id: 1,
  auditoriumLayoutId: '42',
  seats: [
    seat(1, 1, 1, 'Regular'),
    seat(2, 1, 2, 'Regular'),
    seat(3, 2, 3, 'HCP'),
    seat(4, 2, 4, 'Sofa'),
    { row: 3 },
  ],
}
const status = (id: number, word: string) => ({ remoteEntityId: String(id), status: word })
const statuses: Readonly<Record<string, unknown>> = {
  'show-a': [status(1, 'Free'), status(2, 'Locked'), status(3, 'Sold'), status(4, 'Odd')],
  'show-b': [status(1, 'Sold'), status(2, 'Sold'), status(3, 'Locked'), status(4, 'Sold')],
}

const showtime = {
  type: 'showtime' as const,
  site: 'NCG301',
  session: 'show-a',
  film: 'NCG7',
  startsAt: Date.parse('2026-11-16T18:25:00Z'),
  startsAtLocal: '2026-11-16T19:25:00+01:00',
  timezone: 'Europe/Stockholm',
  businessDate: '2026-11-16',
  state: 'on_sale' as const,
  auditorium: 'Salong 1',
  formats: ['dolby_atmos', 'vip'],
  rawFormats: ['ATMOS', '5.1', 'VIP-salong'],
  language: 'en',
  subtitleLanguage: 'sv-SE',
  seating: 'reserved' as const,
  bookingUrl: 'https://norrsken.example/kop/show-a/',
  rawIds: { session: 'show-a', film: 'NCG7', site: 'NCG301', version: 'NCG7V1' },
}
const { language: _language, subtitleLanguage: _subtitles, ...withoutLanguages } = showtime
const seen = {
  type: 'availability' as const,
  site: 'NCG301',
  capturedAt: Date.parse(now),
  seating: 'reserved' as const,
  grade: 'grid' as const,
  confidence: 'high' as const,
  layout: '42',
}
const price = (session: string) => ({
  type: 'prices' as const,
  site: 'NCG301',
  session,
  capturedAt: Date.parse(now),
  quotes: [
    {
      ticketTypeId: 'ordinary',
      label: 'Ordinary',
      amount: 159,
      currency: 'SEK',
      audience: 'adult' as const,
      feesIncluded: null,
    },
  ],
})

testSource(singleMemberSource(cinemaApi, member, 2), {
  now,
  upstream: ({ path }) => {
    if (path === '/show/stripped/sv/1/1024/?CountryAlias=se&Channel=Web')
      return { body: { totalNbrOfItems: items.length, items } }
    if (path === '/movie/scheduled/sv/1/1024/false')
      return { body: { items: [film, { ncgId: 'NCG9', title: 'Elsewhere' }] } }
    if (path === '/screen/layout/sv/42') return { body: layout }
    const [, session = ''] = /^\/show\/(?:ticketstatus\/)?Sys99-SE\/([^/]+)\//.exec(path) ?? []
    if (path === `/show/Sys99-SE/${session}/sv`) return { body: details(session) }
    return path === `/show/ticketstatus/Sys99-SE/${session}/` ? { body: statuses[session] } : undefined
  },
  empty: () => ({ body: { totalNbrOfItems: 0, items: [] } }),
  check: assertValidRecord,
  dropped: { 'listed twice': 1, 'no film': 1, 'not a show': 1, 'not a seat': 2 },
  records: [
    {
      type: 'theater',
      site: 'NCG301',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'SE' },
      timezone: 'Europe/Stockholm',
      rawIds: { site: 'NCG301' },
    },
    {
      type: 'horizon',
      site: 'NCG301',
      firstDate: '2026-11-16',
      lastDate: '2026-11-20',
    },
    {
      type: 'movie',
      film: 'NCG7',
      title: 'Kapten Komet',
      otherTitles: [{ title: 'Captain Comet', kind: 'original' }],
      year: 2026,
      releaseOn: '2026-11-01',
      runtimeMinutes: 90,
      rating: '11 år',
      genres: ['Drama'],
      synopsis: 'En komet.',
      images: { poster: 'https://norrsken.example/7.jpg' },
      cast: ['Ada Brandt'],
      directors: ['Gwen Grady'],
      ids: {},
      grade: 'rich',
      rawIds: { film: 'NCG7' },
    },
    showtime,
    {
      ...showtime,
      session: 'show-b',
      startsAt: Date.parse('2026-11-16T20:25:00Z'),
      startsAtLocal: '2026-11-16T21:25:00+01:00',
      state: 'sold_out',
      formats: ['dolby_atmos'],
      rawFormats: ['ATMOS'],
      bookingUrl: 'https://norrsken.example/kop/show-b/',
      rawIds: { ...showtime.rawIds, session: 'show-b' },
    },
    {
      ...withoutLanguages,
      session: 'show-c',
      startsAt: Date.parse('2026-11-20T22:30:00Z'),
      startsAtLocal: '2026-11-20T23:30:00+01:00',
      businessDate: '2026-11-20',
      state: 'not_on_sale',
      formats: [],
      rawFormats: [],
      seating: 'unknown',
      bookingUrl: 'https://norrsken.example/kop/show-c/',
      rawIds: { session: 'show-c', film: 'NCG7', site: 'NCG301' },
    },
    { type: 'listed', site: 'NCG301', session: 'show-d' },
    { type: 'listed', site: 'NCG301', session: 'show-f' },
    {
      type: 'layout',
      site: 'NCG301',
      layout: '42',
      sections: [{ id: '42', label: 'Salong 1', row_count: 2, column_count: 4 }],
      seats: [
        { id: '1', label: '1-1', row: '1', number: '1', section: 0, x: 0, y: 0, kind: 'standard' },
        { id: '2', label: '1-2', row: '1', number: '2', section: 0, x: 1, y: 0, kind: 'standard' },
        { id: '3', label: '2-3', row: '2', number: '3', section: 0, x: 2, y: 1, kind: 'wheelchair' },
        {
          id: '4',
          label: '2-4',
          row: '2',
          number: '4',
          section: 0,
          x: 3,
          y: 1,
          kind: 'unknown',
          rawKind: 'Sofa',
        },
      ],
    },
    {
      ...seen,
      session: 'show-a',
      codes: 'ahsu',
      rawStatuses: [[3, 'Odd']],
      counts: { capacity: 4, available: 1, sold: 1, held: 1, blocked: 0, broken: 0, occupancy_rate: 0.5 },
    },
    {
      ...seen,
      session: 'show-b',
      codes: 'sshs',
      counts: { capacity: 4, available: 0, sold: 3, held: 1, blocked: 0, broken: 0, occupancy_rate: 1 },
    },
    price('show-a'),
    price('show-b'),
  ],
})

describe('cinema-api', () => {
  it('asks for the shows and films of a country once per run, page by page', async () => {
    await using world = await openCinemaSandbox(new FakeClock('2026-11-15T12:00:00Z'))
    const source = sandboxCinemaSources.find(({ id }) => id === 'cinema-api')
    assert.ok(source)
    const run = world.shareRun(source.members)
    for (const one of source.members) {
      const { records } = await world.sync(source, one, undefined, run)
      assert.ok(recordsOfType(records, 'showtime').length > 80)
      assert.deepEqual(recordsOfType(records, 'failed_part'), [])
    }
    const lists = world.sent.filter(({ url }) => /stripped|scheduled/.test(url)).map(({ url }) => url)
    assert.equal(new Set(lists).size, lists.length)
    assert.equal(lists.filter((url) => url.includes('scheduled')).length, 1)
  })

  it('has a layout of its own for a plan whose layout lacks seats, so that the room keeps its own', () => {
    const respond = (kind: string, body: unknown) => ({
      kind,
      url: 'https://x.example/#session=show-a',
      fetchedAt: 0,
      body,
    })
    const layoutsOf = (seats: readonly unknown[]) => {
      const responses = [
        respond('shows', { items: [show] }),
        respond('films', { items: [film] }),
        respond('show', details('show-a', {})),
        respond('layout', { ...layout, seats }),
        respond('seats', statuses['show-a']),
      ]
      const records = [...cinemaApi.toRecords(responses, { member, nowMs: 0, drop: () => {} })]
      return recordsOfType(records, 'layout').map(({ layout: id }) => id)
    }
    const [whole = ''] = layoutsOf(layout.seats)
    const [cut = ''] = layoutsOf(layout.seats.slice(0, 1))
    assert.ok(cut.startsWith(`${whole}~`), cut)
  })

  it('has no seats of a show without numbered seats, and does not call it reserved', () => {
    const respond = (kind: string, body: unknown) => ({
      kind,
      url: 'https://x.example/#session=show-a',
      fetchedAt: 0,
      body,
    })
    const responses = [
      respond('shows', { items: [show] }),
      respond('films', { items: [film] }),
      respond('show', details('show-a', { unnumbered: true })),
      respond('layout', layout),
      respond('seats', statuses['show-a']),
    ]
    const records = [...cinemaApi.toRecords(responses, { member, nowMs: 0, drop: assert.fail })]
    assert.equal(recordsOfType(records, 'showtime')[0]?.seating, 'general_admission')
    assert.deepEqual(recordsOfType(records, 'layout'), [])
  })
})

describe('cinema-api: recordings', { skip: recordingsSkipReason }, () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(recordingsDir('cinema') ?? '', '../cinema-2/cinema-api', file), 'utf8'))

  async function replay(
    site: string,
    now: string,
    responses: readonly (readonly [kind: string, body: unknown])[],
  ) {
    const nowMs = Date.parse(now)
    const house = testMember({
      site,
      timezone: 'Europe/Stockholm',
      currency: 'SEK',
      address: { country: 'SE' },
    })
    const dropped: string[] = []
    const parsed = responses.map(([kind, body]) => ({
      kind,
      url: 'https://recorded.invalid/#session=20220107-1925-2783',
      fetchedAt: nowMs,
      body,
    }))
    const records = [
      ...cinemaApi.toRecords(parsed, { member: house, nowMs, drop: (reason) => dropped.push(reason) }),
    ]
    for (const record of records) assertValidRecord(record)
    await assertStorable(singleMemberSource(cinemaApi, house), house, records, nowMs)
    return { records, dropped }
  }

  it('parses 60 shows of three cinemas, and the films and versions that were recorded beside them', async () => {
    const shows = read('shows-stripped-gb-2022.json')
    const films = read('movies-2021.json')
    const sites = new Set<string>(shows.items.map(({ cId }: { cId: string }) => cId))
    assert.equal(sites.size, 3)
    let count = 0
    for (const site of sites) {
      const { records } = await replay(site, '2022-01-02T00:00:00Z', [
        ['films', films],
        ['shows', shows],
      ])
      count += recordsOfType(records, 'showtime').length + recordsOfType(records, 'listed').length
    }
    assert.equal(count, 60)
  })

  it('parses a show at 19:25, in English with Swedish subtitles, for 159 SEK', async () => {
    const recorded = read('show-20220107-1925-2783.json')
    const { movie, movieVersion } = recorded
    const row = {
      ...show,
      reId: '20220107-1925-2783',
      mId: movie.ncgId,
      mvId: movieVersion.ncgId,
      cId: 'NCG27333',
    }
    const { records } = await replay('NCG27333', '2022-01-07T00:00:00Z', [
      ['films', { items: [{ ...movie, versions: [movieVersion] }] }],
      ['shows', { items: [{ ...row, utc: recorded.timeUtc }] }],
      ['show', recorded],
    ])
    const [showing] = recordsOfType(records, 'showtime')
    assert.deepEqual(
      [showing?.startsAtLocal, showing?.language, showing?.subtitleLanguage, showing?.seating],
      ['2022-01-07T19:25:00+01:00', 'en', 'sv-SE', 'reserved'],
    )
    const [film] = recordsOfType(records, 'movie')
    assert.deepEqual([film?.runtimeMinutes, film?.rating], [147, '11 år'])
    assert.equal(recordsOfType(records, 'prices')[0]?.quotes[0]?.amount, 159)
  })

  it('parses a room of 200 seats in 10 rows, of which 2 are for wheelchairs', async () => {
    const room = read('screen-layout-1572.json')
    const seats = room.seats.map(({ remoteEntityId }: { remoteEntityId: string }) => ({
      remoteEntityId,
      status: 'Free',
    }))
    const { records, dropped } = await replay('NCG301', '2022-01-07T00:00:00Z', [
      ['layout', room],
      ['show', { ...details('20220107-1925-2783'), auditoriumLayoutId: '1572' }],
      ['seats', seats],
    ])
    assert.deepEqual(dropped, [])
    const [plan] = recordsOfType(records, 'layout')
    assert.equal(plan?.seats.length, 200)
    assert.equal(new Set(plan?.seats.map(({ y }) => y)).size, 10)
    assert.equal(plan?.seats.filter(({ kind }) => kind === 'wheelchair').length, 2)
  })
})
