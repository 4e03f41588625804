import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { insertNotice } from '../../../test/support/log-notices.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { until } from '../../../test/support/until.ts'
import { createOutbound } from '../../core/outbound/create-outbound.ts'
import { webhookHeaders } from '../../core/webhooks/webhook-signature.ts'
import { anyChangeSource } from '../../http/changes/change-source.ts'
import { createKeyedHash, identityLedger } from '../../identity/index.ts'
import { noticeChanges } from '../../services/notices/routes/notice-changes.ts'
import { ChangeBatch } from '../../store/changes/change-batch.ts'
import { changeScope } from '../../store/changes/change-scope.ts'
import type { Store } from '../../store/store.ts'
import { ownedMax } from '../account/owner.ts'
import { webhookRoutes } from './webhook-routes.ts'

const path = '/v1/webhooks'
const url = 'https://receiver.example.org/hook'

for (const engine of testEngines) {
  describe(`${engine.name}: webhooks of an identity`, { skip: engine.skip }, () => {
    const requests: { headers: Record<string, unknown>; body: string }[] = []
    let status = 204
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      requests.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
    let database: TestDatabase
    let store: Store
    let server: IdentityFixture
    let authorization = ''
    let localHost = ''
    const clock = new FakeClock()
    before(async () => {
      receiver.listen(0, '127.0.0.1')
      await once(receiver, 'listening')
      localHost = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
      database = await engine.borrowDatabase()
      store = await database.openStore()
      const { ledger, readModel } = store
      const notices = anyChangeSource(noticeChanges(readModel))
      server = await openIdentityFixture({
        store,
        clock,
        routes: ({ accounts }) =>
          webhookRoutes({
            ledger: identityLedger(ledger),
            readModel,
            hash: createKeyedHash('secret'),
            clock,
            idempotent: accounts.idempotent,
            sources: new Map([['notices', notices]]),
            privateHosts: new Set([localHost]),
            createClient: () =>
              createOutbound({
                userAgent: 'test',
                hosts: () => true,
                allowPrivate: new Set([localHost]),
                attemptsMax: 1,
                clock,
              }),
          }),
      })
      authorization = `Bearer ${(await server.signIn('owner@example.org')).token}`
    })
    after(async () => {
      receiver.close().closeAllConnections()
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    async function ask(method: string, at: string, body?: unknown, token = authorization) {
      clock.advance(7_000)
      return await server.request(method, at, {
        headers: { authorization: token },
        ...(body === undefined ? {} : { body }),
      })
    }

    async function create(body: Record<string, unknown> = {}) {
      const created = await ask('POST', path, { service: 'notices', url, ...body })
      assert.equal(created.status, 201, created.text)
      return created.json.data
    }

    async function log(...subjects: string[]) {
      await store.readModel.transaction(async (tx) => {
        const batch = new ChangeBatch('notices')
        for (const subject of subjects)
          batch.add({ type: 'notice.published', subject, detectedAt: clock.now(), keys: { town: 'Ely' } })
        await batch.write(tx, store.readModel.dialect)
      })
    }

    it('are created with a secret that is shown once, listed, paused, resumed and deleted', async () => {
      const filters = { town: 'Ely', type: 'notice.published' }
      const { secret, ...webhook } = await create({ filters, label: 'Ely' })
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.deepEqual([webhook.state, webhook.filters, webhook.label], ['on', filters, 'Ely'])
      const listed = await ask('GET', path)
      assert.deepEqual(listed.json.data, [webhook])
      assert.ok(!listed.text.includes('whsec_'))
      const one = `${path}/${webhook.id}`
      assert.equal((await ask('POST', `${one}/pause`)).json.data.state, 'paused')
      assert.equal((await ask('GET', one)).json.data.state, 'paused')
      assert.equal((await ask('POST', `${one}/resume`)).json.data.state, 'on')
      assert.equal((await ask('DELETE', one)).status, 200)
      assertError(await ask('GET', one), 404, 'not_found')
    })

    it('belong to their owner alone', async () => {
      const { id } = await create()
      const stranger = `Bearer ${(await server.signIn('stranger@example.org')).token}`
      assert.deepEqual((await ask('GET', path, undefined, stranger)).json.data, [])
      for (const [method, rest] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/pause'],
        ['POST', '/resume'],
        ['POST', '/rotate'],
        ['POST', '/ping'],
        ['GET', '/deliveries'],
        ['POST', '/deliveries/x/replay'],
      ] as const)
        assertError(await ask(method, `${path}/${id}${rest}`, undefined, stranger), 404, 'not_found')
      const since = { since: '2026-11-15T12:00:00Z' }
      assertError(await ask('POST', `${path}/${id}/replay`, since, stranger), 404, 'not_found')
      assertError(await server.request('GET', path), 401, 'unauthenticated')
      await ask('DELETE', `${path}/${id}`)
    })

    it('have filters that the changes of the service have, and no others', async () => {
      for (const filters of [
        { twon: 'Ely' },
        { type: 'notice.eaten' },
        { category: 'none' },
        { town: 5 },
        { town: '' },
        { town: 'x\u0001' },
        { limit: '5' },
        Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`f${at}`, 'x'])),
      ])
        assertError(await ask('POST', path, { service: 'notices', url, filters }), 400, 'invalid_request')
      for (const service of ['market', '', '__proto__', 'x'.repeat(41)])
        assertError(await ask('POST', path, { service, url }), 400, 'invalid_request')
    })

    it('are created with a warning if a filter has a value that nothing has', async () => {
      await insertNotice(store, 'Ely')
      const warningsFor = async (town: string) => {
        const { json } = await ask('POST', path, { service: 'notices', url, filters: { town } })
        await ask('DELETE', `${path}/${json.data.id}`)
        return json.meta.warnings
      }
      assert.equal(await warningsFor('Ely'), undefined)
      const [{ code, message }] = await warningsFor('Elly')
      assert.equal(code, 'unknown_value')
      assert.match(message, /"Elly".*Did you mean "Ely"/)
    })

    it('are not sent to addresses that are private, have a password or speak something else', async () => {
      for (const bad of [
        'ftp://receiver.example.org/',
        'javascript:alert(1)',
        'receiver.example.org',
        '',
        'https://user:password@receiver.example.org/',
        'https://user@receiver.example.org/',
        'https://receiver.example.org/#part',
        'http://127.0.0.1/',
        'http://127.1/',
        'http://2130706433/',
        'http://0x7f.0.0.1/',
        'http://0177.0.0.1:8080/',
        'http://10.0.0.1/',
        'http://192.168.1.1/',
        'http://172.16.0.1/',
        'http://169.254.169.254/latest/meta-data',
        'http://100.64.0.1/',
        'http://0.0.0.0/',
        'http://[::1]/',
        'http://[::ffff:127.0.0.1]/',
        'http://[64:ff9b::7f00:1]/',
        'http://[fe80::1]/',
        'http://[fd00::1]/',
        'http://localhost/',
        'http://localhost./',
        'http://LOCALHOST:8080/',
        'http://a.localhost/',
        'http://intranet/',
        'http://db.internal/',
        'https://receiver.example.org:25/',
        `https://receiver.example.org/${'x'.repeat(1000)}`,
      ])
        assertError(await ask('POST', path, { service: 'notices', url: bad }), 400, 'invalid_request')
      const local = await create({ url: `http://${localHost}/hook` })
      await ask('DELETE', `${path}/${local.id}`)
    })

    it('are few for each mailbox, and a repeated request creates one', async () => {
      const made = []
      for (let count = 0; count < ownedMax; count += 1) made.push(await create())
      const refused = await ask('POST', path, { service: 'notices', url })
      assertError(refused, 409, 'webhook_limit_reached')
      clock.advance(60_000)
      const sameMailbox = `Bearer ${(await server.signIn('owner+tag@example.org')).token}`
      assertError(
        await ask('POST', path, { service: 'notices', url }, sameMailbox),
        409,
        'webhook_limit_reached',
      )
      for (const { id } of made) await ask('DELETE', `${path}/${id}`)
      const headers = { authorization, 'idempotency-key': 'once' }
      const body = { service: 'notices', url }
      const first = await server.request('POST', path, { headers, body })
      const second = await server.request('POST', path, { headers, body })
      assert.equal(second.json.data.secret, first.json.data.secret)
      assert.equal((await ask('GET', path)).json.data.length, 1)
      await ask('DELETE', `${path}/${first.json.data.id}`)
    })

    it('of which ten thousand are asked for are refused by the hour', async () => {
      const busy = `Bearer ${(await server.signIn('busy@example.org')).token}`
      const statuses = new Map<number, number>()
      for (let count = 0; count < 130; count += 1) {
        const { status: got, json } = await server.request('POST', path, {
          headers: { authorization: busy },
          body: { service: 'notices', url },
        })
        statuses.set(got, (statuses.get(got) ?? 0) + 1)
        if (got === 201)
          await server.request('DELETE', `${path}/${json.data.id}`, { headers: { authorization: busy } })
      }
      assert.deepEqual(
        [...statuses],
        [
          [201, 100],
          [429, 30],
        ],
      )
    })

    it('are pinged with a signature that their secret verifies, both ones after a rotation', async () => {
      const { id, secret } = await create({ url: `http://${localHost}/hook` })
      const pinged = await ask('POST', `${path}/${id}/ping`)
      assert.deepEqual(pinged.json.data, { delivered: true, status: 204, error: null })
      const { secret: newSecret } = (await ask('POST', `${path}/${id}/rotate`)).json.data
      assert.notEqual(newSecret, secret)
      status = 500
      const failed = await ask('POST', `${path}/${id}/ping`)
      assert.deepEqual([failed.json.data.delivered, failed.json.data.status], [false, 500])
      status = 204
      const [first, second] = requests.splice(0)
      const expected = (at: typeof first, ...secrets: string[]) => {
        const sentAt = Number(at?.headers['webhook-timestamp']) * 1000
        const message = { id: String(at?.headers['webhook-id']), body: at?.body ?? '', sentAt }
        return webhookHeaders(message, ...secrets)['webhook-signature']
      }
      assert.equal(first?.headers['webhook-signature'], expected(first, secret))
      assert.equal(second?.headers['webhook-signature'], expected(second, newSecret, secret))
      assert.equal(JSON.parse(first?.body ?? '').type, 'webhook.ping')
      clock.advance(25 * 3_600_000)
      authorization = `Bearer ${(await server.signIn('owner@example.org')).token}`
      await ask('POST', `${path}/${id}/ping`)
      const [third] = requests.splice(0)
      assert.equal(third?.headers['webhook-signature'], expected(third, newSecret))
      const { data } = (await ask('GET', `${path}/${id}/deliveries`)).json
      assert.deepEqual(
        data.map((delivery: { type: string; state: string; status: number }) => [
          delivery.type,
          delivery.state,
          delivery.status,
        ]),
        [
          ['webhook.ping', 'delivered', 204],
          ['webhook.ping', 'failed', 500],
          ['webhook.ping', 'delivered', 204],
        ],
      )
      assertError(await ask('POST', `${path}/${id}/deliveries/${data[0].id}/replay`), 404, 'not_found')
      for (let count = 0; count < 20; count += 1)
        await server.request('POST', `${path}/${id}/ping`, { headers: { authorization } })
      assertError(
        await server.request('POST', `${path}/${id}/ping`, { headers: { authorization } }),
        429,
        'rate_limited',
      )
      await ask('DELETE', `${path}/${id}`)
    })

    it('are changed a limited number of times within ten minutes', async () => {
      const { id } = await create()
      clock.advance(600_000)
      const changes = ['pause', 'resume', 'rotate']
      const statuses: number[] = []
      for (let count = 0; count < 63; count += 1)
        statuses.push((await ask('POST', `${path}/${id}/${changes[count % 3]}`)).status)
      assert.deepEqual(statuses, [...Array(60).fill(200), 429, 429, 429])
      assertError(await ask('POST', `${path}/${id}/deliveries/x/replay`), 429, 'rate_limited')
      clock.advance(600_000)
      assert.equal((await ask('POST', `${path}/${id}/pause`)).status, 200)
      assert.equal((await ask('DELETE', `${path}/${id}`)).status, 200)
    })

    it('begin now or at a position, and go back to a time', async () => {
      const now = clock.now()
      await log('a', 'b')
      clock.advance(3_600_000)
      await log('c')
      await until(() => store.readModel.version(changeScope('notices')) === 3)
      const after = (await create()).changes_after
      const [, number] = after.split('-')
      assert.equal(number, '3')
      const earlier = await create({ after: after.replace(/-3-.*/, '-1-0') })
      assert.match(earlier.changes_after, /-1-0$/)
      assertError(await ask('POST', path, { service: 'notices', url, after: 'x' }), 400, 'invalid_request')
      assertError(
        await ask('POST', path, { service: 'notices', url, after: '1-1-0' }),
        410,
        'changes_expired',
      )
      const replay = (id: string, ms: number) =>
        ask('POST', `${path}/${id}/replay`, { since: new Date(ms).toISOString() })
      const { id } = await create()
      assert.match((await replay(id, now + 1000)).json.data.changes_after, /-2-0$/)
      assert.match((await replay(id, now)).json.data.changes_after, /-0-0$/)
      assert.match((await replay(id, clock.now())).json.data.changes_after, /-0-0$/)
      assertError(await ask('POST', `${path}/${id}/replay`, { since: 'yesterday' }), 400, 'invalid_request')
    })
  })
}
