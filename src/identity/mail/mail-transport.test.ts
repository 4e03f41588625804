import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { after, before, describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { sqlite, type TestDatabase } from '../../../test/support/store/test-engines.ts'
import { systemClock } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import { RecipientRejected, smtpMail } from './mail-transport.ts'

const from = 'broadsheet@example.org'

/** What the mail server does with the next e-mail. */
type Behavior = 'accept' | 'refuse recipient' | 'defer recipient' | 'refuse message' | 'drop'

describe('sign-in e-mails', () => {
  let database: TestDatabase
  let store: Store
  let smtp: SMTPServer
  let server: IdentityFixture
  let behavior: Behavior = 'accept'
  const received: { raw: Buffer; to: string[] }[] = []

  before(async () => {
    database = await sqlite.borrowDatabase()
    store = await database.openStore()
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo(_address, _session, done) {
        if (behavior === 'refuse recipient')
          done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        else if (behavior === 'defer recipient')
          done(Object.assign(new Error('greylisted'), { responseCode: 450 }))
        else done()
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk) => chunks.push(chunk))
        stream.on('end', () => {
          if (behavior === 'refuse message')
            return done(Object.assign(new Error('looks like spam'), { responseCode: 554 }))
          if (behavior === 'drop') {
            for (const connection of smtp.connections) connection.close()
            return
          }
          received.push({
            raw: Buffer.concat(chunks),
            to: session.envelope.rcptTo.map(({ address }) => address),
          })
          done()
        })
      },
    })
    smtp.on('error', () => {})
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const { port } = smtp.server.address() as AddressInfo
    server = await openIdentityFixture({
      store,
      clock: systemClock,
      mail: await smtpMail({ url: `smtp://127.0.0.1:${port}`, requireTls: true, from, timeoutMs: 3000 }),
    })
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    await new Promise<void>((resolve) => smtp.close(resolve))
    await store[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  })

  const otp = (email: string) => server.request('POST', '/v1/auth/otp', { body: { email } })

  async function codeCount(): Promise<number> {
    const rows = await server.ledger.read.selectFrom('sign_in_code').selectAll().execute()
    return rows.length
  }

  it('have a text and an HTML part with a valid code, and go to the one address', async () => {
    assert.equal((await otp('reader@example.org')).status, 202)
    const [email] = received
    assert.ok(email)
    assert.deepEqual(email.to, ['reader@example.org'])
    const { from: sender, to, subject, text = '', html = '', headers } = await PostalMime.parse(email.raw)
    assert.equal(sender?.address, from)
    assert.deepEqual(
      to?.map(({ address }) => address),
      ['reader@example.org'],
    )
    assert.equal(subject, 'Your Broadsheet sign-in code')
    assert.ok(headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-generated'))
    const [code = ''] = /\b\d{6}\b/.exec(text) ?? []
    assert.ok(html.includes(`>${code}<`))
    server.expectNotLogged(code)
    const { status, json } = await server.request('POST', '/v1/auth/verify', {
      body: { email: 'reader@example.org', code },
    })
    assert.equal(status, 200)
    server.expectNotLogged(json.data.token)
    server.expectNotLogged(json.data.key.secret)
  })

  for (const bad of ['refuse message', 'drop'] as const) {
    it(`that the mail server does not accept (${bad}) are 503, void the code, and the next need not wait`, async () => {
      behavior = bad
      const email = `${bad.replace(' ', '-')}@example.org`
      const refused = await otp(email)
      assertError(refused, 503, 'upstream_unavailable')
      assert.ok(!refused.text.includes('spam'))
      assert.equal(await codeCount(), 0)
      assert.ok(!server.log().includes(email))
      behavior = 'accept'
      assert.equal((await otp(email)).status, 202)
      await server.ledger.transaction((tx) => tx.deleteFrom('sign_in_code').execute())
    })
  }

  it('to an address that the mail server rejects are answered like any other, and so is the next', async () => {
    const known = await otp('known@example.org')
    const knownAgain = await otp('known@example.org')
    behavior = 'refuse recipient'
    const unknown = await otp('unknown@example.org')
    const unknownAgain = await otp('unknown@example.org')
    behavior = 'accept'
    assert.deepEqual([unknown.status, unknown.json.data], [known.status, known.json.data])
    assert.deepEqual([unknownAgain.status, knownAgain.status], [429, 429])
    assert.ok(server.warnings.some((warning) => warning.includes('rejected a recipient')))
    assert.ok(!server.log().includes('unknown@example.org'))
    await server.ledger.transaction((tx) => tx.deleteFrom('sign_in_code').execute())
  })

  for (const [refusal, isPermanent] of [
    ['refuse recipient', true],
    ['defer recipient', false],
  ] as const)
    it(`say whether a recipient is rejected for good (${refusal})`, async () => {
      const { port } = smtp.server.address() as AddressInfo
      await using mail = await smtpMail({
        url: `smtp://127.0.0.1:${port}`,
        requireTls: true,
        from,
        timeoutMs: 3000,
      })
      behavior = refusal
      const email = { to: 'grey@example.org', subject: 's', text: 't', html: 'h' }
      const sending = mail.send(email, new AbortController().signal)
      await assert.rejects(sending, (thrown) => {
        assert.ok(thrown instanceof RecipientRejected)
        assert.equal(thrown.isPermanent, isPermanent)
        return true
      })
      behavior = 'accept'
    })

  it('are sent only over TLS, except to this machine or if the operator allows it, whatever the URL says', async () => {
    const { port } = smtp.server.address() as AddressInfo
    const email = { to: 'tls@example.org', subject: 's', text: 't', html: 'h' }
    async function send(url: string, requireTls: boolean): Promise<void> {
      await using mail = await smtpMail({ url, requireTls, from, timeoutMs: 3000 })
      await mail.send(email, new AbortController().signal)
    }
    const before = received.length
    // Reaches the test server, but is not a loopback address.
    const elsewhere = `smtp://0.0.0.0:${port}`
    for (const url of [elsewhere, `${elsewhere}/?requireTLS=false`, `${elsewhere}/?ignoreTLS=true`])
      await assert.rejects(send(url, true), /STARTTLS/)
    assert.equal(received.length, before)
    await send(elsewhere, false)
    await send(`smtp://localhost:${port}`, true)
    await send(`smtp://127.0.0.1:${port}`, true)
    assert.equal(received.length, before + 3)
  })

  it('to a server that hangs time out', async () => {
    const silent: Server = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const url = `smtp://127.0.0.1:${port}`
    await using slow = await openIdentityFixture({
      store,
      clock: systemClock,
      mail: await smtpMail({ url, requireTls: true, from, timeoutMs: 300 }),
    })
    const response = await slow.request('POST', '/v1/auth/otp', { body: { email: 'patient@example.org' } })
    assertError(response, 503, 'upstream_unavailable')
    assert.equal(await codeCount(), 0)
    silent.close()
  })

  it('to a server that is not there are 503', async () => {
    await using nowhere = await openIdentityFixture({
      store,
      clock: systemClock,
      mail: await smtpMail({ url: 'smtp://127.0.0.1:1', requireTls: true, from, timeoutMs: 300 }),
    })
    const response = await nowhere.request('POST', '/v1/auth/otp', { body: { email: 'nowhere@example.org' } })
    assertError(response, 503, 'upstream_unavailable')
  })
})
