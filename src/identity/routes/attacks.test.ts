import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
  type TestResponse,
} from '../../../test/support/server/identity-fixture.ts'
import { sendRaw } from '../../../test/support/server/raw-connection.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { FakeClock } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import { generateCredential } from '../credentials/credential-format.ts'
import { noMail } from '../mail/mail-transport.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: attacks on identities`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let clock: FakeClock
    let server: IdentityFixture
    let used = 0
    /** Every test has people and networks of its own, so that none is limited by another's doing. */
    const email = (name = 'victim') => `${name}-${used}@example.org`
    const network = (host = 1) => `198.51.${used}.${host}`

    before(async () => {
      place = await engine.createDatabase()
      store = await place.openStore()
      clock = new FakeClock()
      server = await openIdentityFixture({ store, clock })
    })
    afterEach(() => {
      used += 1
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
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

    it('guessing a code: five tries, and then not even the right one helps', async () => {
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

    it('guessing at once: no more than five guesses are looked at', async () => {
      await otp(email())
      const code = await server.latestCode(email())
      const guesses = Array.from({ length: 12 }, (_, n) => (n === 11 ? code : wrong(code, n + 1)))
      const answers = await Promise.all(guesses.map((guess) => verify(email(), guess)))
      const row = await server.ledger.read.selectFrom('sign_in_code').selectAll().execute()
      const right = answers.filter(({ status }) => status === 200).length
      assert.ok(right <= 1)
      for (const answer of answers) if (answer.status !== 200) assertError(answer, 400, 'invalid_code')
      if (right === 1) {
        const { data } = answers.find(({ status }) => status === 200)?.json ?? {}
        server.expectNotLogged(data.token)
        server.expectNotLogged(data.key.secret)
      } else assert.ok(row.some(({ tries }) => tries >= 5))
    })

    it('guessing on and on: 429 for the address, from wherever the guesses come', async () => {
      let guesses = 0
      let last: TestResponse | undefined
      for (; guesses < 30; guesses++) {
        last = await verify(email(), '000000', network(guesses + 1))
        if (last.status === 429) break
      }
      assert.equal(guesses, 25)
      assert.ok(last)
      assertError(last, 429, 'rate_limited')
      const waitMs = Number(last.headers.get('retry-after')) * 1000
      clock.advance(waitMs)
      assertError(await verify(email(), '000000'), 400, 'invalid_code')
    })

    it('guessing for many addresses: 429 for the network they come from', async () => {
      const statuses: number[] = []
      for (let n = 0; n < 52; n++) {
        clock.advance(1000)
        statuses.push((await verify(email(`many${n}`), '123456')).status)
      }
      assert.deepEqual(statuses, [...Array(50).fill(400), 429, 429])
      assertError(await verify(email('other'), '123456', network(2)), 400, 'invalid_code')
    })

    it('guessing for days: a hundred wrong in a row end it for a day', async () => {
      let wrongOnes = 0
      for (let n = 0; n < 130 && wrongOnes < 100; n++) {
        const { status } = await verify(email(), '000000', network((n % 50) + 1))
        if (status === 400) wrongOnes += 1
        else clock.advance(3_600_000)
      }
      assert.equal(wrongOnes, 100)
      clock.advance(3_600_000)
      const stopped = await verify(email(), '000000', network(60))
      assertError(stopped, 429, 'rate_limited')
      assertError(await otp(email(), network(61)), 429, 'rate_limited')
      clock.advance(24 * 3_600_000)
      assert.equal((await otp(email(), network(61))).status, 202)
    })

    it('replaying a used code', async () => {
      const { token, key } = await server.signIn(email(), network())
      const code = await server.latestCode(email())
      assertError(await verify(email(), code), 400, 'invalid_code')
      assert.ok(token && key)
    })

    it('using an old code: the newest alone counts, for ten minutes', async () => {
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

    it('asking for codes again and again: one a minute, five an hour', async () => {
      assert.equal((await otp(email())).status, 202)
      const soon = await otp(email(), network(2))
      assertError(soon, 429, 'rate_limited')
      assert.equal(soon.headers.get('retry-after'), '60')
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

    it('asking for codes for a thousand addresses from one network: thirty get one', async () => {
      let sent = 0
      for (let n = 0; n < 1000; n++) {
        if (n % 30 === 0) clock.advance(1000)
        const answer = await otp(email(`a${n}`))
        if (answer.status === 202) sent += 1
        else assertError(answer, 429, 'rate_limited')
      }
      assert.equal(sent, 30)
      assert.equal((await otp(email('elsewhere'), network(2))).status, 202)
    })

    it('addresses that are none: line breaks, length, look-alikes, tricks', async () => {
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
        const answer = await otp(address, network(n + 1))
        assert.equal(answer.status, 400, `${JSON.stringify(address)}: ${answer.text}`)
        assert.match(answer.json.error.code, /^(invalid|malformed)_request$/)
        assert.ok(address.length < 3 || !answer.text.includes(address))
      }
      const after = await server.request('GET', '/sandbox/mailbox')
      assert.deepEqual(after.json.data, before.json.data)
    })

    it('known and unknown addresses: the same answers, byte for byte, but for the request', async () => {
      await server.signIn(email('known'), network())
      clock.advance(61_000)
      const known = await otp(email('known'), network(2))
      const unknown = await otp(email('unknown'), network(3))
      assert.deepEqual(known.json.data, unknown.json.data)
      assert.deepEqual(shape(known), shape(unknown))
      const knownCode = await server.latestCode(email('known'))
      const unknownCode = await server.latestCode(email('unknown'))
      const wrongKnown = await verify(email('known'), wrong(knownCode), network(2))
      const wrongUnknown = await verify(email('unknown'), wrong(unknownCode), network(3))
      const neverSent = await verify(email('never'), '123456', network(4))
      assert.deepEqual(wrongKnown.json.error, wrongUnknown.json.error)
      assert.deepEqual(neverSent.json.error, wrongUnknown.json.error)
      assert.deepEqual(shape(wrongKnown), shape(wrongUnknown))
    })

    it('labels: 81 characters and control characters are 400, markup is text', async () => {
      const { token } = await server.signIn(email(), network())
      const headers = { authorization: `Bearer ${token}` }
      const make = (label: unknown) => server.request('POST', '/v1/auth/keys', { headers, body: { label } })
      for (const label of ['x'.repeat(81), 'a\u0007b', 'two\nlines', 'a\u202eb', '\u0000', 7, null, ['x']]) {
        const answer = await make(label)
        assert.equal(answer.status, 400, `${JSON.stringify(label)}: ${answer.text}`)
      }
      const markup = '<script>alert(1)</script>" onload=x'
      const made = await make(markup)
      assert.deepEqual([made.status, made.json.data.label], [201, markup])
      server.expectNotLogged(made.json.data.secret)
      assert.equal(made.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(made.headers.get('x-content-type-options'), 'nosniff')
      const id = made.json.data.id
      const extra = await server.request('PATCH', `/v1/auth/keys/${id}`, {
        headers,
        body: { label: 'x', revoked_at: null },
      })
      assertError(extra, 400, 'invalid_request')
    })

    it('the key of another identity: 404, as if it were not there', async () => {
      const mine = await server.signIn(email('me'), network())
      const theirs = await server.signIn(email('them'), network(2))
      const headers = { authorization: `Bearer ${mine.token}` }
      for (const id of [theirs.keyId, 'nosuchkey00000', "x' or '1'='1", '%00', '..']) {
        const path = `/v1/auth/keys/${encodeURIComponent(id)}`
        const renamed = await server.request('PATCH', path, { headers, body: { label: 'mine now' } })
        const revoked = await server.request('DELETE', path, { headers })
        for (const answer of [renamed, revoked]) assert.ok([404, 400].includes(answer.status), answer.text)
      }
      const unknown = await server.request('DELETE', '/v1/auth/keys/nosuchkey00000', { headers })
      const foreign = await server.request('DELETE', `/v1/auth/keys/${theirs.keyId}`, { headers })
      assertError(foreign, 404, 'not_found')
      assert.deepEqual(foreign.json.error, unknown.json.error)
      const stillWorks = await server.request('GET', '/v1/runs', { headers: { 'x-api-key': theirs.key } })
      assert.equal(stillWorks.status, 200)
    })

    it('revoked and expired credentials', async () => {
      const { token, key, keyId } = await server.signIn(email(), network())
      const headers = { authorization: `Bearer ${token}` }
      await server.request('DELETE', `/v1/auth/keys/${keyId}`, { headers })
      for (const path of ['/v1/things', '/v1/runs']) {
        const answer = await server.request('GET', path, { headers: { 'x-api-key': key } })
        assertError(answer, 401, 'unauthenticated')
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="broadsheet"')
      }
      clock.advance(12 * 3_600_000 - 1)
      assert.equal((await server.request('GET', '/v1/auth/keys', { headers })).status, 200)
      clock.advance(1)
      assertError(await server.request('GET', '/v1/auth/keys', { headers }), 401, 'unauthenticated')
      await using short = await openIdentityFixture({ store, clock, keyLifetimeMs: 1000 })
      const brief = await short.signIn(email('brief'), network(2))
      assert.equal(
        (await short.request('GET', '/v1/runs', { headers: { 'x-api-key': brief.key } })).status,
        200,
      )
      clock.advance(1000)
      const late = await short.request('GET', '/v1/runs', { headers: { 'x-api-key': brief.key } })
      assertError(late, 401, 'unauthenticated')
      assert.equal(late.json.error.details.reason, 'expired')
    })

    it('credentials in the wrong place, of the wrong kind, altered, doubled or mixed', async () => {
      const { token, key } = await server.signIn(email(), network())
      const other = await server.signIn(email('other'), network(2))
      const forged = generateCredential('key').text
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
        { authorization: `Bearer ${generateCredential('token').text}` },
        { authorization: `Bearer ${token}`, 'x-api-key': forged },
        { authorization: `Bearer ${token}`, 'x-api-key': other.key },
        { 'x-api-key': `bs_live_'; drop table api_key; --${'x'.repeat(40)}` },
      ]
      for (const [n, headers] of refused.entries()) {
        for (const path of ['/v1/things', '/v1/runs']) {
          const answer = await server.request('GET', path, { headers, clientAddress: network(n + 10) })
          assertError(answer, 401, 'unauthenticated')
          for (const value of Object.values(headers))
            assert.ok(value.length < 10 || !answer.text.includes(value))
        }
      }
      for (const headers of [
        { 'x-api-key': key },
        { 'x-service-key': key },
        { authorization: `Bearer ${key}` },
      ] as Record<string, string>[]) {
        assertError(await server.request('GET', '/v1/auth/keys', { headers }), 401, 'unauthenticated')
        assert.equal((await server.request('GET', '/v1/runs', { headers })).status, 200)
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

    it('a key in the URL: 400, and it is not repeated', async () => {
      const { key } = await server.signIn(email(), network())
      for (const target of [
        `/v1/things?api_key=${key}`,
        `/v1/things?${key}=1`,
        `/v1/runs?x-api-key=${key}`,
      ]) {
        const answer = await server.request('GET', target)
        assertError(answer, 400, 'invalid_request')
        assert.ok(!answer.text.includes(key.slice(0, 30)))
      }
    })

    it('X-Forwarded-For from nobody we trust: it changes nothing', async () => {
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

    it('IPv6: a whole network of 2^64 addresses is one caller', async () => {
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

    it('trying keys: each counts against the address it comes from', async () => {
      const answers: TestResponse[] = []
      for (let n = 0; n < 41; n++) {
        answers.push(
          await server.request('GET', '/v1/things', {
            headers: { 'x-api-key': generateCredential('key').text },
            clientAddress: network(),
          }),
        )
      }
      assert.deepEqual(
        answers.map(({ status }) => status),
        [...Array(40).fill(401), 429],
      )
      assert.match(answers[0]?.headers.get('ratelimit') ?? '', /^"second";r=39;t=1, /)
    })

    it('SQL and header injection through every field: refused or kept as text', async () => {
      const { token, key } = await server.signIn(email(), network())
      const nasty = "'; drop table identity; -- $1 ? \\ %s"
      const headers = { authorization: `Bearer ${token}` }
      const made = await server.request('POST', '/v1/auth/keys', { headers, body: { label: nasty } })
      assert.deepEqual([made.status, made.json.data.label], [201, nasty])
      server.expectNotLogged(made.json.data.secret)
      const asked = await server.request('POST', '/v1/auth/limits/requests', {
        headers: { 'x-api-key': key, 'idempotency-key': "k'||pg_sleep(9)--" },
        body: { requests_per_second: 1, requests_per_minute: 1, reason: nasty },
      })
      assert.deepEqual([asked.status, asked.json.data.reason], [201, nasty])
      for (const bad of ['x\u00a0y', 'x\ty z']) {
        const answer = await server.request('POST', '/v1/auth/keys', {
          headers: { ...headers, 'idempotency-key': bad },
        })
        assertError(answer, 400, 'invalid_request')
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
      const asked: Record<string, string>[] = [
        { 'x-forwarded-for': '203.0.113.7' },
        { forwarded: 'for=203.0.113.7' },
        { via: '1.1 proxy' },
        { origin: 'https://evil.example' },
      ]
      for (const headers of asked) {
        assertError(await server.request('GET', '/sandbox/mailbox', { headers }), 404, 'not_found')
      }
      const port = Number(new URL(server.origin).port)
      const rebound = await sendRaw(port, 'GET /sandbox/mailbox HTTP/1.1\r\nhost: evil.example\r\n\r\n')
      assert.equal(rebound?.status, 404)
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

    it('a copy of the database: no code, token, key or unproved address in it', async () => {
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

/** Everything about an answer that does not name the request. */
function shape({ status, headers, text }: TestResponse): unknown {
  const same = [...headers].filter(
    ([name]) => !['x-request-id', 'date', 'ratelimit', 'server-timing'].includes(name),
  )
  return { status, same, length: text.length }
}
