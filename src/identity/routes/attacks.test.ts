import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { sendRaw } from '../../../test/support/server/raw-connection.ts'
import type { TestResponse } from '../../../test/support/server/test-server.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import type { Store } from '../../store/store.ts'
import { generateKey, generateToken } from '../credentials/credential-format.ts'
import { noMail } from '../mail/mail-transport.ts'
import { sandboxMail } from '../mail/sandbox-mailbox.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: attacks on identities`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let clock: FakeClock
    let server: IdentityFixture
    let used = 0
    /** Every test uses its own addresses and networks, so that none is limited by another. */
    const email = (name = 'victim') => `${name}-${used}@example.org`
    const network = (host = 1) => `198.51.${used}.${host}`

    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      clock = new FakeClock()
      server = await openIdentityFixture({ store, clock })
    })
    afterEach(() => {
      used += 1
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    function otp(address: string, from = network()): Promise<TestResponse> {
      return server.request('POST', '/v1/auth/otp', { body: { email: address }, clientAddress: from })
    }

    function verify(address: string, code: string, from = network()): Promise<TestResponse> {
      return server.request('POST', '/v1/auth/verify', {
        body: { email: address, code },
        clientAddress: from,
      })
    }

    function wrong(code: string, by = 1): string {
      return String((Number(code) + by) % 1_000_000).padStart(6, '0')
    }

    it('guessing a code: after five wrong attempts the right one is refused too', async () => {
      await otp(email())
      const code = await server.latestCode(email())
      for (let n = 1; n <= 5; n++) assertError(await verify(email(), wrong(code, n)), 400, 'invalid_code')
      assertError(await verify(email(), code), 400, 'invalid_code')
      assert.equal(
        await server.ledger.read
          .selectFrom('identity')
          .where('email', '=', email())
          .select('id')
          .executeTakeFirst(),
        undefined,
      )
    })

    it('guessing concurrently: no more than five guesses are checked', async () => {
      await otp(email())
      const code = await server.latestCode(email())
      const guesses = Array.from({ length: 12 }, (_, n) => (n === 11 ? code : wrong(code, n + 1)))
      const responses = await Promise.all(guesses.map((guess) => verify(email(), guess)))
      const row = await server.ledger.read.selectFrom('sign_in_code').selectAll().execute()
      const right = responses.filter(({ status }) => status === 200).length
      assert.ok(right <= 1)
      for (const response of responses)
        if (response.status !== 200) assertError(response, 400, 'invalid_code')
      if (right === 1) {
        const { data } = responses.find(({ status }) => status === 200)?.json ?? {}
        server.expectNotLogged(data.token)
        server.expectNotLogged(data.key.secret)
      } else assert.ok(row.some(({ tries }) => tries >= 5))
    })

    it('guessing without a code: the owner of the address can still sign in', async () => {
      for (let n = 0; n < 120; n++)
        assertError(await verify(email(), '000000', network(n + 1)), 400, 'invalid_code')
      await server.signIn(email(), network(200))
    })

    it('guessing for many addresses: 429 for the network', async () => {
      const statuses: number[] = []
      for (let n = 0; n < 52; n++) {
        clock.advance(1000)
        statuses.push((await verify(email(`many${n}`), '123456')).status)
      }
      assert.deepEqual(statuses, [...Array(50).fill(400), 429, 429])
      assertError(await verify(email('other'), '123456', network(2)), 400, 'invalid_code')
    })

    it('guessing for hours: no more than five codes an hour can be guessed at, five times each', async () => {
      let checked = 0
      for (let minute = 0; minute < 59; minute++) {
        const isSent = (await otp(email(), network(minute + 1))).status === 202
        for (let n = 0; isSent && n < 6; n++) await verify(email(), '000000', network(minute + 1))
        const { tries = 0 } =
          (await server.ledger.read.selectFrom('sign_in_code').select('tries').executeTakeFirst()) ?? {}
        if (isSent) checked += tries
        clock.advance(60_000)
      }
      assert.equal(checked, 25)
    })

    it('replaying a used code', async () => {
      const { token, key } = await server.signIn(email(), network())
      const code = await server.latestCode(email())
      assertError(await verify(email(), code), 400, 'invalid_code')
      assert.ok(token && key)
    })

    it('using an old code: only the newest is valid, for ten minutes', async () => {
      await otp(email())
      const old = await server.latestCode(email())
      clock.advance(60_000)
      await otp(email())
      const fresh = await server.latestCode(email())
      if (old !== fresh) assertError(await verify(email(), old), 400, 'invalid_code')
      clock.advance(10 * 60_000)
      assertError(await verify(email(), fresh), 400, 'invalid_code')
    })

    it('using a code for another address', async () => {
      await otp(email('a'))
      await otp(email('b'))
      assertError(await verify(email('b'), wrong(await server.latestCode(email('b')))), 400, 'invalid_code')
      const codeOfA = await server.latestCode(email('a'))
      if (codeOfA !== (await server.latestCode(email('b')))) {
        assertError(await verify(email('b'), codeOfA), 400, 'invalid_code')
      }
    })

    it('requesting codes repeatedly: one a minute, five an hour', async () => {
      assert.equal((await otp(email())).status, 202)
      const soon = await otp(email(), network(2))
      assertError(soon, 429, 'rate_limited')
      assert.equal(soon.headers.get('retry-after'), '60')
      const reason = 'A code was requested for this address less than a minute ago.'
      assert.equal(soon.json.error.message, `${reason} Try again in 60 seconds.`)
      for (let n = 1; n < 5; n++) {
        clock.advance(60_000)
        assert.equal((await otp(email(), network(n + 2))).status, 202)
      }
      clock.advance(60_000)
      const sixth = await otp(email(), network(9))
      assertError(sixth, 429, 'rate_limited')
      clock.advance(Number(sixth.headers.get('retry-after')) * 1000)
      assert.equal((await otp(email(), network(9))).status, 202)
    })

    it('requesting codes for two hundred addresses from one network: thirty are sent', async () => {
      let sent = 0
      for (let n = 0; n < 200; n++) {
        if (n % 30 === 0) clock.advance(1000)
        const response = await otp(email(`a${n}`))
        if (response.status === 202) sent += 1
        else assertError(response, 429, 'rate_limited')
      }
      assert.equal(sent, 30)
      assert.equal((await otp(email('elsewhere'), network(2))).status, 202)
    })

    it('invalid addresses: line breaks, length, look-alikes, tricks', async () => {
      const bad = [
        'a@example.org\r\nBcc: b@example.org',
        'a@example.org\n',
        ' a@example.org',
        `${'a'.repeat(300)}@example.org`,
        `a@${'b'.repeat(64)}.org`,
        'a@ex\u0430mple.org',
        '\u0430da@example.org',
        'a\u200b@example.org',
        '\u212a@example.org',
        'a@example.org,b@example.org',
        '"a b"@example.org',
        'a@[127.0.0.1]',
        'a@localhost',
        'a@127.0.0.1',
        'a..b@example.org',
        'a@b@example.org',
        '<script>@example.org',
        "' or 1=1 --@example.org",
        '',
        'a\u0000@example.org',
      ]
      const before = await server.request('GET', '/sandbox/mailbox')
      for (const [n, address] of bad.entries()) {
        const response = await otp(address, network(n + 1))
        assert.equal(response.status, 400, `${JSON.stringify(address)}: ${response.text}`)
        assert.match(response.json.error.code, /^(invalid|malformed)_request$/)
        assert.ok(address.length < 3 || !response.text.includes(address))
      }
      const after = await server.request('GET', '/sandbox/mailbox')
      assert.deepEqual(after.json.data, before.json.data)
    })

    it('registered and unregistered addresses: responses differ only in the request id', async () => {
      await server.signIn(email('registered'), network())
      clock.advance(61_000)
      const registered = await otp(email('registered'), network(2))
      const unregistered = await otp(email('unregistered'), network(3))
      assert.deepEqual(registered.json.data, unregistered.json.data)
      assert.deepEqual(shape(registered), shape(unregistered))
      const registeredCode = await server.latestCode(email('registered'))
      const unregisteredCode = await server.latestCode(email('unregistered'))
      const wrongRegistered = await verify(email('registered'), wrong(registeredCode), network(2))
      const wrongUnregistered = await verify(email('unregistered'), wrong(unregisteredCode), network(3))
      const neverSent = await verify(email('never'), '123456', network(4))
      assert.deepEqual(wrongRegistered.json.error, wrongUnregistered.json.error)
      assert.deepEqual(neverSent.json.error, wrongUnregistered.json.error)
      assert.deepEqual(shape(wrongRegistered), shape(wrongUnregistered))
    })

    it('labels: 81 characters and control characters are 400, markup is plain text', async () => {
      const { token } = await server.signIn(email(), network())
      const headers = { authorization: `Bearer ${token}` }
      const make = (label: unknown) => server.request('POST', '/v1/auth/keys', { headers, body: { label } })
      for (const label of ['x'.repeat(81), 'a\u0007b', 'two\nlines', 'a\u202eb', '\u0000', 7, null, ['x']]) {
        const response = await make(label)
        assert.equal(response.status, 400, `${JSON.stringify(label)}: ${response.text}`)
      }
      const markup = '<script>alert(1)</script>" onload=x'
      const created = await make(markup)
      assert.deepEqual([created.status, created.json.data.label], [201, markup])
      server.expectNotLogged(created.json.data.secret)
      assert.equal(created.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(created.headers.get('x-content-type-options'), 'nosniff')
      const id = created.json.data.id
      const extra = await server.request('PATCH', `/v1/auth/keys/${id}`, {
        headers,
        body: { label: 'x', revoked_at: null },
      })
      assertError(extra, 400, 'invalid_request')
    })

    it('the key of another identity: 404, as if it did not exist', async () => {
      const mine = await server.signIn(email('me'), network())
      const theirs = await server.signIn(email('them'), network(2))
      const headers = { authorization: `Bearer ${mine.token}` }
      for (const id of [theirs.keyId, 'nosuchkey00000', "x' or '1'='1", '%00', '..']) {
        const path = `/v1/auth/keys/${encodeURIComponent(id)}`
        const renamed = await server.request('PATCH', path, { headers, body: { label: 'mine now' } })
        const revoked = await server.request('DELETE', path, { headers })
        for (const response of [renamed, revoked])
          assert.ok([404, 400].includes(response.status), response.text)
      }
      const unknown = await server.request('DELETE', '/v1/auth/keys/nosuchkey00000', { headers })
      const foreign = await server.request('DELETE', `/v1/auth/keys/${theirs.keyId}`, { headers })
      assertError(foreign, 404, 'not_found')
      assert.deepEqual(foreign.json.error, unknown.json.error)
      const stillWorks = await server.request('GET', '/v1/private-things', {
        headers: { 'x-api-key': theirs.key },
      })
      assert.equal(stillWorks.status, 200)
    })

    it('revoked and expired credentials', async () => {
      const { token, key, keyId } = await server.signIn(email(), network())
      const headers = { authorization: `Bearer ${token}` }
      await server.request('DELETE', `/v1/auth/keys/${keyId}`, { headers })
      for (const path of ['/v1/things', '/v1/private-things']) {
        const response = await server.request('GET', path, { headers: { 'x-api-key': key } })
        assertError(response, 401, 'unauthenticated')
        assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="broadsheet"')
      }
      clock.advance(12 * 3_600_000 - 1)
      assert.equal((await server.request('GET', '/v1/auth/keys', { headers })).status, 200)
      clock.advance(1)
      assertError(await server.request('GET', '/v1/auth/keys', { headers }), 401, 'unauthenticated')
      await using short = await openIdentityFixture({ store, clock, keyLifetimeMs: 1000 })
      const brief = await short.signIn(email('brief'), network(2))
      assert.equal(
        (await short.request('GET', '/v1/private-things', { headers: { 'x-api-key': brief.key } })).status,
        200,
      )
      clock.advance(1000)
      const late = await short.request('GET', '/v1/private-things', { headers: { 'x-api-key': brief.key } })
      assertError(late, 401, 'unauthenticated')
      assert.equal(late.json.error.details.reason, 'expired')
    })

    it('credentials in the wrong header, of the wrong kind, altered, doubled or mixed', async () => {
      const { token, key } = await server.signIn(email(), network())
      const other = await server.signIn(email('other'), network(2))
      const forged = generateKey('bs_live').text
      const altered = `${key.slice(0, -8)}${key.at(-8) === 'A' ? 'B' : 'A'}${key.slice(-7)}`
      const refused: Record<string, string>[] = [
        { 'x-api-key': token },
        { 'x-service-key': token },
        { 'x-api-key': altered },
        { 'x-api-key': forged },
        { 'x-api-key': '' },
        { 'x-api-key': `${key},${key}` },
        { 'x-api-key': key.toLowerCase() },
        { authorization: `Basic ${Buffer.from(`a:${key}`).toString('base64')}` },
        { authorization: key },
        { authorization: 'Bearer' },
        { authorization: `Bearer ${key} ${token}` },
        { authorization: `Bearer ${generateToken().text}` },
        { authorization: `Bearer ${token}`, 'x-api-key': forged },
        { authorization: `Bearer ${token}`, 'x-api-key': other.key },
        { 'x-api-key': `bs_live_'; drop table api_key; --${'x'.repeat(40)}` },
      ]
      for (const [n, headers] of refused.entries()) {
        for (const path of ['/v1/things', '/v1/private-things']) {
          const response = await server.request('GET', path, { headers, clientAddress: network(n + 10) })
          assertError(response, 401, 'unauthenticated')
          for (const value of Object.values(headers))
            assert.ok(value.length < 10 || !response.text.includes(value))
        }
      }
      for (const headers of [
        { 'x-api-key': key },
        { 'x-service-key': key },
        { authorization: `Bearer ${key}` },
      ] as Record<string, string>[]) {
        assertError(await server.request('GET', '/v1/auth/keys', { headers }), 401, 'unauthenticated')
        assert.equal((await server.request('GET', '/v1/private-things', { headers })).status, 200)
      }
      const both = { authorization: `bearer ${token}`, 'x-api-key': key }
      assert.equal((await server.request('GET', '/v1/auth/keys', { headers: both })).status, 200)
      const free = await server.request('POST', '/v1/auth/otp', {
        body: { email: email('third') },
        headers: { 'x-api-key': 'nonsense' },
        clientAddress: network(40),
      })
      assert.equal(free.status, 202)
    })

    it('a key in the URL: 400, and the response does not contain it', async () => {
      const { key } = await server.signIn(email(), network())
      for (const target of [
        `/v1/things?api_key=${key}`,
        `/v1/things?${key}=1`,
        `/v1/private-things?x-api-key=${key}`,
      ]) {
        const response = await server.request('GET', target)
        assertError(response, 400, 'invalid_request')
        assert.ok(!response.text.includes(key.slice(0, 30)))
      }
    })

    it('X-Forwarded-For from an untrusted proxy: ignored', async () => {
      await using strict = await openIdentityFixture({ store, clock, trustedProxies: [] })
      const statuses: number[] = []
      for (let n = 0; n < 45; n++) {
        statuses.push((await strict.request('GET', '/v1/things', { clientAddress: `203.0.113.${n}` })).status)
      }
      assert.deepEqual(statuses, [...Array(40).fill(200), ...Array(5).fill(429)])
      for (let n = 0; n < 31; n++) {
        clock.advance(1000)
        const { status } = await strict.request('POST', '/v1/auth/otp', {
          body: { email: email(`spoof${n}`) },
          clientAddress: `203.0.113.${n}`,
        })
        assert.equal(status, n < 30 ? 202 : 429)
      }
    })

    it('IPv6: a network of 2^64 addresses is one caller', async () => {
      const statuses: number[] = []
      for (let n = 0; n < 42; n++) {
        const from = `2001:db8:${used.toString(16)}:1:${n.toString(16)}::${n.toString(16)}`
        statuses.push((await server.request('GET', '/v1/things', { clientAddress: from })).status)
      }
      assert.deepEqual(statuses, [...Array(40).fill(200), 429, 429])
      const next = await server.request('GET', '/v1/things', {
        clientAddress: `2001:db8:${used.toString(16)}:2::1`,
      })
      assert.equal(next.status, 200)
    })

    it('trying keys: each counts against the limits of the address', async () => {
      const responses: TestResponse[] = []
      for (let n = 0; n < 41; n++) {
        responses.push(
          await server.request('GET', '/v1/things', {
            headers: { 'x-api-key': generateKey('bs_live').text },
            clientAddress: network(),
          }),
        )
      }
      assert.deepEqual(
        responses.map(({ status }) => status),
        [...Array(40).fill(401), 429],
      )
      assert.match(responses[0]?.headers.get('ratelimit') ?? '', /^"second";r=39;t=1, /)
    })

    it('SQL and header injection through every field: refused or stored as text', async () => {
      const { token, key } = await server.signIn(email(), network())
      const nasty = "'; drop table identity; -- $1 ? \\ %s"
      const headers = { authorization: `Bearer ${token}` }
      const created = await server.request('POST', '/v1/auth/keys', { headers, body: { label: nasty } })
      assert.deepEqual([created.status, created.json.data.label], [201, nasty])
      server.expectNotLogged(created.json.data.secret)
      const requested = await server.request('POST', '/v1/auth/limits/requests', {
        headers: { 'x-api-key': key, 'idempotency-key': "k'||pg_sleep(9)--" },
        body: { requests_per_second: 1, requests_per_minute: 1, reason: nasty },
      })
      assert.deepEqual([requested.status, requested.json.data.reason], [201, nasty])
      for (const bad of ['x\u00a0y', 'x\ty z']) {
        const response = await server.request('POST', '/v1/auth/keys', {
          headers: { ...headers, 'idempotency-key': bad },
        })
        assertError(response, 400, 'invalid_request')
      }
      const port = Number(new URL(server.origin).port)
      const split = await sendRaw(
        port,
        `GET /v1/things HTTP/1.1\r\nhost: x\r\nx-api-key: a\u000ab: c\r\n\r\n`,
      )
      assert.ok(split && split.status >= 400 && split.headers.b === undefined)
      assert.equal((await server.request('GET', '/v1/auth/keys', { headers })).status, 200)
    })

    it('the mailbox: only for programs on this machine', async () => {
      const requested: Record<string, string>[] = [
        { 'x-forwarded-for': '203.0.113.7' },
        { forwarded: 'for=203.0.113.7' },
        { via: '1.1 proxy' },
        { origin: 'https://evil.example' },
      ]
      for (const headers of requested) {
        assertError(await server.request('GET', '/sandbox/mailbox', { headers }), 404, 'not_found')
      }
      const port = Number(new URL(server.origin).port)
      for (const [what, head] of [
        ['a page that rebinds its name', 'HTTP/1.1\r\nhost: evil.example'],
        ['a silent proxy that keeps the host', 'HTTP/1.1\r\nconnection: close\r\nhost: news.example:8000'],
        ['a silent proxy that speaks HTTP/1.0', `HTTP/1.0\r\nhost: 127.0.0.1:${port}`],
      ])
        assert.equal((await sendRaw(port, `GET /sandbox/mailbox ${head}\r\n\r\n`))?.status, 404, what)
      const hidden = sandboxMail(store, clock, { isReadable: false })
      await using proxied = await openIdentityFixture({ store, clock, mail: hidden })
      assert.equal((await proxied.request('GET', '/sandbox/mailbox')).status, 404)
      const mine = await server.request('GET', '/sandbox/mailbox', { headers: { accept: 'text/html' } })
      assert.equal(mine.status, 200)
      assert.notEqual(mine.headers.get('access-control-allow-origin'), '*')
      assert.match(mine.text, /Your Broadsheet sign-in code/)
      await using live = await openIdentityFixture({ store, clock, mail: noMail })
      assert.equal((await live.request('GET', '/sandbox/mailbox')).status, 404)
      const unsent = await live.request('POST', '/v1/auth/otp', {
        body: { email: email('unsent') },
        clientAddress: network(),
      })
      assertError(unsent, 503, 'upstream_unavailable')
    })

    it('a copy of the database: contains no code, token, key or unverified address', async () => {
      const { token, key } = await server.signIn(email('owner'), network())
      await otp(email('stranger'), network(2))
      const code = await server.latestCode(email('stranger'))
      const tables = [
        'identity',
        'sign_in_code',
        'management_token',
        'api_key',
        'guard',
        'idempotent_answer',
        'usage',
        'credit_account',
      ] as const
      let dump = ''
      for (const table of tables)
        dump += JSON.stringify(await server.ledger.read.selectFrom(table).selectAll().execute())
      for (const secret of [token, key, key.split('_')[3] ?? '', `"${code}"`, email('stranger'), network()]) {
        assert.ok(!dump.includes(secret), secret.slice(0, 10))
      }
      assert.ok(dump.includes(email('owner')))
    })
  })
}

/** Everything about a response that does not depend on the request id. */
function shape({ status, headers, text }: TestResponse): unknown {
  const same = [...headers].filter(
    ([name]) => !['x-request-id', 'date', 'ratelimit', 'server-timing'].includes(name),
  )
  return { status, same, length: text.length }
}
