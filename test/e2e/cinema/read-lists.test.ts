/** What the lists of all services have in common, in those of the cinema, the same on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { countMovies } from '../../../src/services/cinema/queries/movies/movies.ts'
import { MovieSearch } from '../../../src/services/cinema/queries/movies/rank-movies.ts'
import type { CinemaTables } from '../../../src/services/cinema/schema/tables.ts'
import type { CinemaMember } from '../../../src/services/cinema/sources/cinema-member.ts'
import type { Store } from '../../../src/store/store.ts'
import { type CinemaFixture, openCinemaFixture, publishWeek } from '../../support/cinema/cinema-fixture.ts'
import { seatRecords, showtimeRecord, weekOfRecords } from '../../support/cinema/made-up-records.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

for (const engine of testEngines) {
  describe(`lists of the cinema on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let fixture: CinemaFixture
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      fixture = await openCinemaFixture(store)
      await publishWeek(fixture)
    })
    after(async () => {
      await fixture[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    const read = async (path: string) => {
      const response = await fixture.request(path)
      assert.equal(response.status, 200, response.text)
      return response.json
    }

    const sessions = async (query: string) => {
      const { data } = await read(`/v1/showtimes/search?days=3&${query}`)
      return data.map((row: { source_showtime_id: string }) => row.source_showtime_id)
    }
    const warningsOf = async (query: string) =>
      ((await read(`/v1/showtimes/search?days=3&${query}`)).meta.warnings ?? []).map(
        ({ message }: { message: string }) => message,
      )

    it('select showtimes by free seats and by seats next to each other', async () => {
      assert.deepEqual(await sessions('min_free=2'), ['next'])
      assert.deepEqual(await sessions('min_free=3'), [])
      assert.deepEqual(await sessions('together=1'), ['next'])
      assert.deepEqual(await sessions('together=2'), [])
      const { clock, members } = fixture
      const member = members.get('alpha.a1') as CinemaMember
      const seats = seatRecords('next', clock.now() + 1, ['sold', 'available', 'available', 'available'])
      await fixture.publish('alpha.a1', [...weekOfRecords(member, clock.now()), ...seats])
      assert.deepEqual(await sessions('together=3'), ['next'])
      assert.deepEqual(await sessions('together=4'), [])
    })

    it('take several values, and values to exclude', async () => {
      const chains = async (query: string) =>
        (await read(`/v1/theaters/search?${query}`)).data.map((row: { chain_id: string }) => row.chain_id)
      assert.deepEqual(await chains('chain_id=beta%7Cgamma'), ['beta', 'gamma', 'gamma'])
      assert.deepEqual(await chains('chain_id=!gamma'), ['alpha', 'alpha', 'beta'])
      assert.deepEqual(await chains('city=leeds%7CNew%20York'), ['alpha', 'beta'])
      const ofChains = async (chain: string) =>
        (await read(`/v1/showtimes/search?days=3&total=true&chain_id=${chain}`)).meta.total
      const [alpha, beta, both] = [
        await ofChains('alpha'),
        await ofChains('beta'),
        await ofChains('alpha%7Cbeta'),
      ]
      assert.ok(alpha > 0 && beta > 0)
      assert.equal(both, alpha + beta)
      assert.equal(await ofChains('!gamma'), both)
      const formats = new Set(await sessions('format=2d'))
      assert.deepEqual([...formats], ['next'])
      assert.ok(!(await sessions('format=!2d')).includes('next'))
      assert.equal((await sessions('format=2d%7Cimax')).length, (await sessions('')).length)
    })

    it('warn of values that no source has, also beside others', async () => {
      assert.deepEqual(await warningsOf('format=imax%7Cimaxx'), [
        'The value "imaxx" of "format" is not known. Did you mean "imax"?',
      ])
      assert.match((await warningsOf('language=klingon')).join(), /"klingon" of "language" is not known/)
      assert.match(
        (await warningsOf('accessibility=open_captoin')).join(),
        /"open_captoin" of "accessibility" is not known. Did you mean "open_caption"/,
      )
      assert.deepEqual(await warningsOf('language=English%7Cde%7Csk&subtitle_language=sk'), [])
    })

    it('of a chain that is no longer in the directory are not excluded with another', async () => {
      const setChain = (from: string, to: string) =>
        store.readModel.transaction(async (transaction) => {
          const tx = transaction.withTables<CinemaTables>()
          await tx.updateTable('showtime').set({ chain_id: to }).where('chain_id', '=', from).execute()
          await store.readModel.dialect.bumpVersion(transaction, 'cinema', fixture.clock.now())
        })
      const movies = async (query: string) => (await read(`/v1/movies/search?${query}`)).data
      const [before, moviesBefore] = [
        await sessions('chain_id=!gamma'),
        await movies('chain_id=!gamma%7C!alpha'),
      ]
      await setChain('beta', 'former')
      assert.deepEqual(await sessions('chain_id=!gamma'), before)
      assert.deepEqual(await movies('chain_id=!gamma%7C!alpha'), moviesBefore)
      assert.ok(moviesBefore.length > 0)
      assert.ok((await sessions('chain_id=!gamma%7C!former')).length < before.length)
      assert.deepEqual(await sessions('chain_id=former%7C!former'), [])
      await setChain('former', 'beta')
    })

    it('select showtimes by language, subtitles and accessibility', async () => {
      const { clock, members } = fixture
      const member = members.get('beta.b1') as CinemaMember
      const film = { language: 'pt-BR', subtitleLanguage: 'en', formats: ['open_caption'] }
      const extra = showtimeRecord(member, 'spoken', clock.now() + 3_600_000, film)
      await fixture.publish('beta.b1', [...weekOfRecords(member, clock.now()), extra])
      for (const query of [
        'language=pt',
        'language=Portuguese',
        'language=pt-br',
        'subtitle_language=en',
        'accessibility=open_caption%7Caudio_description',
      ])
        assert.deepEqual(await sessions(query), ['spoken'], query)
      for (const query of [
        'language=en',
        'language=pt-br%20pt',
        'language=Old%20Norse',
        'accessibility=imax',
        'format=imex',
      ])
        assert.deepEqual(await sessions(query), [], query)
      for (const query of [
        'language=sub:en',
        'subtitle_language=%3C',
        'accessibility=open%20caption',
        'format=imax%20imax',
        'format=3d%7C!imax:',
        'format=%20',
        'format=3d%7C%20',
        'chain_id=!',
        'chain_id=%20',
      ]) {
        const { status, json } = await fixture.request(`/v1/showtimes/search?${query}`)
        const [parameter] = query.split('=')
        assert.deepEqual([status, json.error?.details?.parameter], [400, parameter], query)
      }
      assert.deepEqual(await sessions('accessibility=!imax'), await sessions(''))
      const both = showtimeRecord(member, 'both', clock.now() + 3_600_000, { formats: ['3d', 'imax'] })
      await fixture.publish('beta.b1', [...weekOfRecords(member, clock.now()), both])
      assert.deepEqual(await sessions('format=3d'), ['both'])
    })

    it('have the end and the distance of a showtime', async () => {
      const { data } = await read('/v1/showtimes/search?near=53.8008,-1.5491&radius_miles=5&include=theater')
      const next = data.find((row: { source_showtime_id: string }) => row.source_showtime_id === 'next')
      assert.equal(next.distance_miles, 0)
      assert.equal(next.theater.distance_miles, 0)
      assert.equal(Date.parse(next.ends_at) - Date.parse(next.starts_at), 95 * 60_000)
      const elsewhere = await read('/v1/showtimes/search?limit=1')
      assert.equal('distance_miles' in elsewhere.data[0], false)
    })

    it('have the showtimes of the nearest theater first if they are sorted by distance, page by page', async () => {
      const place = 'near=53.8008,-1.5491&radius_miles=12000&days=7'
      const walk = async (query: string, limit: number) => {
        const rows: { id: string; distance_miles: number; starts_at: string }[] = []
        for (let cursor = ''; ; ) {
          const page = await read(`/v1/showtimes/search?${place}&${query}&limit=${limit}${cursor}`)
          rows.push(...page.data)
          if (page.meta.pagination.next_cursor === null) return rows
          cursor = `&cursor=${encodeURIComponent(page.meta.pagination.next_cursor)}`
        }
      }
      const byStart = await walk('sort=start', 200)
      const byDistance = await walk('sort=distance', 2)
      const expected = byStart.toSorted((a, b) => a.distance_miles - b.distance_miles)
      assert.deepEqual(byDistance, expected)
      assert.ok(new Set(byDistance.map(({ distance_miles }) => distance_miles)).size > 1)
      const counted = await read(`/v1/showtimes/search?${place}&sort=distance&total=true&limit=1`)
      assert.equal(counted.meta.total, byStart.length)
      const day = new Date(fixture.clock.now()).toISOString().slice(0, 10)
      const dated = await read(`/v1/showtimes/search?near=Leeds&date=${day}&sort=distance`)
      assert.ok(dated.data.length > 0)
      const { status, json } = await fixture.request('/v1/showtimes/search?sort=distance')
      assert.deepEqual([status, json.error.details.parameter], [400, 'sort'])
    })

    it('accept total, where they have one anyway or none can be known, too', async () => {
      for (const path of ['/v1/theaters/search?limit=1', '/v1/chains?limit=1', '/v1/coverage'])
        assert.ok((await read(`${path}${path.includes('?') ? '&' : '?'}total=true`)).meta.total > 0, path)
      const headers = { 'x-api-key': await fixture.createKey() }
      const totalOf = async (path: string) => (await fixture.request(path, { headers })).json.meta.total
      for (const path of ['/v1/artifacts', '/v1/sync-runs']) {
        const { json } = await fixture.request(`${path}?limit=200`, { headers })
        assert.equal(await totalOf(`${path}?total=true&limit=1`), json.data.length, path)
        assert.equal(await totalOf(`${path}?total=true&source_id=none`), 0, path)
      }
      assert.equal(await totalOf('/v1/sync-runs?total=true&chain_id=none'), 0)
      const places = await read('/v1/places/suggest?q=le&total=true')
      assert.equal(places.meta.total, null)
    })

    it('have a total, on request where rows are read to count them', async () => {
      for (const path of ['/v1/theaters/search?limit=1', '/v1/chains?limit=1', '/v1/sources?limit=1']) {
        const { meta } = await read(path)
        assert.ok(meta.total > 1, path)
      }
      const movies = await read('/v1/movies/search?total=true&limit=1')
      assert.equal(movies.meta.total, (await read('/v1/movies/search')).data.length)
      const find = mock.method(MovieSearch.prototype, 'find')
      const named = await read('/v1/movies/search?q=moon&total=true&playing_now=true')
      find.mock.restore()
      assert.equal(named.meta.total, named.data.length)
      assert.equal(find.mock.callCount(), 1)
      assert.equal(await countMovies(store.readModel as never, {}, 1), 1)
      assert.equal('total' in (await read('/v1/showtimes/search')).meta, false)
    })

    it('have positions as GeoJSON', async () => {
      const headers = { accept: 'application/geo+json' }
      const { json, headers: sent } = await fixture.request('/v1/theaters/search?q=leeds', { headers })
      assert.equal(sent.get('content-type'), 'application/geo+json')
      const [{ type, id, geometry, properties }] = json.features
      assert.deepEqual([json.type, type], ['FeatureCollection', 'Feature'])
      assert.deepEqual(geometry, { type: 'Point', coordinates: [-1.5491, 53.8008] })
      assert.deepEqual([properties.id, properties.name], [id, 'Alpha Leeds'])
      const bare = await fixture.request('/v1/theaters/search?q=leeds&fields=name', { headers })
      assert.deepEqual(bare.json.features, [
        { type: 'Feature', geometry: null, properties: { name: 'Alpha Leeds' } },
      ])
      assert.equal((await fixture.request('/v1/movies/search', { headers })).status, 406)
    })

    it('have the expansions that fields names', async () => {
      const { data } = await read('/v1/showtimes/search?days=3&fields=id,movie,theater,prices&limit=1')
      assert.deepEqual(Object.keys(data[0]), ['id', 'movie', 'theater', 'prices'])
      const movies = await read('/v1/movies/search?fields=title,aliases&limit=1')
      assert.ok(movies.data[0].aliases.length > 0)
    })
  })
}
