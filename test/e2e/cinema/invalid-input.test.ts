/** Ids and words nobody should send: each is refused or not found, on every route that takes one, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { stableId } from '../../../src/core/stable-id.ts'
import type { Store } from '../../../src/store/store.ts'
import { type CinemaFixture, openCinemaFixture, publishWeek } from '../../support/cinema/cinema-fixture.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const leeds = stableId('th', 'grid-platform', 'alpha', 'a1')

const oddIds: Readonly<Record<string, string>> = {
  'with slashes': `${leeds}/../${leeds}`,
  'with a backslash': `${leeds}\\`,
  'that climb': '../../../etc/passwd',
  'with quotes': `${leeds}'"\``,
  'with a statement': `' or 1=1; drop table showtime; --`,
  'with NUL': `${leeds}\0`,
  'of NUL alone': '\0',
  'with line ends': `${leeds}\r\nset-cookie: a=b`,
  'with a wildcard': 'th_%',
  'with a lone surrogate’s substitute': `${leeds}\ufffd`,
  'with an emoji': `🎬${leeds}`,
  'with a blank': ' ',
  'of another kind': stableId('mv', 'x'),
  'with capital letters': leeds.toUpperCase(),
  'of a prototype': '__proto__',
  'of 1,000 characters': 'y'.repeat(1000),
}

/** What a 400 may be called. */
const refusals = ['invalid_request', 'malformed_request']

const idRoutes = [
  '/v1/chains/{id}',
  '/v1/theaters/{id}',
  '/v1/theaters/{id}/showtimes',
  '/v1/movies/{id}',
  '/v1/movies/{id}/showtimes',
  '/v1/showtimes/{id}',
  '/v1/showtimes/{id}/seatmap',
  '/v1/showtimes/{id}/prices',
]

/** Lists that take ids and words as filters: what nobody has gives an empty list. */
const filterRoutes = [
  '/v1/coverage?chain_id={id}',
  '/v1/coverage?theater_id={id}',
  '/v1/theaters/search?chain_id={id}',
  '/v1/theaters/search?city={id}',
  '/v1/theaters/search?state={id}',
  '/v1/theaters/search?postal_code={id}',
  '/v1/movies/search?chain_id={id}',
  '/v1/movies/search?theater_id={id}',
  '/v1/showtimes/search?theater_id={id}',
  '/v1/showtimes/search?movie_id={id}',
  '/v1/showtimes/search?chain_id={id}',
  '/v1/showtimes/search?format={id}',
]

/** Words are searched for, so that anything may be found. */
const searchRoutes = ['/v1/theaters/search?q={id}', '/v1/movies/search?q={id}']

const operationRoutes = [
  '/v1/artifacts?source_id={id}',
  '/v1/artifacts?chain_id={id}',
  '/v1/sync-runs?source_id={id}',
  '/v1/sync-runs?chain_id={id}',
  '/v1/sync-status?source_id={id}',
  '/v1/sync-status?chain_id={id}',
  '/v1/sync-members?source_id={id}',
  '/v1/sync-members?chain_id={id}',
]

for (const engine of testEngines) {
  describe(`invalid input to the cinema service on ${engine.name}`, { skip: engine.skip }, () => {
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

    const path = (route: string, id: string) => route.replace('{id}', encodeURIComponent(id))

    for (const [kind, id] of Object.entries(oddIds)) {
      it(`answers 404 for ids ${kind}`, async () => {
        for (const route of idRoutes) {
          const response = await fixture.request(path(route, id))
          assert.ok(
            response.status === 404 || response.status === 400,
            `${route}: ${response.status} ${response.text}`,
          )
          const codes = response.status === 404 ? ['not_found'] : refusals
          assert.ok(codes.includes(response.json.error.code), `${route}: ${response.text}`)
          assert.equal(response.headers.get('set-cookie'), null)
        }
      })

      it(`returns empty lists for ids ${kind}`, async () => {
        for (const route of filterRoutes) {
          const response = await fixture.request(path(route, id))
          if (response.status === 200) assert.deepEqual(response.json.data, [], route)
          else assert.ok(refusals.includes(response.json.error.code), `${route}: ${response.text}`)
        }
        for (const route of searchRoutes) {
          const { status, text } = await fixture.request(path(route, id))
          assert.ok(status === 200 || status === 400, `${route}: ${text}`)
        }
        const near = await fixture.request(path('/v1/showtimes/search?near={id}', id))
        assert.equal(near.status, 400, near.text)
      })
    }

    it('returns no operations for odd ids', async () => {
      for (const id of Object.values(oddIds)) {
        for (const route of operationRoutes) {
          const response = await fixture.request(path(route, id), { headers })
          if (response.status === 200) assert.deepEqual(response.json.data, [], route)
          else assert.ok(refusals.includes(response.json.error.code), `${route}: ${response.text}`)
        }
      }
    })

    it('rejects URLs with an id of 10 kB as too long', async () => {
      for (const route of [...idRoutes, ...filterRoutes, ...searchRoutes, ...operationRoutes]) {
        const response = await fixture.request(path(route, 'z'.repeat(10_240)), { headers })
        assert.equal(response.status, 414, route)
        assert.equal(response.json.error.code, 'uri_too_long')
      }
    })

    it('takes an empty snapshot for odd ids, and rejects ids that are too long', async () => {
      const take = (body: object) =>
        fixture.request('/v1/availability/snapshot', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      for (const name of ['theater_ids', 'movie_ids', 'chain_ids']) {
        for (const [kind, id] of Object.entries(oddIds)) {
          const { status, json, text } = await take({ [name]: [id] })
          if (status === 200) {
            assert.deepEqual(json.data, { showtimes: [], seatmaps: [] }, `${name} ${kind}`)
            assert.equal(json.meta.credits_charged, 0)
          } else assert.ok(refusals.includes(json.error.code), `${name} ${kind}: ${text}`)
        }
        const long = await take({ [name]: ['z'.repeat(10_240)] })
        assert.equal(long.status, 400, `${name}: ${long.text}`)
        const many = await take({ [name]: Array.from({ length: 5000 }, (_, index) => `id-${index}`) })
        assert.equal(many.status, 400, `${name}: ${many.text}`)
      }
    })

    it('rejects nonexistent days and instants in every parameter', async () => {
      const days = [
        '2026-02-30',
        '2026-13-01',
        '2026-00-10',
        '2026-1-1',
        '20261115',
        '15.11.2026',
        'today',
        '',
      ]
      for (const route of [
        '/v1/coverage?date=',
        '/v1/movies/search?date=',
        '/v1/showtimes/search?date=',
        '/v1/showtimes/search?business_date=',
        `/v1/theaters/${leeds}/showtimes?date=`,
      ])
        for (const value of days)
          assert.equal((await fixture.request(route + value)).status, 400, route + value)
      const instants = [
        '2026-02-30T00:00:00Z',
        '2026-11-15T25:00:00Z',
        '2026-11-15',
        '2026-11-15T12:00:00',
        'now',
      ]
      for (const route of [
        '/v1/showtimes/search?from=',
        '/v1/showtimes/search?to=',
        `/v1/theaters/${leeds}/showtimes?from=`,
        '/v1/theaters/search?updated_after=',
      ])
        for (const value of instants)
          assert.equal((await fixture.request(route + value)).status, 400, route + value)
    })

    it('accepts the limits of operations parameters, and rejects values beyond them', async () => {
      for (const [route, within, beyond] of [
        ['/v1/analytics?days=', [1, 90], [0, 91]],
        ['/v1/analytics?top_limit=', [1, 50], [0, 51]],
        ['/v1/artifacts?limit=', [1, 200], [0, 201]],
        ['/v1/sync-runs?limit=', [1, 200], [0, 201]],
        ['/v1/sync-runs?status=', ['failed', 'running'], ['odd', '']],
        ['/v1/sync-jobs?profile=', ['daily', 'browser', 'all'], ['weekly', '']],
        ['/v1/sync-jobs?requires_browser=', ['true', 'false'], ['1', 'yes']],
      ] as const) {
        for (const value of within)
          assert.equal((await fixture.request(route + value, { headers })).status, 200, route + value)
        for (const value of beyond)
          assert.equal((await fixture.request(route + value, { headers })).status, 400, route + value)
      }
    })

    it('accepts the limits of snapshot fields, and rejects values beyond them', async () => {
      const status = async (body: object) =>
        (
          await fixture.request('/v1/availability/snapshot', {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ chain_ids: ['nobody'], ...body }),
          })
        ).status
      const area = { lat: 0, lon: 0, radius_miles: 0 }
      for (const body of [
        { days: 1 },
        { days: 45 },
        { area: { ...area, lat: 90, lon: 180 } },
        { area: { ...area, lat: -90, lon: -180, radius_miles: 12_500 } },
        { theater_ids: Array.from({ length: 500 }, (_, index) => `t${index}`) },
        { theater_ids: ['x'.repeat(64)] },
        { from: '2026-11-15T12:00:00Z', to: '2026-11-15T12:00:00Z' },
        { freshness: '0m' },
      ])
        assert.equal(await status(body), 200, JSON.stringify(body).slice(0, 100))
      for (const body of [
        { days: 0 },
        { days: 46 },
        { days: 1.5 },
        { days: '1' },
        { area: { ...area, lat: 90.001 } },
        { area: { ...area, lon: -180.001 } },
        { area: { ...area, radius_miles: 12_500.001 } },
        { area: { lat: 0, lon: 0 } },
        { theater_ids: Array.from({ length: 501 }, (_, index) => `t${index}`) },
        { theater_ids: ['x'.repeat(65)] },
        { theater_ids: [''] },
        { theater_ids: [7] },
        { theater_ids: 'all' },
        { seat_detail: 'all' },
        { source_mode: 'psychic' },
        { freshness: '15s' },
      ])
        assert.equal(await status(body), 400, JSON.stringify(body).slice(0, 100))
    })

    it('reports how many requested days lie within the horizon, and returns nothing beyond it', async () => {
      for (const [date, days, resolved, found] of [
        ['2026-11-25', 1, 1, 1],
        ['2026-11-25', 45, 1, 1],
        ['2026-11-20', 6, 6, 1],
        ['2026-11-26', 1, 0, 0],
        ['2027-11-15', 45, 0, 0],
        ['9999-12-31', 45, 0, 0],
      ] as const) {
        const path = `/v1/theaters/${leeds}/showtimes?date=${date}&days=${days}`
        const { status, json, text } = await fixture.request(path)
        assert.equal(status, 200, text)
        assert.deepEqual(
          [json.data.length, json.meta.requested_days, json.meta.resolved_days],
          [found, days, resolved],
          path,
        )
      }
    })

    it('accepts a cursor only for its own query', async () => {
      const lists = [
        '/v1/sources?limit=2',
        '/v1/chains?limit=2',
        '/v1/theaters/search?limit=2',
        '/v1/movies/search?limit=2',
        '/v1/showtimes/search?days=45&limit=2',
        `/v1/theaters/${leeds}/showtimes?days=45&limit=2`,
      ]
      const cursors: string[] = []
      for (const list of lists) {
        const { next_cursor } = (await fixture.request(list)).json.meta.pagination
        assert.equal(typeof next_cursor, 'string', list)
        cursors.push(next_cursor)
      }
      for (const [at, list] of lists.entries()) {
        for (const [from, cursor] of cursors.entries()) {
          const response = await fixture.request(`${list}&cursor=${cursor}`)
          if (from === at) assert.equal(response.status, 200, response.text)
          else assert.equal(response.json.error.code, 'invalid_cursor', `${list} with that of ${lists[from]}`)
        }
        const own = cursors[at] ?? ''
        const bent = own.slice(0, -3) + (own.at(-3) === 'A' ? 'B' : 'A') + own.slice(-2)
        assert.equal(
          (await fixture.request(`${list}&cursor=${bent}`)).json.error.code,
          'invalid_cursor',
          list,
        )
      }
    })

    it('rejects invalid escapes', async () => {
      for (const route of [
        '/v1/theaters/%',
        '/v1/theaters/%zz',
        '/v1/theaters/%ff',
        '/v1/theaters/search?q=%ff',
      ])
        assert.equal((await fixture.request(route)).status, 400, route)
    })
  })
}
