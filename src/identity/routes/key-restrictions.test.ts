import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Type } from 'typebox'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { openStreamSocket } from '../../../test/support/server/event-reader.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { type Scope, scopes } from '../../core/scopes.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'

const inside = '198.51.100.7'
const outside = '203.0.113.7'

function scopedRoute(scope: Scope, live?: 'socket'): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: live ? `/v1/${scope}-stream` : `/v1/${scope}`,
    id: '',
    tag: 'Scopes',
    summary: '',
    scope,
    access: 'optional',
    cache: live ? 'no-store' : { scope: 'things', maxAgeSeconds: 60 },
    ...(live
      ? { live, acceptsAny: true, response: { body: Type.String() } }
      : { response: { data: Type.Object({}) } }),
    handle: () => (live ? { live: () => ({ onReady: () => {}, onMessage: () => {} }) } : dataReply({})),
  })
}

const routes = [...scopes.map((scope) => scopedRoute(scope)), scopedRoute('changes', 'socket')]

for (const engine of testEngines) {
  describe(`${engine.name}: what keys may do`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    const clock = new FakeClock('2026-11-15T12:00:00Z')
    let server: IdentityFixture
    let token: string
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      server = await openIdentityFixture({ store, clock, routes: () => routes })
      ;({ token } = await server.signIn('owner@example.org'))
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })
    const manage = (method: string, path: string, body?: unknown) =>
      server.request(method, path, { headers: { authorization: `Bearer ${token}` }, body })
    async function createKey(body: unknown) {
      const { status, json, text } = await manage('POST', '/v1/auth/keys', body)
      assert.equal(status, 201, text)
      server.expectNotLogged(json.data.secret)
      return json.data as { id: string; secret: string; expires_at: string | null; scopes: Scope[] }
    }
    const read = (key: string, path: string, clientAddress = inside) =>
      server.request('GET', path, { headers: { 'x-api-key': key }, clientAddress })

    it('is everything if nothing is said', async () => {
      const { id, secret, scopes: allowed, expires_at } = await createKey({})
      assert.deepEqual([allowed, expires_at], [[...scopes], null])
      for (const scope of scopes) assert.equal((await read(secret, `/v1/${scope}`)).status, 200)
      assert.equal((await read(secret, '/v1/analytics')).status, 200)
      await manage('DELETE', `/v1/auth/keys/${id}`)
    })

    it('is what its scopes say, also where a response is cached', async () => {
      const all = await createKey({})
      for (const allowed of scopes) {
        const { id, secret } = await createKey({ scopes: [allowed] })
        for (const scope of scopes) {
          for (let n = 0; n < 3; n += 1) assert.equal((await read(all.secret, `/v1/${scope}`)).status, 200)
          const response = await read(secret, `/v1/${scope}`)
          if (scope === allowed) {
            assert.equal(response.status, 200)
            continue
          }
          assertError(response, 403, 'insufficient_scope')
          const { details } = response.json.error
          assert.deepEqual(details, { required_scope: scope, scopes: [allowed] })
          assert.match(
            response.headers.get('www-authenticate') ?? '',
            new RegExp(`error="insufficient_scope", scope="${scope}"`),
          )
        }
        assert.equal((await read(secret, '/v1/analytics')).status, allowed === 'operate' ? 200 : 403)
        await manage('DELETE', `/v1/auth/keys/${id}`)
      }
      await manage('DELETE', `/v1/auth/keys/${all.id}`)
    })

    it('is bound to addresses and networks of both kinds, by the address that limits use', async () => {
      const { id, secret } = await createKey({
        allowed_addresses: ['198.51.100.0/24', '2001:DB8::/32', '::1'],
      })
      for (const address of [inside, '198.51.100.255', '2001:db8:ffff::1', '::1', '::ffff:198.51.100.1'])
        assert.equal((await read(secret, '/v1/read', address)).status, 200, address)
      for (const address of [outside, '198.51.101.1', '2001:db9::1', '::2', '127.0.0.1']) {
        const response = await read(secret, '/v1/read', address)
        assertError(response, 403, 'address_not_allowed')
        assert.deepEqual(response.json.error.details, { address })
      }
      // What a caller claims before the trusted proxy adds its address counts for nothing.
      const spoofed = await read(secret, '/v1/read', `${inside}, ${outside}`)
      assertError(spoofed, 403, 'address_not_allowed')
      // Together with a token of its owner, too.
      const both = await server.request('GET', '/v1/read', {
        headers: { 'x-api-key': secret, authorization: `Bearer ${token}` },
        clientAddress: outside,
      })
      assertError(both, 403, 'address_not_allowed')
      await manage('DELETE', `/v1/auth/keys/${id}`)
    })

    it('is not bound to IPv4 addresses by networks of IPv6, however these are written', async () => {
      for (const network of ['::/0', '0:0:0:0:0:ffff:0:0/96', '0::ffff:198.51.100.7']) {
        const { id, secret } = await createKey({ allowed_addresses: [network] })
        assertError(await read(secret, '/v1/read'), 403, 'address_not_allowed')
        await manage('DELETE', `/v1/auth/keys/${id}`)
      }
    })

    it('costs its owner nothing where it is refused', async () => {
      const { id, secret } = await createKey({ allowed_addresses: [inside] })
      const remaining = ({ headers }: { headers: Headers }) => headers.get('ratelimit') ?? ''
      for (let n = 0; n < 45; n += 1) await read(secret, '/v1/read', outside)
      assertError(await read(secret, '/v1/read', outside), 429, 'rate_limited')
      clock.advance(60_000)
      const { json } = await manage('GET', '/v1/auth/keys')
      const listed = json.data.find((key: { id: string }) => key.id === id)
      assert.equal(listed.last_used_at, null)
      assert.match(remaining(await read(secret, '/v1/read')), /r=19\d\d/)
      await manage('DELETE', `/v1/auth/keys/${id}`)
    })

    it('can be changed at any time, which open streams notice', async () => {
      const { id, secret } = await createKey({ label: 'bot' })
      using reader = await openStreamSocket(`${server.origin}/v1/changes-stream`, { 'x-api-key': secret })
      assert.equal((await read(secret, '/v1/changes')).status, 200)
      const { json } = await manage('PATCH', `/v1/auth/keys/${id}`, { scopes: ['read'] })
      assert.deepEqual([json.data.label, json.data.scopes], ['bot', ['read']])
      assertError(await read(secret, '/v1/changes'), 403, 'insufficient_scope')
      clock.advance(2000)
      const { data } = await reader.log.find(({ data }) => data.error !== undefined)
      assert.equal(data.error.code, 'insufficient_scope')
      await reader.log.untilClosed()
      const widened = await manage('PATCH', `/v1/auth/keys/${id}`, { scopes: [...scopes], label: '' })
      assert.deepEqual([widened.json.data.label, widened.json.data.scopes], [null, [...scopes]])
      assert.equal((await read(secret, '/v1/changes')).status, 200)
      const bound = await manage('PATCH', `/v1/auth/keys/${id}`, { allowed_addresses: [outside] })
      assert.deepEqual(bound.json.data.allowed_addresses, [outside])
      assertError(await read(secret, '/v1/read'), 403, 'address_not_allowed')
      await manage('PATCH', `/v1/auth/keys/${id}`, { allowed_addresses: [] })
      assert.equal((await read(secret, '/v1/read')).status, 200)
      await manage('DELETE', `/v1/auth/keys/${id}`)
    })

    it('ends with its last day', async () => {
      const { id, secret, expires_at } = await createKey({ expires_in_days: 1 })
      assert.equal(expires_at, new Date(clock.now() + 86_400_000).toISOString())
      assert.equal((await read(secret, '/v1/read')).status, 200)
      clock.advance(86_400_000)
      const response = await read(secret, '/v1/read')
      assertError(response, 401, 'unauthenticated')
      assert.equal(response.json.error.details.reason, 'expired')
      ;({ token } = await server.signIn('owner@example.org'))
      await manage('DELETE', `/v1/auth/keys/${id}`)
    })

    it('is refused in a request that says it wrongly', async () => {
      for (const body of [
        { scopes: [] },
        { scopes: ['admin'] },
        { scopes: Array(100).fill('read') },
        { expires_in_days: 0 },
        { expires_in_days: 1.5 },
        { expires_in_days: 1e9 },
        { allowed_addresses: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) },
        ...[
          '',
          '10.0.0.0/33',
          '10.0.0.0/8/8',
          'example.org',
          '::1/129',
          'fe80::1%eth0',
          '1.2.3.4 5.6.7.8',
        ].map((address) => ({ allowed_addresses: [address] })),
        { allowed_addresses: ['::ffff:10.0.0.1'] },
        { allowed_addresses: ['1'.repeat(5000)] },
      ]) {
        const { status, json } = await manage('POST', '/v1/auth/keys', body)
        assert.ok(status === 400 || status === 413, JSON.stringify(body).slice(0, 80))
        assert.ok(json.error.details)
      }
      assertError(await manage('PATCH', '/v1/auth/keys/nobody', {}), 400, 'invalid_request')
      assertError(await manage('PATCH', '/v1/auth/keys/nobody', { scopes: ['read'] }), 404, 'not_found')
    })
  })
}
