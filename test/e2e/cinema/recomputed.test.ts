/** Search, coverage, horizons, warnings and prices of snapshots, recomputed from lists, the same on both engines. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Failure } from '../../../src/core/errors.ts'
import { stableId } from '../../../src/core/stable-id.ts'
import { readMovieCounts } from '../../../src/services/cinema/queries/coverage.ts'
import type { CinemaRecord } from '../../../src/services/cinema/schema/records.ts'
import type { Store } from '../../../src/store/store.ts'
import { type CinemaFixture, openCinemaFixture, publishWeek } from '../../support/cinema/cinema-fixture.ts'
import { quote, seatRecords, showtimeRecord, weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')
const hourMs = 3_600_000
const minuteMs = 60_000

interface ShowtimeJson {
  id: string
  theater_id: string
  movie_id: string
  starts_at: string
  business_date: string
  source_showtime_id: string
  availability_summary?: object
  movie: { id: string; runtime_minutes?: number }
}

interface Coverage {
  seatmaps: number
  prices: number
}

interface ShowtimeTheater {
  id: string
  timezone: string
}

const idOf = ({ id }: { id: string }) => id

for (const engine of testEngines) {
  describe(`recomputed from lists on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    beforeEach(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore({ role: 'worker' })
      fixture = await openCinemaFixture(store)
      await publishWeek(fixture)
    })
    afterEach(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    const get = async (path: string, init?: RequestInit) => (await fixture.request(path, init)).json
    /** All stored showtimes of a chain. */
    const allShowtimes = async (chain: string): Promise<ShowtimeJson[]> =>
      (
        await get(
          `/v1/showtimes/search?chain_id=${chain}&date=2026-11-01&days=45&limit=200&include=movie&seat_detail=summary`,
        )
      ).data
    const distinct = <Row>(rows: readonly Row[], of: (row: Row) => string) => new Set(rows.map(of)).size
    const snapshot = (body: object) =>
      fixture.request('/v1/availability/snapshot', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    it('counts movies once per publication, for all callers together', async () => {
      const counts = readMovieCounts(store.readModel)
      assert.equal(readMovieCounts(store.readModel), counts)
      assert.ok((await counts).ofChain('alpha') > 0)
      await publishWeek(fixture)
      assert.notEqual(readMovieCounts(store.readModel), counts)
      assert.equal((await fixture.request('/v1/chains/no-such-chain')).status, 404)
    })

    it('sync-status counts all stored showtimes, and covers those from today on', async () => {
      const headers = { 'x-api-key': await fixture.createKey() }
      for (const { chain_id, counts, coverage } of (await get('/v1/sync-status', { headers })).data) {
        const all = await allShowtimes(chain_id)
        const nowMs = fixture.clock.now()
        const timezones = new Map<string, string>()
        for (const { id, timezone } of (await get('/v1/theaters/search?limit=50')).data)
          timezones.set(id, timezone)
        // The business date begins at 06:00.
        const today = (theaterId: string) =>
          new Date(nowMs - 6 * hourMs).toLocaleDateString('sv', { timeZone: timezones.get(theaterId) })
        const upcoming = all.filter((row) => row.business_date >= today(row.theater_id))
        assert.ok(upcoming.length > 0 && upcoming.length < all.length)
        for (const [summary, rows] of [
          [counts, all],
          [coverage, upcoming],
        ] as const) {
          const days = rows.map(({ business_date }) => business_date).sort()
          assert.deepEqual(
            {
              theaters: summary.theaters,
              movies: summary.movies,
              showtimes: summary.showtimes,
              seatmaps: summary.seatmaps,
              first: summary.first_business_date,
              last: summary.last_business_date,
            },
            {
              theaters: distinct(rows, ({ theater_id }) => theater_id),
              movies: distinct(rows, ({ movie_id }) => movie_id),
              showtimes: rows.length,
              seatmaps: rows.filter(({ availability_summary }) => availability_summary).length,
              first: days[0],
              last: days.at(-1),
            },
            chain_id,
          )
        }
      }
    })

    it('counts follow live reads', async () => {
      const before = (await get('/v1/chains/alpha')).data.coverage
      fixture.upstream.records = (name, nowMs) => [
        ...seatRecords(name, nowMs, ['sold', 'available']),
        { type: 'prices', site: 'a1', session: name, capturedAt: nowMs, quotes: [quote] },
      ]
      fixture.clock.advance(minuteMs)
      const path = (name: string) =>
        `/v1/showtimes/${stableId('st', 'grid-platform', 'alpha', 'a1', name)}/seatmap`
      const answers = await Promise.all(
        ['tomorrow', 'far'].map((name) => fixture.request(`${path(name)}?source_mode=live`)),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      const headers = { 'x-api-key': await fixture.createKey() }
      const all = await allShowtimes('alpha')
      const withSeats = all.filter(({ availability_summary }) => availability_summary)
      const ofLeeds = withSeats.filter(({ theater_id }) => theater_id === leeds)
      const status = (await get('/v1/sync-status?chain_id=alpha', { headers })).data[0].counts
      const days = (await get(`/v1/coverage?theater_id=${leeds}`)).data as { counts: Coverage }[]
      const { coverage } = (await get('/v1/chains/alpha')).data
      assert.notEqual(coverage.seatmaps, before.seatmaps)
      assert.deepEqual([status.seatmaps, coverage.seatmaps], [withSeats.length, withSeats.length])
      assert.deepEqual([coverage.prices, status.prices], [before.prices + 2, before.prices + 2])
      const sum = (name: keyof Coverage) => days.reduce((total, { counts }) => total + counts[name], 0)
      assert.equal(sum('seatmaps'), ofLeeds.length)
      const theater = (await get(`/v1/theaters/${leeds}`)).data.coverage
      assert.deepEqual([theater.seatmaps, theater.prices], [ofLeeds.length, sum('prices')])
    })

    it('the coverage of a chain counts the movies that it shows', async () => {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      // A film that is listed but not shown.
      await fixture.publish('alpha.a1', [
        ...weekOfRecords(member, fixture.clock.now()),
        { type: 'movie', film: 'f9', title: 'Never Scheduled', ids: {}, grade: 'title_only', rawIds: {} },
      ])
      for (const { id, coverage } of (await get('/v1/chains')).data) {
        const all = await allShowtimes(id)
        assert.equal(
          coverage.movies,
          distinct(all, ({ movie_id }) => movie_id),
          id,
        )
        assert.equal(coverage.showtimes, all.length, id)
      }
    })

    it('source_horizons and resolved_days do not depend on the page', async () => {
      for (const filter of [
        '',
        'chain_id=gamma',
        `theater_id=${leeds}`,
        'lat=53.8&lon=-1.5&radius_miles=50',
      ]) {
        const pages = await Promise.all(
          [1, 3, 200].map((limit) => get(`/v1/showtimes/search?${filter}&days=14&limit=${limit}`)),
        )
        const [first, ...others] = pages.map(({ meta }) => [meta.source_horizons, meta.resolved_days])
        for (const other of others) assert.deepEqual(other, first, filter)
        assert.ok(pages[0].meta.source_horizons.length > 0)
      }
    })

    it('a screening is current until its film is over', async () => {
      const startMs = fixture.clock.now()
      const currentIds = async () =>
        (await get('/v1/showtimes/search?chain_id=alpha&days=30&limit=200')).data.map(
          ({ id }: { id: string }) => id,
        )
      for (const minutes of [0, 51, 52, 53, 214, 216, 240, 300]) {
        fixture.clock.advance(startMs + minutes * minuteMs - fixture.clock.now())
        const nowMs = fixture.clock.now()
        const expected = (await allShowtimes('alpha')).filter(
          ({ starts_at, movie }) =>
            Date.parse(starts_at) + (movie.runtime_minutes ?? 180) * minuteMs > nowMs ||
            Date.parse(starts_at) > nowMs,
        )
        assert.deepEqual(
          new Set(await currentIds()),
          new Set(expected.map(({ id }) => id)),
          `after ${minutes} minutes`,
        )
        const playing = (await get('/v1/movies/search?playing_now=true&chain_id=alpha')).data
        assert.deepEqual(new Set(playing.map(idOf)), new Set(expected.map(({ movie_id }) => movie_id)))
      }
    })

    it('today is the calendar day at the theater, at every hour, and movies and showtimes agree', async () => {
      const theaters = (await get('/v1/theaters/search?limit=50')).data
      const timezones = new Map<string, string>(
        theaters.map((row: ShowtimeTheater) => [row.id, row.timezone]),
      )
      const all = await allShowtimes('alpha')
      let afterMidnight = 0
      for (let step = 0; step < 30; step++) {
        fixture.clock.advance(hourMs)
        const nowMs = fixture.clock.now()
        const isCurrent = (row: ShowtimeJson) =>
          Date.parse(row.starts_at) + (row.movie.runtime_minutes ?? 180) * minuteMs > nowMs
        for (const days of [1, 2]) {
          const lastDay = ({ theater_id }: ShowtimeJson) =>
            new Date(nowMs + (days - 1) * 24 * hourMs).toLocaleDateString('sv', {
              timeZone: timezones.get(theater_id),
            })
          const expected = all.filter((row) => isCurrent(row) && row.business_date <= lastDay(row))
          const at = `${new Date(nowMs).toISOString()}, days=${days}`
          const listed = (await get(`/v1/showtimes/search?chain_id=alpha&days=${days}&limit=200`)).data
          assert.deepEqual(new Set(listed.map(idOf)), new Set(expected.map(idOf)), at)
          const movies = (await get(`/v1/movies/search?chain_id=alpha&days=${days}`)).data
          assert.deepEqual(new Set(movies.map(idOf)), new Set(expected.map(({ movie_id }) => movie_id)), at)
          afterMidnight += expected.filter((row) => nowMs < businessStart(row)).length
        }
      }
      assert.ok(afterMidnight > 0)

      function businessStart({ business_date, theater_id }: ShowtimeJson): number {
        const utc = Date.parse(`${business_date}T06:00:00Z`)
        const local = new Date(utc).toLocaleString('sv', { timeZone: timezones.get(theater_id) })
        return utc - (Date.parse(`${local.replace(' ', 'T')}Z`) - utc)
      }
    })

    it('a response is live only if something was refreshed', async () => {
      fixture.upstream.error = new Failure('upstream_unavailable', 'Down.')
      const failed = await get(
        `/v1/showtimes/search?theater_id=${leeds}&source_mode=live&seat_detail=summary`,
      )
      assert.equal(failed.meta.source_mode, 'cached')
      fixture.upstream.error = undefined
      fixture.upstream.records = (session, nowMs) => seatRecords(session, nowMs, ['sold', 'available'])
      const live = await get(`/v1/showtimes/search?theater_id=${leeds}&source_mode=live&seat_detail=summary`)
      assert.equal(live.meta.source_mode, 'live')
    })

    it('warnings are listed once, and the last one counts what is left out', async () => {
      const member = fixture.members.get('alpha.a1')
      assert.ok(member)
      const nowMs = fixture.clock.now()
      const many = Array.from({ length: 130 }, (_, index) =>
        showtimeRecord(member, `many-${index}`, nowMs + 5 * hourMs + index * 1000),
      )
      await fixture.publish('alpha.a1', [...weekOfRecords(member, nowMs), ...many])
      fixture.clock.advance(hourMs)
      fixture.upstream.error = new Failure('upstream_unavailable', 'Down.')
      const window = { from: '2026-11-15T17:00:00Z', to: '2026-11-15T18:00:00Z' }
      const { meta } = (
        await snapshot({ theater_ids: [leeds], ...window, source_mode: 'auto', freshness: '10m' })
      ).json
      const keys = meta.warnings.map(
        ({ code, showtime_id }: { code: string; showtime_id?: string }) => `${code} ${showtime_id}`,
      )
      assert.equal(new Set(keys).size, keys.length)
      assert.equal(keys.length, 100)
      // Each showtime is stale, and the limit of live reads is one more.
      assert.equal(meta.warnings.at(-1).code, 'warnings_truncated')
      assert.equal(meta.warnings.at(-1).message, `${130 + 1 - 99} further warnings are left out.`)
    })

    it('a grid is paid for only where it comes', async () => {
      const rows = async (body: object) => {
        const { data, meta } = (await snapshot({ theater_ids: [leeds], days: 14, ...body })).json
        const grids = data.seatmaps.filter(({ seats }: { seats?: unknown[] }) => seats !== undefined).length
        return { showtimes: data.showtimes.length, grids, credits: meta.credits_charged }
      }
      const price = ({ showtimes, grids }: { showtimes: number; grids: number }) =>
        Math.ceil(showtimes / 25) + Math.ceil(grids / 25)
      const withGrid = await rows({ seat_detail: 'grid' })
      assert.deepEqual([withGrid.grids, withGrid.credits], [1, price(withGrid)])
      const york = await rows({
        theater_ids: [stableId('th', 'grid-platform', 'alpha', 'a2')],
        seat_detail: 'grid',
      })
      assert.deepEqual([york.grids, york.credits], [0, 1])
      assert.equal((await rows({})).credits, 1)
    })

    it('updated_after finds theaters whose showtimes changed', async () => {
      const member = fixture.members.get('alpha.a2')
      assert.ok(member)
      const records = weekOfRecords(member, fixture.clock.now())
      fixture.clock.advance(hourMs)
      const since = new Date(fixture.clock.now() - minuteMs).toISOString()
      const updated = async () =>
        (await get(`/v1/theaters/search?updated_after=${since}`)).data.map(
          ({ name }: { name: string }) => name,
        )
      await fixture.publish('alpha.a2', records)
      assert.deepEqual(await updated(), [])
      const changed = records.map(
        (record): CinemaRecord =>
          record.type === 'showtime' && record.session === 'far' ? { ...record, state: 'sold_out' } : record,
      )
      await fixture.publish('alpha.a2', changed)
      assert.deepEqual(await updated(), ['Alpha York'])
    })

    it('search finds folded, half-typed and misspelled titles, most relevant first, page by page', async () => {
      const member = fixture.members.get('gamma.g1')
      assert.ok(member)
      const titles = ['Ætherfall', 'Złota jesień', 'Harvest', 'Harvest Moon', 'Old Harvest', 'Harvesters']
      const films = titles.map(
        (title, index): CinemaRecord => ({
          type: 'movie',
          film: `x${index}`,
          title,
          ids: {},
          grade: 'title_only',
          rawIds: {},
        }),
      )
      await fixture.publish('gamma.g1', [...weekOfRecords(member, fixture.clock.now()), ...films])
      const found = async (query: string) =>
        (await get(`/v1/movies/search?${query}`)).data.map(({ title }: { title: string }) => title)
      assert.deepEqual(await found('q=aetherfall'), ['Ætherfall'])
      assert.deepEqual(await found('q=zlota'), ['Złota jesień'])
      assert.deepEqual(await found('q=aeth'), ['Ætherfall'])
      assert.deepEqual(await found('q=aethrefall'), ['Ætherfall'])
      const ranked = ['Harvest', 'Harvest Moon', 'Harvesters', 'The Long Harvest', 'Old Harvest']
      const all = await found('q=harvest')
      assert.deepEqual(new Set(all), new Set(ranked))
      assert.equal(all[0], 'Harvest')
      const walked: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const {
          data,
          meta,
        }: { data: { title: string }[]; meta: { pagination: { next_cursor: string | null } } } = await get(
          `/v1/movies/search?q=harvest&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
        walked.push(...data.map(({ title }) => title))
        cursor = meta.pagination.next_cursor
      }
      assert.deepEqual(walked, all)
      assert.deepEqual(await found('q=harvest&playing_now=true'), ['The Long Harvest'])
    })
  })
}
