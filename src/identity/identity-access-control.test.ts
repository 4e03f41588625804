import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { openStreamSocket } from '../../test/support/server/event-reader.ts'
import { openIdentityFixture } from '../../test/support/server/identity-fixture.ts'
import { assertNetworksAreHeld } from '../../test/support/server/network-limits.ts'
import { testEngines } from '../../test/support/store/test-engines.ts'
import { LiveEvent } from '../http/live/live-event.ts'
import { defineRoute } from '../http/route.ts'

const perMinute3 = { anonymous: { perSecond: 100, perMinute: 3 } }

for (const engine of testEngines) {
  describe(`${engine.name}: access control`, { skip: engine.skip }, () => {
    it('counts requests, whatever happens to the wall clock', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      const clock = new FakeClock()
      const rates = { anonymous: { perSecond: 100, perMinute: 3 } }
      await using server = await openIdentityFixture({ store, clock, rates })
      const send = () => server.request('GET', '/v1/things')
      for (let n = 0; n < 3; n += 1) assert.equal((await send()).status, 200)
      for (const stepMs of [0, 61_000, -122_000, 40 * 86_400_000, -80 * 86_400_000]) {
        clock.stepWallClock(stepMs)
        const { status, headers } = await send()
        assert.equal(status, 429, `after a step of ${stepMs} ms`)
        assert.ok(Number(headers.get('retry-after')) <= 60, `${headers.get('retry-after')} seconds`)
      }
    })

    it('holds all networks of a /56 to four times the limit of an address, and those of a /48 to sixteen times', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      await using server = await openIdentityFixture({ store, clock: new FakeClock(), rates: perMinute3 })
      await assertNetworksAreHeld(server)
    })

    it('holds them so for live reads too', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      const rates = { livePerSecond: 3, anonymous: { perSecond: 1000, perMinute: 1000 } }
      await using server = await openIdentityFixture({ store, clock: new FakeClock(), rates })
      await assertNetworksAreHeld(server, '/v1/live')
    })

    it('ends the streams of a key that is revoked, counts a stream as one request, and its messages too', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      const clock = new FakeClock()
      const rates = { identified: { perSecond: 100, perMinute: 5 } }
      const routes = () => [echoRoute]
      await using server = await openIdentityFixture({ store, clock, rates, routes })
      const { token, key, keyId } = await server.signIn('reader@example.org')
      const headers = { 'x-api-key': key }
      assert.equal((await server.request('GET', '/v1/things', { headers })).status, 200)
      using reader = await openStreamSocket(`${server.origin}/v1/echo`, headers)
      for (let n = 0; n < 4; n += 1) reader.send('hello')
      await reader.log.until(() => reader.log.events.length === 4)
      assert.deepEqual(
        reader.log.events.map(({ event, data }) => data.error?.code ?? event),
        ['echo', 'echo', 'echo', 'rate_limited'],
      )
      clock.advance(60_000)
      const authorization = `Bearer ${token}`
      const path = `/v1/auth/keys/${keyId}`
      assert.equal((await server.request('DELETE', path, { headers: { authorization } })).status, 200)
      clock.advance(2000)
      const { data } = await reader.log.find(({ data }) => data.error?.code === 'unauthenticated')
      assert.equal(data.error.details.reason, 'revoked')
      await reader.log.untilClosed()
    })
  })
}

const echoRoute = defineRoute({
  method: 'GET',
  path: '/v1/echo',
  id: 'echo',
  tag: 'Streams',
  summary: 'Echo',
  access: 'key_or_token',
  cache: 'no-store',
  acceptsAny: true,
  live: 'socket',
  response: { body: Type.String() },
  handle: () => ({
    live: (connection) => ({
      onReady: () => {},
      onMessage: () => connection.send([new LiveEvent('echo', '{}')]),
    }),
  }),
})
