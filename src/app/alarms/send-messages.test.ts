import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { createOutbound } from '../../core/outbound/create-outbound.ts'
import { webhookHeaders } from '../../core/webhooks/webhook-signature.ts'
import { RecipientRejected } from '../../identity/index.ts'
import type { Email } from '../../identity/mail/mail-transport.ts'
import { type Message, queueMessage } from './message.ts'
import { attemptsMax, type MessageRoute, sendMessages, sendTest } from './send-messages.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const operators = ['one@example.org', 'two@example.org']

function opened(subject: string, type: 'alarm.opened' | 'alarm.ended' = 'alarm.opened'): Message {
  const data = { id: `host_refuses:${subject}`, kind: 'host_refuses', subject, detail: 'It denies access.' }
  const since = '2026-11-15T11:30:00.000Z'
  return { type, timestamp: '2026-11-15T12:00:00.000Z', data: { ...data, since } }
}

for (const engine of testEngines) {
  describe(`${engine.name}: messages to operators`, { skip: engine.skip }, () => {
    const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
    let status = 204
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
    let url = ''
    before(async () => {
      receiver.listen(0, '127.0.0.1')
      await once(receiver, 'listening')
      url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    })
    after(() => receiver.close().closeAllConnections())
    beforeEach(() => {
      requests.length = 0
      status = 204
    })

    async function open(options: Partial<MessageRoute> = {}, allowPrivate = true) {
      const database = await engine.borrowDatabase()
      const store = await database.openStore({ role: 'worker' })
      const clock = new FakeClock()
      const emails: Email[] = []
      const failures: string[] = []
      const mailErrors = new Map<string, Error>()
      const hosts = new Set([new URL(url).host])
      const outbound = createOutbound({
        userAgent: 'test',
        hosts,
        attemptsMax: 1,
        clock,
        ...(allowPrivate ? { allowPrivate: hosts } : {}),
      })
      const route: MessageRoute = {
        emails: operators,
        mail: {
          async send(email) {
            const error = mailErrors.get(email.to)
            if (error !== undefined) throw error
            emails.push(email)
          },
        },
        webhook: { url, secret, outbound },
        timeZone: 'UTC',
        quietHours: undefined,
        origin: 'https://data.example.org',
        ...options,
      }
      const { signal } = new AbortController()
      return {
        clock,
        emails,
        failures,
        mailErrors,
        route,
        queue: (message: Message, recipients: readonly string[] = [...operators, 'webhook'], copies = 1) =>
          store.ledger.transaction(async (tx) => {
            for (let copy = 0; copy < copies; copy += 1)
              await queueMessage(tx, message, recipients, clock.now())
          }),
        send: () =>
          sendMessages(store, {
            route,
            now: () => clock.now(),
            signal,
            onFailure: (recipient, message, isLast) =>
              failures.push(`${recipient} ${isLast ? 'given up: ' : ''}${message}`),
          }),
        async [Symbol.asyncDispose]() {
          await outbound[Symbol.asyncDispose]()
          await store[Symbol.asyncDispose]()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    it('reach every operator by mail, and the webhook with a signature', async () => {
      await using fixture = await open({ timeZone: 'Europe/Berlin' })
      await fixture.queue(opened('api.example.org'))
      await fixture.send()
      await fixture.send()
      assert.deepEqual(
        fixture.emails.map(({ to, subject }) => `${to} ${subject}`),
        operators.map((to) => `${to} Broadsheet: A host refuses: api.example.org`),
      )
      assert.match(fixture.emails[0]?.text ?? '', /It denies access\.\nSince 2026-11-15 12:30\./)
      assert.match(fixture.emails[0]?.text ?? '', /https:\/\/data\.example\.org\/operations\?view=alarms/)
      assert.equal(requests.length, 1)
      const { headers = {}, body = '' } = requests[0] ?? {}
      const id = String(headers['webhook-id'])
      assert.deepEqual(
        { ...webhookHeaders({ id, body, sentAt: fixture.clock.now() }, secret) },
        Object.fromEntries(
          ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
            name,
            headers[name],
          ]),
        ),
      )
      const sent = JSON.parse(body)
      assert.deepEqual([sent.type, sent.data.subject], ['alarm.opened', 'api.example.org'])
    })

    it('that follow soon are one e-mail, and one request each', async () => {
      await using fixture = await open()
      await fixture.queue(opened('one.example'))
      await fixture.send()
      fixture.clock.advance(minuteMs)
      await fixture.queue(opened('two.example'))
      await fixture.queue(opened('three.example'))
      await fixture.queue(opened('one.example', 'alarm.ended'))
      await fixture.send()
      assert.equal(fixture.emails.length, 2)
      assert.equal(requests.length, 4)
      fixture.clock.advance(14 * minuteMs)
      await fixture.send()
      assert.equal(fixture.emails.length, 4)
      assert.equal(fixture.emails[3]?.subject, 'Broadsheet: 2 alarms, 1 over')
      for (const title of [
        'refuses: two.example',
        'refuses: three.example',
        'over: A host refuses: one.example',
      ])
        assert.ok(fixture.emails[3]?.text.includes(title), title)
    })

    it('wait for the end of the quiet hours, but not those to the webhook', async () => {
      await using fixture = await open({ quietHours: '22:00-13:30', timeZone: 'Europe/Berlin' })
      await fixture.queue(opened('one.example'))
      await fixture.send()
      assert.deepEqual([fixture.emails.length, requests.length], [0, 1])
      fixture.clock.advance(30 * minuteMs)
      await fixture.send()
      assert.deepEqual([fixture.emails.length, requests.length], [2, 1])
    })

    it('are sent again to those that they did not reach, a bounded number of times', async () => {
      await using fixture = await open()
      status = 500
      fixture.mailErrors.set('two@example.org', new Error('the mail server is down'))
      await fixture.queue(opened('one.example'))
      for (let hour = 0; hour < 48; hour += 1) {
        await fixture.send()
        await fixture.send()
        fixture.clock.advance(hourMs)
      }
      assert.deepEqual(
        fixture.emails.map(({ to }) => to),
        ['one@example.org'],
      )
      const attempts = fixture.failures.filter((line) => line.startsWith('two@'))
      assert.equal(attempts.length, attemptsMax)
      assert.equal(attempts.at(-1), 'two@example.org given up: the mail server is down')
      assert.equal(requests.length, attemptsMax)
      assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1)
    })

    it('do not wait for those of a recipient that fails, or of one that sleeps', async () => {
      await using fixture = await open({ quietHours: '10:00-14:00' })
      await fixture.queue(opened('asleep.example'), operators, 60)
      fixture.clock.advance(1)
      await fixture.queue(opened('at-once.example'), ['webhook'])
      await fixture.send()
      assert.equal(requests.length, 1)
      status = 500
      await fixture.queue(opened('lost.example'), ['webhook'], 110)
      fixture.clock.advance(2 * hourMs)
      await fixture.queue(opened('late.example'), operators)
      for (let look = 0; look < 3; look += 1) {
        await fixture.send()
        fixture.clock.advance(15 * minuteMs)
      }
      const last = fixture.emails.filter(({ to }) => to === operators[1]).at(-1)
      assert.match(last?.text ?? '', /refuses: late\.example/)
    })

    it('are in their order: the end of an alarm never comes before its beginning', async () => {
      await using fixture = await open({ emails: ['one@example.org'] })
      const fail = () => {
        status = 500
        fixture.mailErrors.set('one@example.org', new Error('the mail server is down'))
      }
      const recover = () => {
        status = 204
        fixture.mailErrors.clear()
      }
      fail()
      await fixture.queue(opened('one.example'), ['one@example.org', 'webhook'])
      await fixture.send()
      fixture.clock.advance(minuteMs)
      await fixture.send()
      requests.length = 0
      recover()
      fixture.clock.advance(minuteMs)
      await fixture.queue(opened('one.example', 'alarm.ended'), ['one@example.org', 'webhook'])
      await fixture.queue(opened('two.example'), ['one@example.org', 'webhook'])
      await fixture.send()
      for (let minute = 0; minute < 30; minute += 1) {
        fixture.clock.advance(minuteMs)
        await fixture.send()
      }
      const sent = requests.map(({ body }) => JSON.parse(body))
      assert.deepEqual(
        sent.map(({ type, data }) => `${type} ${data.subject}`),
        ['alarm.opened two.example', 'alarm.opened one.example', 'alarm.ended one.example'],
      )
      const text = fixture.emails.map((email) => email.text).join('\n')
      assert.ok(
        text.indexOf('\nA host refuses: one.example') < text.indexOf('over: A host refuses: one.example'),
      )
    })

    it('arrive when the mail server is back', async () => {
      await using fixture = await open()
      fixture.mailErrors.set('one@example.org', new Error('the mail server is down'))
      await fixture.queue(opened('one.example'), ['one@example.org'])
      await fixture.send()
      fixture.mailErrors.clear()
      fixture.clock.advance(minuteMs)
      await fixture.send()
      await fixture.send()
      assert.equal(fixture.emails.length, 1)
    })

    it('are not sent again to an address that does not exist', async () => {
      await using fixture = await open()
      fixture.mailErrors.set('one@example.org', new RecipientRejected('no such mailbox'))
      await fixture.queue(opened('one.example'), ['one@example.org'])
      for (let hour = 0; hour < 3; hour += 1) {
        await fixture.send()
        fixture.clock.advance(hourMs)
      }
      assert.deepEqual(fixture.failures, ['one@example.org given up: no such mailbox'])
    })

    it('are sent once, also if several nodes send at the same time', async () => {
      await using fixture = await open()
      await fixture.queue(opened('one.example'))
      await Promise.all(Array.from({ length: 4 }, () => fixture.send()))
      assert.deepEqual([fixture.emails.length, requests.length], [2, 1])
    })

    it('are sent to no address that the settings no longer name', async () => {
      await using fixture = await open({ emails: ['two@example.org'], webhook: undefined })
      await fixture.queue(opened('one.example'))
      await fixture.send()
      assert.deepEqual([fixture.emails.map(({ to }) => to), requests.length], [['two@example.org'], 0])
    })

    it('follow no redirect, and reach no private address unless the settings allow it', async () => {
      await using fixture = await open({ emails: [] })
      status = 302
      await fixture.queue(opened('one.example'), ['webhook'])
      await fixture.send()
      assert.deepEqual(
        requests.map(({ path }) => path),
        ['/hook'],
      )
      assert.match(fixture.failures[0] ?? '', /status 302/)
      requests.length = 0
      await using strict = await open({ emails: [] }, false)
      await strict.queue(opened('one.example'), ['webhook'])
      await strict.send()
      assert.deepEqual(requests, [])
      assert.match(strict.failures[0] ?? '', /private address/)
    })

    it('can be tested: each recipient gets one, and its error is reported', async () => {
      await using fixture = await open({ quietHours: '00:00-23:59' })
      fixture.mailErrors.set('two@example.org', new Error('no such mailbox'))
      const message: Message = {
        type: 'alarm.test',
        timestamp: '2026-11-15T12:00:00Z',
        data: { note: 'A test.' },
      }
      const { signal } = new AbortController()
      assert.deepEqual(await sendTest(message, fixture.route, () => fixture.clock.now(), signal), [
        { recipient: 'one@example.org', error: null },
        { recipient: 'two@example.org', error: 'no such mailbox' },
        { recipient: 'webhook', error: null },
      ])
      assert.equal(fixture.emails[0]?.subject, 'Broadsheet: a test of alarms')
    })
  })
}
