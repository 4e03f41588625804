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
import { contentHash } from '../../../../../core/content-hash.ts'
import { parseResponses } from '../../../../../sync/publish/parse-responses.ts'
import { recordsOfType } from '../../../schema/records.ts'
import { filmbot } from './filmbot.ts'

const member = testMember({ site: 'brook', timezone: 'America/New_York', base: 'https://brook.example' })
const show = {
  movie_id: 7,
  qualifier: '35mm',
  datetime: '20260929003000',
  purchase_url: 'https://brook.example/purchase/55/',
}

const session = contentHash(1, ['brook:7', show.datetime])

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
      session,
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
      rawIds: { session, film: '7', site: 'brook' },
    },
    { type: 'listed', site: 'brook', session: contentHash(1, ['brook:8', show.datetime]) },
    { type: 'listed', site: 'brook', session: contentHash(1, ['brook:7', '0']) },
  ],
})

describe('filmbot', () => {
  const post = {
    id: 24327553,
    title: { rendered: 'Nine &#038; Five &#8211; 10/9/26 @ 4:00 pm' },
    link: 'https://brook.example/showtime/nine/',
    _datetime: '1791586800',
    _length: '117',
    _sold_out: '',
    _open_captions: '1',
  }
  const noRoute = { status: 404, body: { code: 'rest_no_route' } }
  const fetchAll = async (reply: (path: string) => { status: number; body: unknown }) => {
    const paths: string[] = []
    const source = singleMemberSource(filmbot, member)
    const http = {
      async request(url: string) {
        const path = url.slice(member.base.length)
        paths.push(path)
        const { status, body } = reply(path)
        return { status, url, headers: {}, body: JSON.stringify(body), receivedAt: 0 }
      },
    }
    const signal = AbortSignal.timeout(600_000)
    const responses = source.fetch({ http, member, baseUrl: source.baseUrl, nowMs: 0, signal })
    const parsed = await parseResponses(source as never, responses)
    const dropped: string[] = []
    const drop = (reason: string) => dropped.push(reason)
    return { paths, records: [...source.toRecords(parsed, { member, nowMs: 0, drop })], dropped }
  }

  it('keeps the id of a show whose booking link is missing', () => {
    const sessionsOf = (shows: readonly unknown[]) => {
      const body = { movies: [{ movie_id: 7, movie_name: 'Kwaidan' }], showtimes: shows }
      const response = { kind: 'listings', url: '', fetchedAt: 0, body }
      const records = [...filmbot.toRecords([response], { member, nowMs: 0, drop: () => {} })]
      return recordsOfType(records, 'showtime').map(({ session }) => session)
    }
    assert.deepEqual(sessionsOf([{ ...show, purchase_url: null }]), sessionsOf([show]))
  })

  it('reads posts where a site has no listings, until a page is not full or does not exist', async () => {
    const { paths, records, dropped } = await fetchAll((path) => {
      if (path.endsWith('/listings')) return noRoute
      if (!path.endsWith('&page=1')) return { status: 400, body: { code: 'rest_post_invalid_page_number' } }
      const sold = { ...post, id: 2, _datetime: 1_791_673_200, _sold_out: '1' }
      const endless = { ...post, id: 3, title: { rendered: 'long '.repeat(40_000) } }
      return { status: 200, body: [post, sold, {}, endless, ...Array.from({ length: 96 }, () => post)] }
    })
    assert.deepEqual(paths, [
      '/wp-json/nj/v1/showtime/listings',
      '/wp-json/nj/v1/showtime?per_page=100&page=1',
      '/wp-json/nj/v1/showtime?per_page=100&page=2',
    ])
    for (const record of records) assertValidRecord(record)
    assert.deepEqual(
      recordsOfType(records, 'movie').map(({ title, runtimeMinutes }) => [title, runtimeMinutes]),
      [['Nine & Five', 117]],
    )
    assert.deepEqual(
      recordsOfType(records, 'showtime').map(({ startsAtLocal, state, formats }) => [
        startsAtLocal,
        state,
        formats,
      ]),
      [
        ['2026-10-09T19:00:00-04:00', 'on_sale', ['open_caption']],
        ['2026-10-10T19:00:00-04:00', 'sold_out', ['open_caption']],
      ],
    )
    assert.equal(dropped.filter((reason) => reason === 'not a post of a showtime').length, 2)
    assert.deepEqual(
      recordsOfType(records, 'listed').map(({ session }) => session),
      ['3'],
    )
  })

  it('ends at a limit and reports it, however many pages a site claims to have', async () => {
    const full = Array.from({ length: 100 }, (_, index) => ({ ...post, id: index }))
    const { paths, records } = await fetchAll((path) =>
      path.endsWith('/listings') ? noRoute : { status: 200, body: full },
    )
    assert.equal(paths.length, 11)
    assert.equal(recordsOfType(records, 'failed_part')[0]?.days, 'all')
  })

  it('believes a 404 only if WordPress itself says that there is no such path or page', async () => {
    const full = { status: 200, body: Array.from({ length: 100 }, (_, index) => ({ ...post, id: index })) }
    const notFound = { status: 404, body: '<h1>404</h1>' }
    await assert.rejects(
      fetchAll(() => notFound),
      { code: 'upstream_changed' },
    )
    await assert.rejects(
      fetchAll((path) => (path.endsWith('/listings') ? noRoute : path.endsWith('=1') ? full : notFound)),
      { code: 'upstream_changed' },
    )
  })
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
