import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { CliRunner } from '../../../../test/support/cli-runner.ts'
import type { CommandResult } from '../../../../test/support/command-line.ts'
import {
  type IdentityFixture,
  openIdentityFixture,
} from '../../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../../test/support/store/test-engines.ts'
import { untilWithin } from '../../../../test/support/until.ts'
import { systemClock } from '../../../core/clock.ts'
import type { Store } from '../../../store/store.ts'

/** Keys are valid only with the secret that they were created with. */
const secret = 'a secret of the tests that is long enough'

for (const engine of testEngines) {
  describe(`${engine.name}: operator commands beside a running server`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let server: IdentityFixture
    let runner: CliRunner
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      server = await openIdentityFixture({ store, clock: systemClock, secret })
      runner = new CliRunner()
    })
    after(async () => {
      runner[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    function settings(): Record<string, string> {
      const { dataDir, databaseUrl, schemaPrefix = '' } = database.storeOptions
      return {
        BROADSHEET_SECRET: secret,
        ...(dataDir ? { DATA_DIR: dataDir } : {}),
        ...(databaseUrl
          ? { DATABASE_URL: databaseUrl, DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, '') }
          : {}),
      }
    }

    function run(...args: string[]): Promise<CommandResult> {
      return runner.runHere(args, settings())
    }

    async function json(...args: string[]): Promise<ReturnType<typeof JSON.parse>> {
      const { code, stdout, stderr } = await run(...args)
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }

    it('keys: list them without secrets, revoke one, and the server rejects it', async () => {
      const { key, keyId } = await server.signIn('keys@example.org')
      const headers = { 'x-api-key': key }
      assert.equal((await server.request('GET', '/v1/private-things', { headers })).status, 200)
      const [listed] = await json('keys', 'list', '--email', 'KEYS@example.org', '--json')
      assert.deepEqual([listed.id, listed.email, listed.status], [keyId, 'keys@example.org', 'active'])
      const table = await run('keys', 'list')
      assert.match(table.stdout, new RegExp(`${keyId} +keys@example.org +active`))
      assert.ok(!table.stdout.includes(key) && !JSON.stringify(listed).includes(key))
      // In another process, which shares nothing with the server but the store.
      const revoked = await runner.run(['keys', 'revoke', keyId], settings())
      assert.match(revoked.stdout, /was revoked at/)
      await untilWithin(2000, 'the server refuses the key', async () => {
        return (await server.request('GET', '/v1/private-things', { headers })).status === 401
      })
      const unknown = await run('keys', 'revoke', 'nosuchkey00000')
      assert.equal(unknown.code, 1)
      assert.match(unknown.stderr, /Key nosuchkey00000 not found/)
    })

    it('keys: create one for an address that never signed in', async () => {
      const created = await run('keys', 'create', 'New@example.org', '--label', 'by hand')
      assert.equal(created.code, 0, created.stderr)
      assert.match(created.stderr, /shown only this once/)
      const key = created.stdout.trim()
      server.expectNotLogged(key)
      const { status, json: usage } = await server.request('GET', '/v1/usage', {
        headers: { 'x-api-key': key },
      })
      assert.deepEqual([status, usage.data.identity.email], [200, 'new@example.org'])
      const [listed] = await json('keys', 'list', '--email', 'new@example.org', '--json')
      assert.deepEqual([listed.label, listed.status], ['by hand', 'active'])
      const limited = await json(
        ...['keys', 'create', 'new@example.org', '--json', '--days', '30'],
        ...['--scopes', 'read', 'changes', '--addresses', '10.0.0.0/8', '::1'],
      )
      assert.deepEqual(
        [limited.scopes, limited.allowed_addresses],
        [
          ['read', 'changes'],
          ['10.0.0.0/8', '::1'],
        ],
      )
      assert.equal(Date.parse(limited.expires_at) - Date.parse(limited.created_at), 30 * 86_400_000)
      for (const wrong of [
        ['--scopes', 'all'],
        ['--days', '0'],
        ['--addresses', ...Array<string>(21).fill('::1')],
      ])
        assert.equal((await run('keys', 'create', 'new@example.org', ...wrong)).code, 2, wrong.join(' '))
      assert.equal((await run('keys', 'create', 'new@example.org', '--addresses', 'home')).code, 1)
      assert.equal((await run('keys', 'create', 'not an address')).code, 1)
      assert.equal((await run('keys', 'create', 'new@example.org', '--label', 'x'.repeat(81))).code, 2)
    })

    it('identities: sign out, block with every tag of the address, unblock', async () => {
      const { token, key } = await server.signIn('blocked@example.org')
      const tagged = await server.signIn('blocked+tag@example.org')
      const statusOf = async (headers: Record<string, string>) =>
        (await server.request('GET', '/v1/private-things', { headers })).status
      const untilStatus = (expected: number, headers: Record<string, string>) =>
        untilWithin(2000, `the status is ${expected}`, async () => (await statusOf(headers)) === expected)
      const byToken = { authorization: `Bearer ${token}` }
      assert.equal(await statusOf(byToken), 200)
      const signedOut = await run('identities', 'sign-out', 'blocked@example.org')
      assert.match(signedOut.stdout, /tokens revoked: 1/)
      await untilStatus(401, byToken)
      assert.equal(await statusOf({ 'x-api-key': key }), 200)
      const blocked = await run('identities', 'block', 'blocked@example.org', '--note', 'scraping')
      assert.match(blocked.stdout, /is blocked/)
      for (const text of [key, tagged.key]) await untilStatus(401, { 'x-api-key': text })
      const email = 'blocked+new@example.org'
      await server.request('POST', '/v1/auth/otp', { body: { email } })
      const refused = await server.request('POST', '/v1/auth/verify', {
        body: { email, code: await server.latestCode(email) },
      })
      assert.deepEqual([refused.status, refused.json.error.details.reason], [401, 'blocked'])
      assert.equal((await run('keys', 'create', 'blocked@example.org')).code, 1)
      await run('identities', 'unblock', 'blocked@example.org')
      for (const text of [key, tagged.key]) await untilStatus(200, { 'x-api-key': text })
      assert.equal((await run('identities', 'block', 'nobody@example.org')).code, 1)
    })

    it('operators: a token for one whom the settings name, and for nobody else', async () => {
      const env = { ...settings(), OPERATOR_EMAILS: 'Desk@example.org' }
      const created = await runner.runHere(['operators', 'token', 'desk@example.org'], env)
      assert.equal(created.code, 0, created.stderr)
      assert.match(created.stderr, /shown only this once\. It is valid until \d{4}-/)
      const token = created.stdout.trim()
      server.expectNotLogged(token)
      const { status, json: usage } = await server.request('GET', '/v1/usage', {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.deepEqual([status, usage.data.identity.email], [200, 'desk@example.org'])
      const other = await runner.runHere(['operators', 'token', 'caller@example.org'], env)
      assert.equal(other.code, 2)
      assert.match(other.stderr, /caller@example\.org is no operator: OPERATOR_EMAILS does not name it/)
      await run('identities', 'block', 'desk@example.org')
      assert.equal((await runner.runHere(['operators', 'token', 'desk@example.org'], env)).code, 1)
      await run('identities', 'unblock', 'desk@example.org')
    })

    it('limits: list, approve with other figures, reject; the server applies them', async () => {
      const { key } = await server.signIn('limits@example.org')
      const headers = { 'x-api-key': key }
      const body = { requests_per_second: 5000, requests_per_minute: 90_000, reason: 'A classroom of 200.' }
      const created = await server.request('POST', '/v1/auth/limits/requests', { headers, body })
      const id = created.json.data.id
      const [pending] = await json('limits', 'list', '--status', 'pending', '--json')
      assert.deepEqual([pending.id, pending.email, pending.reason], [id, 'limits@example.org', body.reason])
      for (const figures of [
        ['--per-second', '100', '--per-minute', '5'],
        ['--per-second', '90001'],
        ['--per-minute', '4999'],
      ]) {
        const refused = await run('limits', 'approve', id, ...figures)
        assert.equal(refused.code, 1, figures.join(' '))
        assert.match(refused.stderr, /`requests_per_minute` must be at least `requests_per_second`/)
      }
      const approved = await run('limits', 'approve', id, '--per-second', '3000', '--note', 'for a month')
      assert.match(approved.stdout, /is approved: 3000 per second, 90000 per minute/)
      await untilWithin(2000, 'the server applies the new limits', async () => {
        const { headers: received } = await server.request('GET', '/v1/private-things', { headers })
        return received.get('ratelimit-policy')?.startsWith('"second";q=3000;') === true
      })
      const twice = await run('limits', 'reject', id)
      assert.equal(twice.code, 1)
      assert.match(twice.stderr, /is already approved/)
      const next = await server.request('POST', '/v1/auth/limits/requests', { headers, body })
      assert.equal(next.status, 201)
      assert.match((await run('limits', 'reject', next.json.data.id)).stdout, /is rejected\./)
      assert.equal((await run('limits', 'approve', id, '--per-second', 'many')).code, 2)
      assert.equal((await run('limits', 'list', '--status', 'lost')).code, 2)
    })

    it('credits: show and grant; everything is in the audit log', async () => {
      const { key } = await server.signIn('credits@example.org')
      const granted = await run('credits', 'grant', 'credits@example.org', '500', '--note', 'pilot')
      assert.match(granted.stdout, /was granted 500 credits and has 1500 left/)
      const { json: usage } = await server.request('GET', '/v1/usage', { headers: { 'x-api-key': key } })
      assert.deepEqual([usage.data.credits.granted, usage.data.credits.available], [500, 1500])
      const shown = await json('credits', 'show', 'credits@example.org', '--json')
      assert.deepEqual(
        [shown.available, shown.entries[0].kind, shown.entries[0].note],
        [1500, 'grant', 'pilot'],
      )
      assert.match(
        (await run('credits', 'show', 'nobody@example.org')).stderr,
        /No identity with the e-mail address/,
      )
      assert.equal((await run('credits', 'grant', 'credits@example.org', '-5')).code, 2)
      const actions = await json('audit', '--json')
      assert.deepEqual(
        actions.map(({ action }: { action: string }) => action),
        [
          'credits.grant',
          'limits.reject',
          'limits.approve',
          'identities.unblock',
          'identities.block',
          'operators.token',
          'identities.unblock',
          'identities.block',
          'identities.sign-out',
          'keys.create',
          'keys.create',
          'keys.revoke',
        ],
      )
      assert.ok(actions.every(({ operator }: { operator: string }) => operator !== ''))
      const [headings, newest] = (await run('audit', '--limit', '1')).stdout.split('\n')
      assert.match(headings ?? '', /^AT +OPERATOR +ACTION +TARGET +DETAILS$/)
      assert.match(newest ?? '', / credits\.grant .*"pilot"/)
    })
  })
}

describe('operator commands without a database', () => {
  it('report that there is no database, and create none', async () => {
    using runner = new CliRunner()
    const folder = join(runner.folder, 'mistyped')
    for (const args of [['keys', 'list'], ['limits', 'list'], ['audit']]) {
      const { code, stderr } = await runner.runHere(args, { DATA_DIR: folder })
      assert.equal(code, 2)
      assert.match(stderr, /there is no database at .*mistyped/)
    }
    assert.equal(existsSync(folder), false)
  })
})
