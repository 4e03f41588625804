/** The cinema's routes over a listening server, the same on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { stableId } from '../../../src/core/stable-id.ts'
import type { Store } from '../../../src/store/store.ts'
import { type CinemaFixture, openCinemaFixture, publishWeek } from '../../support/cinema/cinema-fixture.ts'
import { weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')
const chelsea = stableId('th', 'count-platform', 'beta', 'b1')
const session = (name: string) => stableId('st', 'grid-platform', 'alpha', 'a1', name)

for (const engine of testEngines) {
  describe(`cinema routes on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    let headers: Record<string, string>
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      fixture = await openCinemaFixture(store)
      await publishWeek(fixture)
      headers = { 'x-api-key': await fixture.createKey() }
    })
    after(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    const ids = (rows: { source_showtime_id: string }[]) => rows.map((row) => row.source_showtime_id)
    const rowsOf = async (path: string) => {
      const response = await fixture.request(path)
      assert.equal(response.status, 200, response.text)
      return response.json.data
    }

    it('lists chains and sources with their capabilities', async () => {
      const chains = await rowsOf('/v1/chains')
      assert.deepEqual(
        chains.map((chain: { id: string; theater_count: number }) => [chain.id, chain.theater_count]),
        [
          ['alpha', 2],
          ['beta', 1],
          ['gamma', 2],
        ],
      )
      const grids = await rowsOf('/v1/chains?capability=seat_grid')
      assert.deepEqual(
        grids.map(({ id }: { id: string }) => id),
        ['alpha'],
      )
      const sources = await rowsOf('/v1/sources')
      assert.deepEqual(
        sources.map((source: { id: string; status: string }) => [source.id, source.status]),
        [
          ['count-platform', 'active'],
          ['far-platform', 'blocked'],
          ['grid-platform', 'active'],
          ['plain-platform', 'active'],
        ],
      )
      assert.equal((await fixture.request('/v1/chains/beta')).json.data.coverage.showtimes, 9)
    })

    it('searches theaters by words, address and capability', async () => {
      const names = async (query: string) =>
        (await rowsOf(`/v1/theaters/search?${query}`)).map(({ name }: { name: string }) => name)
      assert.deepEqual(await names(''), [
        'Alpha Leeds',
        'Alpha York',
        'Beta Chelsea',
        'Gamma Apia',
        'Gamma Suva',
      ])
      assert.deepEqual(await names('q=york'), ['Alpha York', 'Beta Chelsea'])
      assert.deepEqual(await names('q=alpha%20york'), ['Alpha York'])
      assert.deepEqual(await names('q=%21%21'), [])
      assert.deepEqual(await names('city=new%20york'), ['Beta Chelsea'])
      assert.deepEqual(await names('state=ENGLAND&chain_id=alpha'), ['Alpha Leeds', 'Alpha York'])
      assert.deepEqual(await names('postal_code=ls1%204ap'), ['Alpha Leeds'])
      assert.deepEqual(await names('has_seatmaps=false&capability=seat_summary'), ['Beta Chelsea'])
      assert.deepEqual(await names('updated_after=2026-11-15T11:00:00Z&q=suva'), ['Gamma Suva'])
      assert.deepEqual(await names('updated_after=2026-11-15T13:00:00Z'), [])
      assert.deepEqual(await names('q=leesd'), ['Alpha Leeds'])
      assert.deepEqual(await names('q=alpa%20leds'), ['Alpha Leeds'])
      assert.deepEqual(await names('q=lxxds'), [])
      assert.deepEqual(await names('q=alpha%20l'), ['Alpha Leeds'])
      assert.deepEqual(await names('q=chel'), ['Beta Chelsea'])
      assert.deepEqual(await names('q=%22chel%22'), [])
    })

    it('uses great-circle distances, also across the antimeridian and with radius 0', async () => {
      const near = async (query: string) =>
        (await rowsOf(`/v1/theaters/search?${query}`)).map(({ name }: { name: string }) => name)
      assert.deepEqual(await near('lat=53.8&lon=-1.55&radius_miles=30'), ['Alpha Leeds', 'Alpha York'])
      assert.deepEqual(await near('lat=53.8&lon=-1.55&radius_miles=5'), ['Alpha Leeds'])
      assert.deepEqual(await near('lat=53.8008&lon=-1.5491&radius_miles=0'), ['Alpha Leeds'])
      assert.deepEqual(await near('lat=53.8&lon=-1.5491&radius_miles=0'), [])
      assert.deepEqual(await near('lat=-16&lon=-179.9&radius_miles=700'), ['Gamma Suva', 'Gamma Apia'])
      assert.deepEqual(await near('bbox=170,-20,-170,-10'), ['Gamma Apia', 'Gamma Suva'])
      assert.deepEqual(await near('bbox=-170,-20,170,-10'), [])
    })

    it('gives the distance of theaters that are found by place, and no other', async () => {
      const [leedsRow, york] = await rowsOf('/v1/theaters/search?lat=53.8008&lon=-1.5491&radius_miles=30')
      assert.equal(leedsRow.distance_miles, 0)
      assert.ok(york.distance_miles > 20 && york.distance_miles < 25, String(york.distance_miles))
      const [listed] = await rowsOf('/v1/theaters/search?q=leeds')
      assert.equal('distance_miles' in listed, false)
    })

    it('says when a filter value or an expansion means nothing', async () => {
      const warningsOf = async (path: string) =>
        ((await fixture.request(path)).json.meta.warnings ?? []).map(
          ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
        )
      assert.deepEqual(await warningsOf('/v1/showtimes/search?format=imaxx'), [
        'unknown_value: The value "imaxx" of "format" is not known. Did you mean "imax"?',
      ])
      assert.deepEqual(await warningsOf('/v1/showtimes/search?format=imax'), [])
      for (const list of ['/v1/theaters/search', '/v1/showtimes/search', '/v1/movies/search', '/v1/coverage'])
        assert.deepEqual(await warningsOf(`${list}?chain_id=alhpa`), [
          'unknown_value: The value "alhpa" of "chain_id" is not known. Did you mean "alpha"?',
        ])
      assert.deepEqual(await warningsOf('/v1/theaters/search?city=Leesd'), [
        'unknown_value: The value "Leesd" of "city" is not known. Did you mean "Leeds"?',
      ])
      assert.deepEqual(await warningsOf('/v1/theaters/search?city=LEEDS&q=suva'), [])
      assert.deepEqual(await warningsOf('/v1/showtimes/search?theater_id=th_none'), [
        'unknown_value: The value "th_none" of "theater_id" is not known.',
      ])
      assert.match((await warningsOf('/v1/movies/search?include=prices'))[0], /^no_effect: .*prices/)
      assert.deepEqual(await warningsOf('/v1/movies/search?include=aliases'), [])
      const [prices] = await warningsOf(`/v1/theaters/${leeds}/showtimes?include=prices&limit=200`)
      assert.match(prices, /^not_captured: Prices of \d+ of these showtimes/)
    })

    it('completes a theater with lineage, capabilities and coverage', async () => {
      const { json } = await fixture.request(`/v1/theaters/${leeds}`)
      assert.equal(json.data.id, leeds)
      assert.deepEqual(json.data.source_lineage.raw_ids, { site: 'a1' })
      assert.equal(json.data.source_lineage.captured_at, '2026-11-15T12:00:00.000Z')
      assert.equal(json.data.capabilities.seat_grid, true)
      assert.equal(json.data.coverage.seatmaps, 1)
      assert.equal(json.data.coverage.prices, 1)
      assert.deepEqual(json.data.formats, ['2d', 'imax'])
    })

    it('has one id for the same movie in all chains', async () => {
      const movies = await rowsOf('/v1/movies/search')
      assert.deepEqual(
        movies.map(({ title }: { title: string }) => title),
        ['Copper Moon', 'The Long Harvest', 'Never Shown Again'],
      )
      const [first] = await rowsOf('/v1/movies/search?q=long%20harvest&include=aliases')
      assert.equal(new Set(first.aliases.map((alias: { source: string }) => alias.source)).size, 3)
    })

    it('has aliases in lists on request, and always in a single movie', async () => {
      const aliasesIn = (movie: { aliases?: unknown[] } | undefined) => movie?.aliases?.length ?? 0
      const [listed] = await rowsOf('/v1/movies/search?q=long%20harvest')
      assert.deepEqual([listed.title, aliasesIn(listed)], ['The Long Harvest', 0])
      assert.ok(aliasesIn((await fixture.request(`/v1/movies/${listed.id}`)).json.data) > 0)
      for (const [include, hasAliases] of [
        ['movie', false],
        ['movie,aliases', true],
      ]) {
        const [{ movie }] = await rowsOf(`/v1/showtimes/search?include=${include}&limit=1`)
        assert.ok(movie.source_lineage, 'the fields after the aliases are there')
        assert.equal(aliasesIn(movie) > 0, hasAliases)
      }
    })

    it('says which place it has chosen for near, and what else it could be', async () => {
      for (const path of ['/v1/theaters/search', '/v1/movies/search', '/v1/showtimes/search']) {
        const chosen = async (near: string) =>
          (await fixture.request(`${path}?near=${encodeURIComponent(near)}`)).json.meta.near
        assert.equal((await chosen('Leeds')).place, 'Leeds, England, United Kingdom')
        assert.ok((await chosen('York')).alternatives.includes('York, Pennsylvania, United States'))
        assert.deepEqual(await chosen('53.8,-1.5'), { lat: 53.8, lon: -1.5 })
        assert.equal((await fixture.request(`${path}?lat=53.8&lon=-1.5`)).json.meta.near, undefined)
        for (const [near, message] of [
          ['91,0', 'The latitude in "near" is 91; it must be between -90 and 90.'],
          ['0,-181', 'The longitude in "near" is -181; it must be between -180 and 180.'],
          ['Leedss', 'Unknown place "Leedss". Did you mean "Leeds, England, United Kingdom"'],
          [
            'Xyzzyq',
            'Unknown place "Xyzzyq". Enter a city such as Leeds or Portland, OR, a postal code, or lat,lon.',
          ],
          ['Texas', 'Unknown place "Texas". It is a region or a country; name a city in it.'],
        ] as const) {
          const { status, json } = await fixture.request(`${path}?near=${near}`)
          assert.equal(status, 400)
          assert.ok(json.error.message.startsWith(message), json.error.message)
        }
      }
    })

    it('says before the first sync that a postal code is not known yet, and of a name that it is unknown', async () => {
      await using newPlace = await engine.borrowDatabase()
      await using newStore = await newPlace.openStore()
      await using newFixture = await openCinemaFixture(newStore)
      const early = await newFixture.request('/v1/showtimes/search?near=XX99%209XX')
      assert.deepEqual([early.status, early.json.error.code], [503, 'not_ready'])
      assert.equal(early.headers.get('retry-after'), '5')
      assert.equal((await newFixture.request('/v1/showtimes/search?near=Nowhere%20At%20All')).status, 400)
      assert.equal((await fixture.request('/v1/showtimes/search?near=XX99%209XX')).status, 400)
      const known = await newFixture.request('/v1/showtimes/search?near=LS1%205DL')
      assert.deepEqual([known.status, known.json.data], [200, []])
      assert.equal(known.json.meta.warnings[0].code, 'not_yet_collected')
      const member = newFixture.members.get('alpha.a1')
      assert.ok(member)
      await newFixture.publish('alpha.a1', weekOfRecords(member, newFixture.clock.now()))
      for (const query of ['near=London', 'city=Nowhere']) {
        const during = (await newFixture.request(`/v1/theaters/search?${query}`)).json.meta.warnings
        assert.equal(during.at(-1).code, 'still_collecting', query)
      }
    })

    it('says how far the nearest theater is if none is within the radius', async () => {
      for (const path of ['/v1/theaters/search', '/v1/movies/search', '/v1/showtimes/search']) {
        const far = await fixture.request(`${path}?lat=0&lon=-140`)
        const [warning, ...others] = far.json.meta.warnings
        assert.deepEqual(
          [far.status, far.json.data, warning.code, others],
          [200, [], 'no_theaters_nearby', []],
          path,
        )
        const [, miles] = /nearest is (\d+) miles away/.exec(warning.message) ?? []
        const wide = await fixture.request(`${path}?lat=0&lon=-140&radius_miles=${miles}`)
        assert.equal(wide.json.meta.warnings, undefined, path)
      }
    })

    it('filters movies by time and place', async () => {
      const titles = async (query: string) =>
        (await rowsOf(`/v1/movies/search?${query}`)).map(({ title }: { title: string }) => title)
      assert.deepEqual(await titles('playing_now=true'), ['Copper Moon', 'The Long Harvest'])
      assert.deepEqual(await titles('date=2026-11-13'), ['Never Shown Again'])
      assert.deepEqual(await titles('near=Leeds&radius_miles=5'), ['Copper Moon', 'The Long Harvest'])
      assert.deepEqual(await titles('near=10001&q=moon'), ['Copper Moon'])
      assert.deepEqual(await titles('lat=0&lon=0'), [])
      assert.deepEqual(await titles(`theater_id=${chelsea}&playing_now=true`), [
        'Copper Moon',
        'The Long Harvest',
      ])
      assert.deepEqual(await titles('chain_id=nobody'), [])
    })

    it('lists current and future screenings by default', async () => {
      assert.deepEqual(ids(await rowsOf(`/v1/theaters/${leeds}/showtimes`)), ['running', 'next', 'open'])
      assert.deepEqual(ids(await rowsOf(`/v1/showtimes/search?theater_id=${leeds}&days=2`)), [
        'running',
        'next',
        'open',
        'tomorrow',
        'soon',
        'off',
      ])
      assert.deepEqual(ids(await rowsOf(`/v1/showtimes/search?theater_id=${leeds}&date=2026-11-13`)), ['old'])
      assert.deepEqual(ids(await rowsOf(`/v1/showtimes/search?theater_id=${leeds}&date=2026-11-15`)), [
        'earlier',
        'running',
        'next',
        'open',
      ])
      assert.deepEqual(
        ids(
          await rowsOf(`/v1/theaters/${leeds}/showtimes?from=2026-11-15T06:00:00Z&to=2026-11-15T11:00:00Z`),
        ),
        ['earlier', 'running'],
      )
      assert.deepEqual(
        ids(await rowsOf(`/v1/showtimes/search?theater_id=${leeds}&business_date=2026-11-13`)),
        [],
      )
      assert.deepEqual(
        ids(await rowsOf(`/v1/showtimes/search?theater_id=${leeds}&business_date=2026-11-16`)),
        ['tomorrow', 'soon', 'off'],
      )
    })

    it("counts days in each theater's time zone", async () => {
      const suva = await rowsOf('/v1/showtimes/search?chain_id=gamma&limit=200')
      // Midnight has passed in Fiji and Samoa: all until six belongs to the evening before, and the day has begun.
      assert.deepEqual(
        suva.map((row: { business_date: string }) => row.business_date),
        [...Array(6).fill('2026-11-15'), ...Array(6).fill('2026-11-16')],
      )
      assert.match(suva[0].starts_at_local, /^2026-11-1[56]T\d\d:00:00\+1[23]:00$/)
    })

    it('filters showtimes by kind and place', async () => {
      const found = async (query: string) => ids(await rowsOf(`/v1/showtimes/search?${query}`))
      assert.deepEqual(await found(`theater_id=${leeds}&format=IMAX`), ['running', 'open'])
      assert.deepEqual(await found(`theater_id=${leeds}&seating_type=general_admission`), ['open'])
      assert.deepEqual(await found(`theater_id=${leeds}&has_seatmap=true`), ['running', 'next'])
      assert.deepEqual(await found('lat=53.8&lon=-1.55&radius_miles=5'), ['running', 'next', 'open'])
      assert.deepEqual(await found('lat=0&lon=0'), [])
      assert.deepEqual(await found('near=Leeds&radius_miles=5&has_seatmap=true'), ['running', 'next'])
      const [movie] = await rowsOf('/v1/movies/search?q=copper')
      assert.deepEqual(ids(await rowsOf(`/v1/movies/${movie.id}/showtimes?near=10001`)), ['next'])
      assert.deepEqual(ids(await rowsOf(`/v1/movies/${movie.id}/showtimes?chain_id=alpha`)), ['next', 'next'])
    })

    it('derives the status from the clock', async () => {
      const rows = await rowsOf(`/v1/showtimes/search?theater_id=${leeds}&date=2026-11-13&days=20`)
      const statuses = Object.fromEntries(
        rows.map((row: { source_showtime_id: string; status: string }) => [
          row.source_showtime_id,
          row.status,
        ]),
      )
      assert.deepEqual(statuses, {
        old: 'past',
        earlier: 'past',
        running: 'past',
        next: 'on_sale',
        open: 'on_sale',
        tomorrow: 'on_sale',
        soon: 'not_on_sale',
        off: 'cancelled',
        far: 'on_sale',
      })
    })

    it('adds the requested expansions only', async () => {
      const [plain] = await rowsOf(`/v1/showtimes/search?theater_id=${leeds}&seat_detail=none`)
      assert.equal(plain.movie, undefined)
      const path = `/v1/showtimes/${session('next')}`
      const full = (await fixture.request(`${path}?include=movie,theater,prices,seat_summary,occupancy`)).json
        .data
      assert.equal(full.movie.title, 'Copper Moon')
      assert.equal(full.theater.name, 'Alpha Leeds')
      assert.deepEqual(full.prices[0].amount, 12.5)
      assert.deepEqual(full.availability_summary, {
        seating_type: 'reserved',
        capacity: 6,
        available: 2,
        sold: 1,
        held: 1,
        blocked: 1,
        broken: 1,
        occupancy_rate: 0.5,
        captured_at: '2026-11-15T12:00:00.000Z',
        confidence: 'high',
      })
      const bare = (await fixture.request(`${path}?seat_detail=none`)).json.data
      assert.equal(bare.availability_summary, undefined)
    })

    it('reports horizons and freshness in meta', async () => {
      const { meta } = (await fixture.request(`/v1/theaters/${leeds}/showtimes?days=45&freshness=1m`)).json
      assert.equal(meta.source_mode, 'cached')
      assert.equal(meta.requested_days, 45)
      assert.equal(meta.resolved_days, 11)
      assert.equal(meta.source_horizons[0].last_available_date, '2026-11-25')
      assert.equal(meta.freshness.oldest_captured_at, '2026-11-15T12:00:00.000Z')
    })

    it('renders seats from the shared layout', async () => {
      const { json } = await fixture.request(`/v1/showtimes/${session('next')}/seatmap?seat_detail=grid`)
      assert.equal(json.data.availability_grade, 'grid')
      assert.deepEqual(
        json.data.seats.map((seat: { label: string; status: string }) => `${seat.label} ${seat.status}`),
        ['A1 available', 'A2 sold', 'A3 held', 'A4 blocked', 'A5 broken', 'A6 available'],
      )
      assert.deepEqual(json.data.sections, [{ id: 'main', label: 'Stalls', row_count: 1, column_count: 6 }])
      const summary = await fixture.request(`/v1/showtimes/${session('next')}/seatmap`)
      assert.equal(summary.json.data.seats, undefined)
      assert.equal(summary.json.data.summary.capacity, 6)
    })

    it('rejects unsupported capabilities', async () => {
      const open = await fixture.request(`/v1/showtimes/${session('open')}/seatmap?seat_detail=grid`)
      assert.equal(open.status, 200)
      assert.ok(
        open.json.meta.warnings.some(({ code }: { code: string }) => code === 'general_admission_no_grid'),
      )
      const [counted] = await rowsOf(`/v1/theaters/${chelsea}/showtimes`)
      const [plain] = await rowsOf('/v1/showtimes/search?chain_id=gamma')
      const refused = [
        `/v1/showtimes/${plain.id}/seatmap`,
        `/v1/showtimes/${plain.id}/prices`,
        `/v1/showtimes/${counted.id}/seatmap?seat_detail=grid`,
        `/v1/showtimes/${counted.id}/seatmap?source_mode=live`,
        `/v1/showtimes/${counted.id}/prices`,
      ]
      for (const path of refused) {
        const { status, json } = await fixture.request(path)
        assert.equal(status, 422, path)
        assert.equal(json.error.code, 'unsupported_capability')
      }
      const { error } = (await fixture.request(`/v1/showtimes/${plain.id}/seatmap`)).json
      assert.equal(error.message, 'The source provides no seat data for this theater.')
      const unasked = await fixture.request(`/v1/showtimes/${counted.id}/seatmap`)
      assert.equal(unasked.json.data.availability_grade, 'none')
      assert.equal(unasked.json.data.summary.capacity, null)
    })

    it('pages through every list, each row once', async () => {
      for (const path of [
        '/v1/sources?',
        '/v1/chains?',
        '/v1/theaters/search?',
        '/v1/theaters/search?lat=50&lon=-30&radius_miles=12000&',
        '/v1/movies/search?',
        '/v1/showtimes/search?days=45&',
        '/v1/showtimes/search?date=2026-11-13&days=20&',
        `/v1/theaters/${leeds}/showtimes?days=45&`,
      ]) {
        const whole = await rowsOf(`${path}limit=200`)
        const walked: string[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const { json } = await fixture.request(`${path}limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
          walked.push(...json.data.map(({ id }: { id: string }) => id))
          cursor = json.meta.pagination.next_cursor
        }
        assert.ok(whole.length > 2, path)
        assert.deepEqual(
          walked,
          whole.map(({ id }: { id: string }) => id),
          path,
        )
      }
    })

    it('rejects malformed parameters, and answers 404 for unknown ids', async () => {
      const long = 'x'.repeat(900)
      const bad: [string, number][] = [
        ['/v1/showtimes/search?date=2026-02-30', 400],
        ['/v1/showtimes/search?days=0', 400],
        ['/v1/showtimes/search?days=46', 400],
        ['/v1/showtimes/search?limit=0', 400],
        ['/v1/showtimes/search?limit=201', 400],
        ['/v1/showtimes/search?limit=1.5', 400],
        ['/v1/showtimes/search?from=2026-11-16T00:00:00Z&to=2026-11-15T00:00:00Z', 400],
        ['/v1/showtimes/search?from=yesterday', 400],
        ['/v1/showtimes/search?lat=91&lon=0', 400],
        ['/v1/showtimes/search?lat=9', 400],
        ['/v1/showtimes/search?lat=0&lon=181', 400],
        ['/v1/theaters/search?radius_miles=-1', 400],
        ['/v1/theaters/search?bbox=1,2,3', 400],
        ['/v1/theaters/search?bbox=1,2,3,x', 400],
        ['/v1/theaters/search?bbox=1,9,3,2', 400],
        ['/v1/showtimes/search?include=popcorn', 400],
        ['/v1/movies/search?include=popcorn', 400],
        ['/v1/showtimes/search?freshness=15s', 400],
        ['/v1/showtimes/search?source_mode=psychic', 400],
        ['/v1/showtimes/search?seat_detail=all', 400],
        ['/v1/showtimes/search?seating_type=sofa', 400],
        ['/v1/showtimes/search?has_seatmap=maybe', 400],
        ['/v1/chains?capability=live_refresh', 400],
        ['/v1/showtimes/search?cursor=not-a-cursor!', 400],
        ['/v1/movies/search?near=Nowhere%20At%20All%20XYZ', 400],
        [`/v1/movies/search?near=${long}`, 400],
        ['/v1/showtimes/search?thater_id=x', 400],
        ['/v1/theaters/no-such', 404],
        ['/v1/movies/no-such', 404],
        ['/v1/chains/no-such', 404],
        ['/v1/showtimes/no-such', 404],
        ['/v1/theaters/no-such/showtimes', 404],
        ['/v1/movies/no-such/showtimes', 404],
        ['/v1/showtimes/no-such/seatmap', 404],
        ['/v1/showtimes/no-such/prices', 404],
        [`/v1/showtimes/${long}`, 404],
        [`/v1/theaters/${encodeURIComponent('a/b\'c"; drop table theater')}`, 404],
        [`/v1/theaters/${encodeURIComponent('../../etc')}`, 404],
      ]
      for (const [path, status] of bad) {
        const response = await fixture.request(path)
        assert.equal(response.status, status, `${path}: ${response.text}`)
        assert.equal(typeof response.json.error.code, 'string')
      }
      const foreign = (await fixture.request('/v1/showtimes/search?days=45&limit=2')).json.meta.pagination
        .next_cursor
      const other = await fixture.request(`/v1/showtimes/search?days=44&limit=2&cursor=${foreign}`)
      assert.equal(other.json.error.code, 'invalid_cursor')
      const longest = await fixture.request(`/v1/showtimes/${'y'.repeat(7000)}`)
      assert.equal(longest.status, 414)
    })

    it('accepts the limits of every parameter, and rejects values beyond them', async () => {
      const bounds: [string, (number | string)[], (number | string)[]][] = [
        ['/v1/showtimes/search?days=', [1, 45], [0, 46]],
        ['/v1/showtimes/search?limit=', [1, 200], [0, 201]],
        ['/v1/showtimes/search?lon=0&lat=', [-90, 90], [-90.001, 90.001]],
        ['/v1/showtimes/search?lat=0&lon=', [-180, 180], [-180.001, 180.001]],
        ['/v1/theaters/search?lat=0&lon=0&radius_miles=', [0, 12_500], [-0.001, 12_500.001]],
        [
          '/v1/theaters/search?bbox=',
          ['-180,-90,180,90', '0,0,0,0', '-0.12000000000000001,51.3,0.30000000000000004,5.17e1'],
          ['-181,-90,180,90', '0,0,0,91'],
        ],
        ['/v1/showtimes/search?date=', ['2024-02-29', '2026-12-31'], ['2026-02-29', '2026-13-01']],
        ['/v1/showtimes/search?freshness=', ['0m', '999999999d'], ['m', '15s']],
      ]
      for (const [path, within, beyond] of bounds) {
        for (const value of within)
          assert.equal((await fixture.request(path + value)).status, 200, path + value)
        for (const value of beyond)
          assert.equal((await fixture.request(path + value)).status, 400, path + value)
      }
      const instant = '2026-11-15T12:00:00Z'
      assert.equal((await fixture.request(`/v1/showtimes/search?from=${instant}&to=${instant}`)).status, 200)
    })

    it('counts coverage per source, chain, theater and date', async () => {
      const days = await rowsOf(`/v1/coverage?theater_id=${leeds}`)
      assert.deepEqual(
        days.map((row: { business_date: string; counts: { showtimes: number } }) => [
          row.business_date,
          row.counts.showtimes,
        ]),
        [
          ['2026-11-13', 1],
          ['2026-11-15', 4],
          ['2026-11-16', 3],
          ['2026-11-25', 1],
        ],
      )
      assert.equal((await rowsOf('/v1/coverage?date=2026-11-13&chain_id=alpha')).length, 2)
      assert.equal((await rowsOf('/v1/coverage?capability=seat_grid')).length, 8)
      const { json } = await fixture.request('/v1/stats')
      assert.equal(json.data.counts.showtimes, 45)
      assert.equal(json.data.counts.theaters, 5)
    })

    it('counts theaters by state, and lists the stale ones with the reason', async () => {
      const members = [...fixture.members.values()].filter(({ chain }) => chain === 'alpha')
      const [fresh, dead] = members.map(({ id }) => id).sort()
      const now = fixture.clock.now()
      const reads = { source_id: 'grid-platform', tried_at: now, changed_at: null, due_at: now + 60_000 }
      await store.ledger.transaction((tx) =>
        tx
          .insertInto('member_health')
          .values([
            {
              ...reads,
              member_id: fresh ?? '',
              succeeded_at: now,
              failures: 0,
              error_code: null,
              error_message: null,
            },
            {
              ...reads,
              member_id: dead ?? '',
              succeeded_at: null,
              failures: 3,
              error_code: 'gone',
              error_message: 'The member no longer exists at the upstream.',
            },
          ])
          .execute(),
      )
      const read = async (path: string) => (await fixture.request(path, { headers })).json
      const { data: status } = await read('/v1/sync-status')
      assert.deepEqual(
        status.map((row: { chain_id: string; members: unknown }) => [row.chain_id, row.members]),
        [
          ['alpha', { on: 1, new: 0, stale: 1, off: 0 }],
          ['beta', { on: 0, new: 1, stale: 0, off: 0 }],
          ['gamma', { on: 0, new: 2, stale: 0, off: 0 }],
        ],
      )
      const { data: stale } = await read('/v1/sync-members?state=stale')
      const { name } = fixture.members.get(dead ?? '') ?? {}
      assert.deepEqual(stale, [
        {
          source_id: 'grid-platform',
          chain_id: 'alpha',
          member_id: dead,
          name,
          state: 'stale',
          reason: 'The member no longer exists at the upstream.',
          health: 'missing_artifact',
          record_count: 0,
          failures: 3,
          last_read_at: '2026-11-15T12:00:00.000Z',
          last_success_at: null,
          due_at: '2026-11-15T12:01:00.000Z',
        },
      ])
      const paged: string[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const { data, meta } = await read(`/v1/sync-members?limit=2${cursor && `&cursor=${cursor}`}`)
        paged.push(
          ...data.map((row: { source_id: string; member_id: string }) => `${row.source_id} ${row.member_id}`),
        )
        cursor = meta.pagination.next_cursor ?? undefined
      }
      assert.deepEqual(paged, [...paged].sort())
      assert.equal(new Set(paged).size, fixture.members.size)
      assert.equal(paged.length, fixture.members.size)
      assert.equal((await read('/v1/sync-members?chain_id=gamma')).data.length, 2)
      assert.equal((await read('/v1/sync-members?source_id=no-such')).data.length, 0)
    })

    it('requires a key for operations', async () => {
      for (const path of [
        'artifacts',
        'analytics',
        'sync-jobs',
        'sync-runs',
        'sync-status',
        'sync-members',
      ]) {
        assert.equal((await fixture.request(`/v1/${path}`)).status, 401, path)
        const response = await fixture.request(`/v1/${path}`, { headers })
        assert.equal(response.status, 200, response.text)
      }
      const plan = async (query: string) =>
        (await fixture.request(`/v1/sync-jobs?${query}`, { headers })).json.data.jobs.map(
          ({ source_id }: { source_id: string }) => source_id,
        )
      assert.deepEqual(await plan(''), ['grid-platform', 'count-platform', 'plain-platform'])
      assert.deepEqual(await plan('profile=browser'), ['far-platform'])
      assert.deepEqual(await plan('include_all=true'), [
        'grid-platform',
        'count-platform',
        'plain-platform',
        'far-platform',
      ])
      assert.deepEqual(await plan('include_all=true&requires_browser=false'), [
        'grid-platform',
        'count-platform',
        'plain-platform',
      ])
      const status = (await fixture.request('/v1/sync-status?include_inactive=true', { headers })).json.data
      assert.deepEqual(
        status.map((row: { source_id: string; chain_id: string | null }) => [row.source_id, row.chain_id]),
        [
          ['grid-platform', 'alpha'],
          ['count-platform', 'beta'],
          ['plain-platform', 'gamma'],
          ['far-platform', null],
        ],
      )
    })
  })
}
