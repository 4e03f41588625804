import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assertValidRecord,
  recordingsSkipReason,
  replayRecordings,
  singleMemberSource,
  testMember,
} from '../../../../../../test/support/cinema/replay-recordings.ts'
import { testSource } from '../../../../../../test/support/sync/test-source.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { ingresso } from './ingresso.ts'

const member = testMember({
  site: '1201',
  timezone: 'America/Sao_Paulo',
  base: 'https://content.vagalume.example/v0',
  currency: 'BRL',
  address: { country: 'BR' },
  options: { city: '11' },
})
const now = '2026-11-15T12:00:00Z'
const path = '/v0/sessions/city/11/theater/1201/partnership/www'

const session = {
  id: '9001',
  price: 57.5,
  room: 'Sala 2',
  types: [
    { id: 1, name: 'Normal', alias: '2D' },
    { id: 524288, name: 'Dolby Atmos', alias: 'Dolby Atmos' },
    { id: 0, name: 'Dublado', alias: 'DUB' },
  ],
  date: { localDate: '2026-11-16T19:10:00-03:00' },
  realDate: { localDate: '2026-11-16T19:10:00-03:00' },
  siteURL: 'https://checkout.vagalume.example/?sessionId=9001&partnership=www&ing_source=api&ing_medium=x',
  hasSeatSelection: true,
  driveIn: false,
  streaming: false,
  enabled: true,
  blockMessage: '',
}
const late = {
  ...session,
  id: '9002',
  price: 0,
  types: [{ id: 0, name: 'Legendado', alias: 'LEG' }],
  date: { localDate: '2026-11-16T00:20:00-03:00' },
  realDate: { localDate: '2026-11-17T00:20:00-03:00' },
  hasSeatSelection: false,
  enabled: false,
}
const movie = {
  id: '301',
  type: 'Filme',
  title: 'O Mapa &amp; a Maré',
  originalTitle: 'The Map & the Tide',
  duration: '112',
  contentRating: '14 anos',
  distributor: 'Sem Distribuidor',
  releaseYear: 2026,
  isReexhibition: false,
  genres: ['Drama'],
  ratingDescriptors: ['Violência', 'Linguagem Imprópria'],
  images: [
    { url: 'https://img.vagalume.example/w.jpg', type: 'PosterHorizontal' },
    { url: 'https://img.vagalume.example/p.jpg', type: 'PosterPortrait' },
  ],
  rooms: [
    {
      name: 'Sala 2',
      type: null,
      sessions: [
        session,
        session,
        late,
        { ...session, id: '9003', realDate: { localDate: '2026-02-30T10:00' } },
      ],
    },
    { name: 'Casa', type: null, sessions: [{ ...session, id: '9004', streaming: true }] },
  ],
}
const undescribed = { id: '302', title: 7, rooms: [{ name: 'Sala 1', sessions: [{ id: '9005' }, null] }, 5] }
const days = [{ date: '2026-11-16', isToday: false, movies: [movie, undescribed, 'x'] }]

const showtime = {
  type: 'showtime' as const,
  site: '1201',
  session: '9001',
  film: '301',
  startsAt: Date.parse('2026-11-16T22:10:00Z'),
  startsAtLocal: '2026-11-16T19:10:00-03:00',
  timezone: 'America/Sao_Paulo',
  businessDate: '2026-11-16',
  state: 'on_sale' as const,
  auditorium: 'Sala 2',
  formats: ['2d', 'dolby_atmos', 'dubbed'],
  rawFormats: ['2D', 'Dolby Atmos', 'DUB'],
  language: 'pt',
  seating: 'reserved' as const,
  bookingUrl: 'https://checkout.vagalume.example/?sessionId=9001&partnership=www',
  rawIds: { session: '9001', film: '301', site: '1201' },
}
const { language: _, ...withoutLanguage } = showtime

testSource(singleMemberSource(ingresso, member), {
  now,
  upstream: { [path]: { body: days } },
  empty: { [path]: { status: 204, body: '' } },
  check: assertValidRecord,
  dropped: {
    'listed twice': 1,
    'no film': 1,
    'no start': 1,
    'not a session': 2,
    streamed: 1,
    'not a movie': 2,
  },
  records: [
    {
      type: 'theater',
      site: '1201',
      name: 'The Test',
      slug: 'the-test',
      address: { country: 'BR' },
      timezone: 'America/Sao_Paulo',
      rawIds: { site: '1201' },
    },
    {
      type: 'horizon',
      site: '1201',
      firstDate: '2026-11-16',
      lastDate: '2026-11-16',
    },
    {
      type: 'movie',
      film: '301',
      title: 'O Mapa & a Maré',
      otherTitles: [{ title: 'The Map & the Tide', kind: 'original' }],
      year: 2026,
      runtimeMinutes: 112,
      rating: '14 anos',
      ratingReason: 'Violência, Linguagem Imprópria',
      genres: ['Drama'],
      images: { poster: 'https://img.vagalume.example/p.jpg' },
      ids: {},
      grade: 'partial',
      rawIds: { film: '301' },
    },
    showtime,
    {
      ...withoutLanguage,
      session: '9002',
      startsAt: Date.parse('2026-11-17T03:20:00Z'),
      startsAtLocal: '2026-11-17T00:20:00-03:00',
      state: 'not_on_sale',
      formats: ['subtitled'],
      rawFormats: ['LEG'],
      subtitleLanguage: 'pt',
      seating: 'general_admission',
      lacks: ['prices'],
      rawIds: { ...showtime.rawIds, session: '9002' },
    },
    { type: 'listed', site: '1201', session: '9003' },
    { type: 'listed', site: '1201', session: '9005' },
    {
      type: 'prices',
      site: '1201',
      session: '9001',
      capturedAt: Date.parse(now),
      quotes: [
        {
          ticketTypeId: 'full',
          label: 'Inteira',
          amount: 57.5,
          currency: 'BRL',
          audience: 'adult',
          feesIncluded: null,
        },
      ],
    },
  ],
})

describe('ingresso', () => {
  const toShowtimes = (row: object) => {
    const body = [{ date: '2026-11-16', movies: [{ ...movie, ...row }] }]
    const responses = [{ kind: 'sessions', url: 'https://x.example/', fetchedAt: 0, body }]
    return [...ingresso.toRecords(responses, { member, nowMs: Date.parse(now), drop: () => {} })]
  }

  it('does not take the year of a re-release for that of the work', () => {
    const [film] = recordsOfType(toShowtimes({ isReexhibition: true }), 'movie')
    assert.equal(film?.year, undefined)
  })

  it('does not put a theater whose message says that sales are closed on sale', () => {
    const rooms = [{ name: 'Sala 2', sessions: [{ ...session, blockMessage: 'Vendas encerradas' }] }]
    assert.equal(recordsOfType(toShowtimes({ rooms }), 'showtime')[0]?.state, 'not_on_sale')
  })

  it('takes a Brazilian film for one in its original language', () => {
    const types = [{ id: 0, name: 'Nacional', alias: 'NAC' }]
    const [row] = recordsOfType(toShowtimes({ rooms: [{ sessions: [{ ...session, types }] }] }), 'showtime')
    assert.deepEqual([row?.formats, row?.language], [['original_language'], 'pt'])
  })
})

describe('ingresso: recordings', { skip: recordingsSkipReason }, () => {
  it('parses Campinas: 2 days, 2 films, 4 sessions at 66.11 and 68.39, dubbed and subtitled', async () => {
    const { records, dropped } = await replayRecordings(
      ingresso,
      testMember({ site: '136', timezone: 'America/Sao_Paulo', currency: 'BRL', options: { city: '14' } }),
      '2026-09-22T12:00:00Z',
      [{ kind: 'sessions', file: '../cinema-2/ingresso/sessions-kinoplex-dom-pedro.json' }],
    )
    for (const record of records) assertValidRecord(record)
    assert.deepEqual(dropped, {})
    const showtimes = recordsOfType(records, 'showtime')
    assert.deepEqual(
      showtimes.map(({ businessDate, startsAtLocal, formats }) => [businessDate, startsAtLocal, formats]),
      [
        ['2026-09-22', '2026-09-22T16:40:00-03:00', ['2d', 'dubbed']],
        ['2026-09-22', '2026-09-22T20:00:00-03:00', ['2d', 'dubbed']],
        ['2026-09-30', '2026-09-30T19:10:00-03:00', ['2d', 'subtitled']],
        ['2026-09-30', '2026-09-30T21:30:00-03:00', ['2d', 'subtitled']],
      ],
    )
    assert.deepEqual(
      recordsOfType(records, 'movie').map(({ title, rating }) => [title, rating]),
      [
        ['A Odisseia', '14 anos'],
        ['LINKIN PARK: UNSHATTER', undefined],
      ],
    )
    const amounts = recordsOfType(records, 'prices').flatMap(({ quotes }) =>
      quotes.map(({ amount }) => amount),
    )
    assert.deepEqual(amounts, [66.11, 66.11, 68.39, 68.39])
  })
})
