import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import type { Store } from '../../store/store.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: signing in`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let clock: FakeClock
    let server: IdentityFixture
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      clock = new FakeClock()
      server = await openIdentityFixture({ store, clock })
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

    it('ends with signing out: of one session or of all, and keys stay', async () => {
      const email = 'leaving@example.org'
      const sessions: { token: string; key: string }[] = []
      for (let n = 0; n < 4; n += 1) {
        sessions.push(await server.signIn(email))
        clock.advance(60_000)
      }
      const other = await server.signIn('staying@example.org')
      const statuses = () =>
        Promise.all(
          [...sessions, other].map(async ({ token }) => {
            return (await server.request('GET', '/v1/auth/keys', { headers: bearer(token) })).status
          }),
        )
      const [first, second, , fourth] = sessions
      assert.ok(first && second && fourth)
      assert.deepEqual(await statuses(), [200, 200, 200, 200, 200])
      const signOut = (path: string, headers: Record<string, string>) =>
        server.request('POST', path, { headers })
      const one = await signOut('/v1/auth/sign-out', bearer(second.token))
      assert.deepEqual([one.status, one.json.data], [200, { tokens_revoked: 1 }])
      assert.deepEqual(await statuses(), [200, 401, 200, 200, 200])
      assertError(await signOut('/v1/auth/sign-out', { 'x-api-key': first.key }), 401, 'unauthenticated')
      const all = await signOut('/v1/auth/sign-out-everywhere', bearer(fourth.token))
      assert.deepEqual([all.status, all.json.data], [200, { tokens_revoked: 3 }])
      assert.deepEqual(await statuses(), [401, 401, 401, 401, 200])
      const { status } = await server.request('GET', '/v1/private-things', {
        headers: { 'x-api-key': first.key },
      })
      assert.equal(status, 200)
    })

    it('exchanges a code for a token and a key, each returned once', async () => {
      const sent = await server.request('POST', '/v1/auth/otp', { body: { email: 'Ada@Example.org' } })
      assert.equal(sent.status, 202)
      assert.deepEqual(sent.json.data, { sent: true, expires_in_seconds: 600 })
      const code = await server.latestCode('ada@example.org')
      assert.match(code, /^\d{6}$/)
      const body = { email: 'ada@example.ORG', code, label: 'first' }
      const { status, json, headers } = await server.request('POST', '/v1/auth/verify', { body })
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('content-encoding'), null)
      const { token, key, token_type, token_expires_at } = json.data
      server.expectNotLogged(token)
      server.expectNotLogged(key.secret)
      assert.match(token, /^bs_token_[0-9A-Za-z]{14}_[0-9A-Za-z]{49}$/)
      assert.match(key.secret, /^bs_live_[0-9A-Za-z]{14}_[0-9A-Za-z]{49}$/)
      assert.equal(token_type, 'Bearer')
      assert.equal(Date.parse(token_expires_at), clock.now() + 12 * 3_600_000)
      assert.equal(key.prefix, `bs_live_${key.id}`)
      assert.ok(key.secret.startsWith(key.prefix) && key.secret.endsWith(key.last_four))
      const listed = await server.request('GET', '/v1/auth/keys', { headers: bearer(token) })
      assert.equal(listed.status, 200)
      assert.equal(listed.json.data[0].label, 'first')
      assert.ok(!listed.text.includes(key.secret) && !listed.text.includes('hash'))
    })

    it('creates no key when `create_key` is false', async () => {
      await server.request('POST', '/v1/auth/otp', { body: { email: 'no-key@example.org' } })
      const code = await server.latestCode('no-key@example.org')
      const { json } = await server.request('POST', '/v1/auth/verify', {
        body: { email: 'no-key@example.org', code, create_key: false },
      })
      server.expectNotLogged(json.data.token)
      assert.deepEqual([json.data.key, json.data.key_omitted], [null, null])
    })

    it('creates, lists, renames and revokes keys; revoking twice changes nothing', async () => {
      const { token } = await server.signIn('keys@example.org')
      const headers = bearer(token)
      const created = await server.request('POST', '/v1/auth/keys', { headers })
      assert.equal(created.status, 201)
      const { id, secret } = created.json.data
      server.expectNotLogged(secret)
      assert.equal(
        (await server.request('GET', '/v1/private-things', { headers: { 'x-api-key': secret } })).status,
        200,
      )
      const named = await server.request('PATCH', `/v1/auth/keys/${id}`, {
        headers,
        body: { label: 'x'.repeat(80) },
      })
      assert.deepEqual([named.status, named.json.data.label], [200, 'x'.repeat(80)])
      for (const label of ['', '   ']) {
        const blank = await server.request('PATCH', `/v1/auth/keys/${id}`, { headers, body: { label } })
        assert.deepEqual([blank.status, blank.json.data.label], [200, null])
      }
      const first = await server.request('DELETE', `/v1/auth/keys/${id}`, { headers })
      clock.advance(5000)
      const second = await server.request('DELETE', `/v1/auth/keys/${id}`, { headers })
      assert.deepEqual([first.status, first.json.data.status], [200, 'revoked'])
      assert.deepEqual([second.status, second.json.data.revoked_at], [200, first.json.data.revoked_at])
      const all = await server.request('GET', '/v1/auth/keys', { headers })
      const active = await server.request('GET', '/v1/auth/keys?include_revoked=false', { headers })
      assert.deepEqual([all.json.data.length, active.json.data.length], [2, 1])
    })

    it('allows ten active keys; the eleventh is 409, and sign-in still works without one', async () => {
      const { token } = await server.signIn('many@example.org')
      const headers = bearer(token)
      const created = await Promise.all(
        Array.from({ length: 14 }, () => server.request('POST', '/v1/auth/keys', { headers })),
      )
      const statuses = created.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [...Array(9).fill(201), ...Array(5).fill(409)])
      for (const response of created) {
        if (response.status === 201) server.expectNotLogged(response.json.data.secret)
        else assertError(response, 409, 'key_limit_reached')
      }
      clock.advance(61_000)
      await server.request('POST', '/v1/auth/otp', { body: { email: 'many@example.org' } })
      const code = await server.latestCode('many@example.org')
      const again = await server.request('POST', '/v1/auth/verify', {
        body: { email: 'many@example.org', code },
      })
      assert.equal(again.status, 200)
      server.expectNotLogged(again.json.data.token)
      assert.deepEqual([again.json.data.key, again.json.data.key_omitted], [null, 'key_limit_reached'])
      const [{ id }] = (await server.request('GET', '/v1/auth/keys', { headers })).json.data
      await server.request('DELETE', `/v1/auth/keys/${id}`, { headers })
      const next = await server.request('POST', '/v1/auth/keys', { headers })
      assert.equal(next.status, 201)
      server.expectNotLogged(next.json.data.secret)
    })

    it('allows a hundred new keys an hour, including revoked ones', async () => {
      const { token } = await server.signIn('busy@example.org')
      const headers = bearer(token)
      const create = () => server.request('POST', '/v1/auth/keys', { headers })
      for (let n = 0; n < 100; n++) {
        const { status, json } = await create()
        assert.equal(status, 201)
        server.expectNotLogged(json.data.secret)
        await server.request('DELETE', `/v1/auth/keys/${json.data.id}`, { headers })
      }
      const refused = await create()
      assertError(refused, 429, 'rate_limited')
      clock.advance(Number(refused.headers.get('retry-after')) * 1000)
      const later = await create()
      assert.equal(later.status, 201)
      server.expectNotLogged(later.json.data.secret)
    })

    it('lists active keys before newer ones that are revoked or expired', async () => {
      const { token, keyId } = await server.signIn('old-key@example.org')
      const row = await server.ledger.read
        .selectFrom('api_key')
        .selectAll()
        .where('id', '=', keyId)
        .executeTakeFirstOrThrow()
      const created_at = row.created_at + 1
      const dead = Array.from({ length: 1001 }, (_, n) => ({
        ...row,
        id: `dead${n}`,
        hash: `dead${n}`,
        created_at,
        ...(n % 2 === 0 ? { revoked_at: created_at } : { expires_at: created_at }),
      }))
      await server.ledger.transaction(async (tx) => {
        await tx.insertInto('api_key').values(dead).execute()
      })
      clock.advance(1000)
      const { json } = await server.request('GET', '/v1/auth/keys', { headers: bearer(token) })
      assert.deepEqual([json.data.length, json.data[0].id, json.data[0].status], [1000, keyId, 'active'])
      assert.notEqual(json.data[1].status, 'active')
    })

    it('replays the response for a repeated Idempotency-Key, and refuses it with another body', async () => {
      const { token } = await server.signIn('twice@example.org')
      const headers = { ...bearer(token), 'idempotency-key': 'make-one-key' }
      const first = await server.request('POST', '/v1/auth/keys', { headers, body: { label: 'once' } })
      const again = await server.request('POST', '/v1/auth/keys', { headers, body: { label: 'once' } })
      assert.deepEqual([first.status, again.status], [201, 201])
      assert.deepEqual(again.json.data, first.json.data)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      server.expectNotLogged(first.json.data.secret)
      const stored = await server.ledger.read.selectFrom('idempotent_answer').selectAll().execute()
      assert.ok(!JSON.stringify(stored).includes(first.json.data.secret))
      const other = await server.request('POST', '/v1/auth/keys', { headers, body: { label: 'other' } })
      assertError(other, 409, 'idempotency_key_reused')
      const bad = await server.request('POST', '/v1/auth/keys', {
        headers: { ...headers, 'idempotency-key': 'x'.repeat(256) },
      })
      assertError(bad, 400, 'invalid_request')
      const { json } = await server.request('GET', '/v1/auth/keys', { headers: bearer(token) })
      assert.equal(json.data.length, 2)
      clock.advance(24 * 3_600_000)
      assertError(await server.request('POST', '/v1/auth/keys', { headers }), 401, 'unauthenticated')
    })

    it('runs concurrent duplicates once', async () => {
      const { token } = await server.signIn('at-once@example.org')
      const headers = { ...bearer(token), 'idempotency-key': 'all-at-once' }
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => server.request('POST', '/v1/auth/keys', { headers })),
      )
      for (const response of responses) {
        if (response.status === 201) server.expectNotLogged(response.json.data.secret)
        else assertError(response, 409, 'request_in_progress')
      }
      const secrets = new Set(
        responses.filter(({ status }) => status === 201).map(({ json }) => json.data.secret),
      )
      assert.equal(secrets.size, 1)
      const { json } = await server.request('GET', '/v1/auth/keys', { headers: bearer(token) })
      assert.equal(json.data.length, 2)
    })

    it('accepts one pending request for higher limits', async () => {
      const { key } = await server.signIn('more@example.org')
      const headers = { 'x-service-key': key }
      const body = { requests_per_second: 5000, requests_per_minute: 90_000, reason: 'A classroom of 200.' }
      const requested = await server.request('POST', '/v1/auth/limits/requests', { headers, body })
      assert.deepEqual([requested.status, requested.json.data.status], [201, 'pending'])
      const again = await server.request('POST', '/v1/auth/limits/requests', { headers, body })
      assertError(again, 409, 'limit_request_open')
      assert.equal(again.json.error.details.id, requested.json.data.id)
      assertError(await server.request('POST', '/v1/auth/limits/requests', { body }), 401, 'unauthenticated')
      for (const wrong of [{ reason: 'short' }, { requests_per_minute: 4999 }]) {
        const refused = await server.request('POST', '/v1/auth/limits/requests', {
          headers,
          body: { ...body, ...wrong },
        })
        assertError(refused, 400, 'invalid_request')
      }
    })
  })
}
