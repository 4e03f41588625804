import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { FakeClock, passTime } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { until } from '../../../test/support/until.ts'
import { Failure } from '../../core/errors.ts'
import { createOutbound } from '../../core/outbound/create-outbound.ts'
import { webhookHeaders } from '../../core/webhooks/webhook-signature.ts'
import { anyChangeSource, type ChangeMatcher } from '../../http/changes/change-source.ts'
import { createKeyedHash, identityLedger } from '../../identity/index.ts'
import { noticeChanges } from '../../services/notices/routes/notice-changes.ts'
import { ChangeBatch } from '../../store/changes/change-batch.ts'
import { changeScope } from '../../store/changes/change-scope.ts'
import { readDeliveries, replayDelivery } from './deliveries.ts'
import { mailOwners } from './disabled-mail.ts'
import { Sender } from './sender.ts'
import { attemptsMax, storedMax } from './webhook-queue.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import {
  createWebhook,
  moveWebhook,
  pauseWebhook,
  readWebhook,
  resumeWebhook,
  rotateSecret,
} from './webhooks.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const identityId = 'id_1'
const hash = createKeyedHash('secret')

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly number: number
  readonly subject: string
}

for (const engine of testEngines) {
  describe(`${engine.name}: webhooks`, { skip: engine.skip }, () => {
    const received: Received[] = []
    let answer: (request: Received, response: ServerResponse) => void
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { data } = JSON.parse(body)
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        number: data.number,
        subject: data.notice_id,
      }
      received.push(one)
      answer(one, response)
    })
    let host = ''
    before(async () => {
      receiver.listen(0, '127.0.0.1')
      await once(receiver, 'listening')
      host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    })
    after(() => receiver.close().closeAllConnections())
    beforeEach(() => {
      received.length = 0
      answer = (_, response) => response.writeHead(204).end()
    })

    const numbers = () => received.map(({ number }) => number)

    async function open(mayBePrivate = true) {
      const database = await engine.borrowDatabase()
      const store = await database.openStore({ role: 'worker' })
      const clock = new FakeClock()
      const ledger = identityLedger(store.ledger)
      await ledger.transaction(async (tx) => {
        await tx
          .insertInto('identity')
          .values({
            id: identityId,
            email: 'owner@example.org',
            mailbox: 'owner@example.org',
            quota_owner: identityId,
            created_at: clock.now(),
            blocked_at: null,
            per_second: null,
            per_minute: null,
          })
          .execute()
      })
      const warnings: string[] = []
      let matched = 0
      /** Filters on this town have no matcher. */
      let unknownTown = ''
      const counted =
        (matcher: ChangeMatcher): ChangeMatcher =>
        (change, keys) => {
          matched += 1
          return matcher(change, keys)
        }
      const source = anyChangeSource(noticeChanges(store.readModel))
      /** Receivers that are asked and do not answer, instead of the real one. */
      let silent: string[] | undefined
      const openSender = () =>
        new Sender({
          ledger,
          readModel: store.readModel,
          source: {
            ...source,
            toMatcher: (query) => {
              if ((query as { town?: string }).town === unknownTown)
                throw new Failure('not_ready', 'The town is not known yet.')
              return counted(source.toMatcher(query) as ChangeMatcher)
            },
          },
          hash,
          clock,
          random: () => 0.5,
          createClient: (url) => {
            const client = createOutbound({
              userAgent: 'test',
              hosts: new Set([host]),
              attemptsMax: 1,
              clock,
              ...(mayBePrivate ? { allowPrivate: new Set([host]) } : {}),
            })
            if (silent === undefined || url.includes('/quick')) return client
            const request: typeof client.request = async (_, { signal }) => {
              silent?.push(url)
              await once(signal, 'abort')
              throw signal.reason
            }
            return Object.assign(client, { request })
          },
          onWarning: (message) => warnings.push(message),
        })
      let sender = openSender()
      let logged = 0
      return {
        database,
        store,
        ledger,
        clock,
        warnings,
        async create(filters: Record<string, string> = {}, path = '/hook') {
          const webhook = await ledger.transaction((tx) =>
            createWebhook(ledger, tx, hash, {
              identityId,
              service: 'notices',
              filters,
              url: `http://${host}${path}`,
              label: undefined,
              epoch: store.readModel.epoch(),
              position: { number: logged, at: 0 },
              nowMs: clock.now(),
            }),
          )
          return { identityId, id: webhook.id, nowMs: clock.now(), secret: webhook.secret }
        },
        async log(...subjects: string[]) {
          await store.readModel.transaction(async (tx) => {
            const batch = new ChangeBatch('notices')
            for (const subject of subjects) {
              const [name = '', town = 'Ely'] = subject.split('@')
              batch.add({
                type: 'notice.published',
                subject: name,
                detectedAt: clock.now(),
                keys: { town, category: 'roads' },
              })
            }
            await batch.write(tx, store.readModel.dialect)
          })
          logged += subjects.length
          await until(() => store.readModel.version(changeScope('notices')) === logged)
        },
        /** As if a backup of the time after so many changes was restored: the epoch is the same. */
        async restore(count: number) {
          const scope = changeScope('notices')
          await store.readModel.transaction(async (tx) => {
            await tx.deleteFrom('change').where('number', '>', count).execute()
            const last = await tx
              .selectFrom('change')
              .selectAll()
              .where('number', '=', count)
              .executeTakeFirst()
            await tx
              .updateTable('publication')
              .set({ version: count, published_at: Number(last?.detected_at ?? 0) })
              .where('scope', '=', scope)
              .execute()
          })
          logged = count
          await until(() => store.readModel.version(scope) === count)
        },
        /** So many webhooks whose receivers do not answer; returns the addresses of the requests. */
        async createSilent(count: number, position = (_: number) => logged, filters = {}) {
          const { id } = await this.create(filters, '/silent')
          const row = await readWebhook(ledger, identityId, id)
          const rows = Array.from({ length: count - 1 }, (_, at) => ({
            ...row,
            id: `${id}_${at}`,
            url: `${row.url}/${at}`,
            position: position(at),
          }))
          await ledger.transaction(async (tx) => {
            await ledger.dialect.insertRows(tx, 'webhook', rows)
          })
          silent = []
          return silent
        },
        set unknownTown(town: string) {
          unknownTown = town
        },
        /** Looks, waits for the receiver and looks again, so that all is recorded. */
        async send(passMs = 1000) {
          for (let round = 0; round < 3; round += 1) {
            clock.advance(passMs / 2)
            await sender.look()
            await sender.settled()
          }
        },
        async restart() {
          await sender[Symbol.asyncDispose]()
          sender = openSender()
        },
        /** As kill -9: what was not recorded is lost. */
        crash() {
          sender.abandon()
          sender = openSender()
        },
        get matched() {
          return matched
        },
        get sender() {
          return sender
        },
        async states(id: string) {
          const rows = await readDeliveries(ledger, id, undefined, 1000)
          return rows.toReversed().map(({ number, state, attempts }) => `${number} ${state} ${attempts}`)
        },
        read: (id: string) => readWebhook(ledger, identityId, id),
        async [Symbol.asyncDispose]() {
          // Nobody waits for receivers that do not answer.
          if (silent !== undefined) sender.abandon()
          await sender[Symbol.asyncDispose]()
          await store[Symbol.asyncDispose]()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    it('get every change that matches, signed, and a record of it', async () => {
      await using fixture = await open()
      const { id, secret } = await fixture.create({ town: 'ely' })
      await fixture.log('a', 'b@Leeds', 'c')
      await fixture.send()
      assert.deepEqual(numbers(), [1, 3])
      const [first] = received
      assert.ok(first)
      const { type, service, data } = JSON.parse(first.body)
      assert.deepEqual([type, service, data.notice_id], ['notice.published', 'notices', 'a'])
      const sentAt = Number(first.headers['webhook-timestamp']) * 1000
      const messageId = String(first.headers['webhook-id'])
      const expected = webhookHeaders({ id: messageId, body: first.body, sentAt }, secret)
      assert.equal(first.headers['webhook-signature'], expected['webhook-signature'])
      assert.deepEqual(await fixture.states(id), ['1 delivered 1', '3 delivered 1'])
      await fixture.restart()
      await fixture.send()
      assert.equal(received.length, 2)
      assert.equal(Number((await fixture.read(id)).position), 3)
    })

    it('are tried again with pauses for a day with the same id, then given up', async () => {
      await using fixture = await open()
      answer = (_, response) => response.writeHead(500).end()
      const { id } = await fixture.create()
      await fixture.log('a')
      for (let hours = 0; hours < 40; hours += 1) {
        await fixture.send(hourMs)
        if (hours === 5) await fixture.restart()
      }
      assert.ok(received.length >= 5 && received.length <= attemptsMax, `${received.length} attempts`)
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size, received.length)
      assert.deepEqual(await fixture.states(id), [`1 failed ${received.length}`])
      assert.equal((await fixture.read(id)).state, 'on')
    })

    it('are tried again after seconds, also if the clock is set back meanwhile', async () => {
      await using fixture = await open()
      const { clock } = fixture
      let isBroken = true
      answer = (_, response) => response.writeHead(isBroken ? 500 : 204).end()
      const { id } = await fixture.create()
      await fixture.log('a', 'a')
      await fixture.send()
      assert.deepEqual(numbers(), [1])
      isBroken = false
      clock.stepWallClock(-hourMs)
      await fixture.send(10_000)
      assert.deepEqual(numbers(), [1, 1, 2])
      const [, again] = received
      assert.ok(Number(again?.headers['webhook-timestamp']) * 1000 <= clock.now())
      await fixture.send()
      assert.deepEqual(await fixture.states(id), ['1 delivered 2', '2 delivered 1'])
    })

    it('are tried again within a day by the next sender, also if the clock of the last one was years ahead', async () => {
      await using fixture = await open()
      const { clock } = fixture
      let isBroken = true
      answer = (_, response) => response.writeHead(isBroken ? 500 : 204).end()
      const { id } = await fixture.create()
      await fixture.log('a')
      clock.stepWallClock(1000 * dayMs)
      await fixture.send()
      clock.stepWallClock(-1000 * dayMs)
      await fixture.restart()
      isBroken = false
      await fixture.send(dayMs)
      await fixture.send()
      assert.deepEqual(await fixture.states(id), ['1 delivered 2'])
    })

    it('hold back later changes of the same subject only', async () => {
      await using fixture = await open()
      let isBroken = true
      answer = ({ subject }, response) => response.writeHead(isBroken && subject === 'a' ? 500 : 204).end()
      await fixture.create()
      await fixture.log('a', 'b', 'a', 'c', 'a')
      await fixture.send(100)
      await fixture.log('a', 'd')
      await fixture.send(100)
      assert.deepEqual(numbers().toSorted(), [1, 2, 4, 7])
      await fixture.restart()
      isBroken = false
      received.length = 0
      await fixture.send(10 * 60_000)
      await fixture.send()
      assert.deepEqual(numbers(), [1, 3, 5, 6])
    })

    it('that fail cost few rows: what is behind waits in the log, and arrives when they are back', async () => {
      await using fixture = await open()
      let isBroken = true
      answer = (_, response) => response.writeHead(isBroken ? 503 : 204).end()
      const { id } = await fixture.create()
      const subjects = Array.from({ length: 400 }, (_, at) => `s${at}`)
      await fixture.log(...subjects)
      for (let hours = 0; hours < 12; hours += 1) await fixture.send(hourMs)
      assert.ok(received.length < 60, `${received.length} attempts`)
      const { length } = await fixture.states(id)
      assert.ok(length <= 10, `${length} rows`)
      isBroken = false
      received.length = 0
      await passTime(fixture.clock, 10_000, async () => {
        await fixture.sender.look()
        await fixture.sender.settled()
        return received.length >= 400
      })
      await fixture.send()
      assert.deepEqual(
        numbers().toSorted((a, b) => a - b),
        subjects.map((_, at) => at + 1),
      )
    })

    it('whose receiver fails with single subjects have a bounded number of rows that wait', async () => {
      await using fixture = await open()
      answer = ({ number }, response) => response.writeHead(number % 2 === 0 ? 500 : 204).end()
      const { id } = await fixture.create()
      await fixture.log(...Array.from({ length: 600 }, (_, at) => `s${at}`))
      for (let round = 0; round < 40; round += 1) await fixture.send(200)
      const waiting = (await fixture.states(id)).filter((state) => state.includes('pending'))
      assert.ok(waiting.length <= storedMax, `${waiting.length} rows`)
    })

    it('are not delayed by a receiver that does not answer', async () => {
      await using fixture = await open()
      const held: ServerResponse[] = []
      answer = ({ path }, response) =>
        path === '/slow' ? void held.push(response) : response.writeHead(204).end()
      await fixture.create({}, '/slow')
      await fixture.create({}, '/quick')
      await fixture.log(...Array.from({ length: 100 }, (_, at) => `s${at}`))
      const quick = () => received.filter(({ path }) => path === '/quick').length
      await passTime(fixture.clock, 50, async () => {
        await fixture.sender.look()
        return quick() === 100
      })
      assert.ok(held.length <= 4, `${held.length} requests wait`)
      for (const response of held) response.writeHead(204).end()
    })

    it('get places in turn: one with much to send leaves places to the others', async () => {
      await using fixture = await open()
      const asked = await fixture.createSilent(60)
      await fixture.log(...Array.from({ length: 10 }, (_, at) => `s${at}`))
      await fixture.sender.look()
      await until(() => asked.length === 200)
      assert.equal(new Set(asked).size, 60)
    })

    it('are not delayed by many receivers that do not answer', async () => {
      await using fixture = await open()
      await fixture.create({ town: 'Ely' }, '/quick')
      const asked = await fixture.createSilent(300, () => 0, { town: 'Leeds' })
      await fixture.log(...Array.from({ length: 10 }, (_, at) => `s${at}@Leeds`))
      for (let round = 0; round < 8; round += 1) {
        fixture.clock.advance(2000)
        await fixture.sender.look()
      }
      await fixture.log('x')
      await fixture.sender.look()
      assert.ok(asked.length < 1000, `${asked.length} requests wait`)
      await until(() => received.some(({ subject }) => subject === 'x'))
    })

    it('that are current are not delayed by many that go through the log again', async () => {
      await using fixture = await open()
      await fixture.log(...Array.from({ length: 600 }, (_, at) => `s${at}`))
      await fixture.create({}, '/quick')
      await fixture.createSilent(40, (at) => at, { town: 'Leeds' })
      await fixture.log('x')
      await fixture.sender.look()
      await fixture.sender.settled()
      assert.deepEqual(
        received.map(({ subject }) => subject),
        ['x'],
      )
    })

    it('whose receiver always rejects some changes get the others', async () => {
      await using fixture = await open()
      answer = ({ number }, response) => response.writeHead(number % 5 === 0 ? 500 : 204).end()
      const { id } = await fixture.create()
      await fixture.log(...Array.from({ length: 600 }, (_, at) => `s${at}`))
      const accepted = () => new Set(numbers().filter((number) => number % 5 !== 0)).size
      let minutes = 0
      for (; minutes < 12 * 60 && accepted() < 480; minutes += 1) await fixture.send(40_000)
      assert.equal(accepted(), 480, `after ${minutes} minutes`)
      const waiting = (await fixture.states(id)).filter((state) => state.includes('pending'))
      assert.ok(waiting.length <= storedMax, `${waiting.length} rows`)
      assert.equal((await fixture.read(id)).state, 'on')
    })

    it('end when the receiver responds with 410', async () => {
      await using fixture = await open()
      answer = (_, response) => response.writeHead(410).end()
      const { id, ...request } = await fixture.create()
      await fixture.log('a', 'b')
      await fixture.send()
      const count = received.length
      await fixture.log('c')
      await fixture.send(hourMs)
      assert.equal(received.length, count)
      assert.equal((await fixture.read(id)).state, 'ended')
      await assert.rejects(resumeWebhook(fixture.ledger, { id, ...request }), { code: 'webhook_ended' })
    })

    it('are disabled after five days of failure, and their owner gets one mail', async () => {
      await using fixture = await open()
      answer = (_, response) => response.writeHead(500).end()
      const { id, ...request } = await fixture.create()
      for (let hours = 0; hours < 5 * 24 + 30; hours += 6) {
        await fixture.log(`s${hours}`)
        await fixture.send(4 * hourMs)
        const { state } = await fixture.read(id)
        if (hours === 96) assert.equal(state, 'on')
        if (state === 'disabled') break
      }
      const { state, reason } = await fixture.read(id)
      assert.equal(state, 'disabled')
      assert.match(reason ?? '', /five days.*500/)
      const mails: string[] = []
      let isDown = true
      const tell = () =>
        mailOwners(fixture.ledger, {
          service: 'notices',
          origin: 'https://data.example.org',
          nowMs: fixture.clock.now(),
          signal: AbortSignal.timeout(10_000),
          mail: {
            async send({ to, text }) {
              if (isDown) throw new Error('the mail server is down')
              mails.push(`${to} ${text.includes(host)}`)
            },
          },
        })
      await tell()
      isDown = false
      await tell()
      assert.deepEqual(mails, [])
      fixture.clock.advance(hourMs)
      await tell()
      await tell()
      assert.deepEqual(mails, ['owner@example.org true'])
      // What its owner resumes goes on where it stopped.
      received.length = 0
      answer = (_, response) => response.writeHead(204).end()
      await resumeWebhook(fixture.ledger, { id, ...request })
      await fixture.send()
      await fixture.send()
      assert.ok(received.length > 0)
    })

    it('that are paused get later what happened meanwhile', async () => {
      await using fixture = await open()
      const request = await fixture.create()
      await fixture.send()
      await pauseWebhook(fixture.ledger, request)
      await fixture.send()
      await fixture.log('a', 'b')
      await fixture.send()
      assert.deepEqual(numbers(), [])
      await resumeWebhook(fixture.ledger, request)
      await fixture.send()
      assert.deepEqual(numbers(), [1, 2])
    })

    it('that are resumed after a repair get at once what waited for another attempt', async () => {
      await using fixture = await open()
      answer = (_, response) => response.writeHead(500).end()
      const request = await fixture.create()
      await fixture.log('a', 'b', 'c')
      for (let hours = 0; hours < 3; hours += 1) await fixture.send(hourMs)
      answer = (_, response) => response.writeHead(204).end()
      received.length = 0
      await resumeWebhook(fixture.ledger, { ...request, nowMs: fixture.clock.now() })
      for (let seconds = 0; seconds < 3; seconds += 1) await fixture.send()
      assert.deepEqual(numbers().toSorted(), [1, 2, 3])
    })

    it('stop when their identity is blocked', async () => {
      await using fixture = await open()
      await fixture.create()
      await fixture.send()
      const { ledger, clock } = fixture
      await ledger.transaction(async (tx) => {
        await tx.updateTable('identity').set({ blocked_at: clock.now() }).execute()
        await ledger.dialect.bumpVersion(tx, 'identity', clock.now())
      })
      await until(() => ledger.version('identity') > 0)
      await fixture.send()
      await fixture.log('a')
      await fixture.send()
      assert.deepEqual(numbers(), [])
    })

    it('get one delivery again, or all since a position, with the same ids', async () => {
      await using fixture = await open()
      const request = await fixture.create()
      await fixture.log('a', 'b', 'c')
      await fixture.send()
      const [, second] = (await readDeliveries(fixture.ledger, request.id, undefined, 10)).toReversed()
      await replayDelivery(fixture.ledger, { ...request, nowMs: fixture.clock.now() }, second?.id ?? '')
      await fixture.send()
      assert.deepEqual(numbers(), [1, 2, 3, 2])
      await moveWebhook(fixture.ledger, request, fixture.store.readModel.epoch(), { number: 1, at: 0 })
      await fixture.send()
      assert.deepEqual(numbers(), [1, 2, 3, 2, 2, 3])
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 3)
      assert.deepEqual(await fixture.states(request.id), ['1 delivered 1', '2 delivered 1', '3 delivered 1'])
    })

    it('are sent with both secrets for a day after a rotation', async () => {
      await using fixture = await open()
      const request = await fixture.create()
      await fixture.send()
      await rotateSecret(fixture.ledger, hash, { ...request, nowMs: fixture.clock.now() })
      await fixture.send()
      await fixture.log('a')
      await fixture.send()
      fixture.clock.advance(dayMs)
      await fixture.log('b')
      await fixture.send()
      const row = await fixture.read(request.id)
      for (const [at, count] of [
        [0, 2],
        [1, 1],
      ] as const) {
        const one = received[at]
        const sentAt = Number(one?.headers['webhook-timestamp']) * 1000
        const secrets = webhookSecrets(hash, row, sentAt)
        assert.equal(secrets.length, count)
        const message = { id: String(one?.headers['webhook-id']), body: one?.body ?? '', sentAt }
        assert.equal(
          one?.headers['webhook-signature'],
          webhookHeaders(message, ...secrets)['webhook-signature'],
        )
      }
    })

    it('lose nothing when the process dies between sending and recording', async () => {
      await using fixture = await open()
      await fixture.create()
      const subjects = Array.from({ length: 60 }, (_, at) => `s${at}`)
      await fixture.log(...subjects)
      await fixture.sender.look()
      await until(() => received.length > 10)
      fixture.crash()
      await fixture.send()
      await fixture.send()
      const seen = new Set(numbers())
      assert.equal(seen.size, 60)
      assert.ok(received.length > 60, 'some were sent twice')
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 60)
    })

    it('hear of changes that are no longer stored, and get those that are', async () => {
      await using fixture = await open()
      const request = await fixture.create()
      await fixture.send()
      await pauseWebhook(fixture.ledger, request)
      await fixture.send()
      await fixture.log('a', 'b', 'c', 'd')
      await fixture.store.readModel.transaction(async (tx) => {
        await tx.deleteFrom('change').where('number', '<=', 2).execute()
      })
      await resumeWebhook(fixture.ledger, request)
      await fixture.send()
      await fixture.send()
      const [gap, ...rest] = received
      const { type, data } = JSON.parse(gap?.body ?? '{}')
      assert.deepEqual([type, data.service, data.restart], ['webhook.gap', 'notices', '/v1/notices'])
      assert.deepEqual(
        rest.map(({ number }) => number),
        [3, 4],
      )
    })

    it('hear of a restored database, and get what is new with ids of its own', async () => {
      await using fixture = await open()
      await fixture.create()
      await fixture.log('a', 'b', 'c')
      await fixture.send()
      await fixture.restart()
      const [, , third] = received.splice(0)
      await fixture.restore(1)
      fixture.clock.advance(hourMs)
      await fixture.log('x')
      await fixture.send()
      assert.deepEqual(
        received.map(({ body }) => JSON.parse(body).type),
        ['webhook.gap'],
      )
      await fixture.log('y')
      await fixture.send()
      const last = received.at(-1)
      assert.deepEqual([last?.number, last?.subject], [3, 'y'])
      assert.equal(third?.number, 3)
      assert.notEqual(last?.headers['webhook-id'], third?.headers['webhook-id'])
    })

    it('whose message waits do not get another change of a restored database with its id', async () => {
      await using fixture = await open()
      answer = (_, response) => response.writeHead(500).end()
      const { id } = await fixture.create()
      await fixture.log('a', 'b')
      await fixture.send(100)
      await fixture.restart()
      await fixture.restore(1)
      fixture.clock.advance(hourMs)
      await fixture.log('x')
      received.length = 0
      answer = (_, response) => response.writeHead(204).end()
      for (let round = 0; round < 5; round += 1) await fixture.send(hourMs)
      assert.deepEqual(received.map(({ subject }) => subject).toSorted(), ['a', undefined])
      const failed = await readDeliveries(fixture.ledger, id, 'failed', 10)
      assert.deepEqual(
        failed.map(({ error }) => error),
        ['the change is no longer in the log'],
      )
    })

    it('whose filter cannot be used at present wait, and the others do not', async () => {
      await using fixture = await open()
      fixture.unknownTown = 'Leeds'
      const waiting = await fixture.create({ town: 'Leeds' }, '/waiting')
      await fixture.create({ town: 'Ely' }, '/other')
      await fixture.log('a', 'b@Leeds')
      await fixture.send()
      assert.deepEqual(
        received.map(({ path }) => path),
        ['/other'],
      )
      assert.equal((await fixture.read(waiting.id)).state, 'on')
      fixture.unknownTown = ''
      await fixture.send(60_000)
      assert.deepEqual(
        received.map(({ path, number }) => `${path} ${number}`),
        ['/other 1', '/waiting 2'],
      )
    })

    it('with filters that are no longer valid are disabled', async () => {
      await using fixture = await open()
      const { id } = await fixture.create({ type: 'notice.invented' })
      await fixture.send()
      const { state, reason } = await fixture.read(id)
      assert.equal(state, 'disabled')
      assert.match(reason ?? '', /filters are not valid/)
    })

    it('are not sent to a private address, nor where a redirect leads', async () => {
      await using strict = await open(false)
      const { id } = await strict.create()
      await strict.log('a')
      await strict.send()
      assert.deepEqual(received, [])
      const [refused] = await readDeliveries(strict.ledger, id, undefined, 10)
      assert.match(refused?.error ?? '', /private address/)
      await using fixture = await open()
      answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()
      const redirected = await fixture.create()
      await fixture.log('a')
      await fixture.send(10)
      assert.deepEqual(
        received.map(({ path }) => path),
        ['/hook'],
      )
      const [moved] = await readDeliveries(fixture.ledger, redirected.id, undefined, 10)
      assert.deepEqual([moved?.state, moved?.status], ['pending', 302])
    })

    it('honour Retry-After without delaying other receivers on the same host', async () => {
      await using fixture = await open()
      answer = ({ path }, response) =>
        path === '/busy'
          ? response.writeHead(429, { 'retry-after': '3600' }).end()
          : response.writeHead(204).end()
      await fixture.create({}, '/busy')
      await fixture.create({}, '/other')
      await fixture.log('a', 'b')
      for (let round = 0; round < 20; round += 1) await fixture.send(60_000)
      const count = (path: string) => received.filter((one) => one.path === path).length
      assert.equal(count('/other'), 2)
      const busy = count('/busy')
      assert.ok(busy <= 2, `${busy} requests`)
    })

    it('that match everything are matched once for equal filters', async () => {
      await using fixture = await open()
      for (let count = 0; count < 5; count += 1) await fixture.create({}, `/${count}`)
      await fixture.log(...Array.from({ length: 30 }, (_, at) => `s${at}`))
      await fixture.send()
      await fixture.send()
      assert.equal(received.length, 150)
      assert.equal(fixture.matched, 30)
      assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 150)
    })
  })
}
