import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { until } from '../../../test/support/until.ts'
import { anyChangeSource, type ChangeSource } from '../../http/changes/change-source.ts'
import { createKeyedHash, type Email, identityLedger, RecipientRejected } from '../../identity/index.ts'
import { noticeChanges } from '../../services/notices/routes/notice-changes.ts'
import { ChangeBatch } from '../../store/changes/change-batch.ts'
import { changeScope } from '../../store/changes/change-scope.ts'
import { pruneChanges } from '../../store/changes/prune-changes.ts'
import type { Store } from '../../store/store.ts'
import { ownedMax } from '../account/owner.ts'
import { sendDigests } from './send-digests.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { nextDigestAt, toToken } from './subscriptions.ts'

const path = '/v1/subscriptions'
const hourMs = 3_600_000
const hash = createKeyedHash('secret')
const origin = 'https://news.example.org'
const hostile = 'Fair\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script> \u202eevil'

describe('the time of digests', () => {
  it('is the next full hour, or six in the morning, never now', () => {
    const at = (text: string) => Date.parse(`2026-11-15T${text}Z`)
    assert.equal(nextDigestAt('hour', at('12:00:00')), at('13:00:00'))
    assert.equal(nextDigestAt('hour', at('12:59:59')), at('13:00:00'))
    assert.equal(nextDigestAt('day', at('05:59:59')), at('06:00:00'))
    assert.equal(nextDigestAt('day', at('06:00:00')), at('06:00:00') + 24 * hourMs)
  })
})

for (const engine of testEngines) {
  describe(`${engine.name}: subscriptions by e-mail`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let server: IdentityFixture
    let sources: ReadonlyMap<string, ChangeSource>
    const clock = new FakeClock()
    const sent: Email[] = []
    const warnings: string[] = []
    let failure: Error | undefined
    let attempts = 0
    let hasMail = true
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      sources = new Map([['notices', anyChangeSource(noticeChanges(store.readModel))]])
      server = await openIdentityFixture({
        store,
        clock,
        routes: ({ accounts }) =>
          subscriptionRoutes({
            ledger: identityLedger(store.ledger),
            readModel: store.readModel,
            hash,
            idempotent: accounts.idempotent,
            get hasMail() {
              return hasMail
            },
            sources,
            urls: new Map([['notices', `${origin}/notices`]]),
            origin,
          }),
      })
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    async function signIn(email: string) {
      const { token } = await server.signIn(email)
      const ask = async (method: string, at: string, body?: unknown) =>
        await server.request(method, at, {
          headers: { authorization: `Bearer ${token}` },
          ...(body === undefined ? {} : { body }),
        })
      const subscribe = async (body: Record<string, unknown> = {}) => {
        const created = await ask('POST', path, { form: 'email', service: 'notices', every: 'hour', ...body })
        assert.equal(created.status, 201, created.text)
        return created.json.data
      }
      return { ask, subscribe }
    }

    async function log(...entries: { id: string; town: string; title?: string }[]) {
      let end = 0
      await store.readModel.transaction(async (tx) => {
        const batch = new ChangeBatch('notices')
        for (const { id, town, title = id } of entries) {
          batch.add({ type: 'notice.published', subject: id, detectedAt: clock.now(), keys: { town } })
          const doc = JSON.stringify({ id, title, town })
          await tx
            .insertInto('notice')
            .values({
              id,
              source_id: 's',
              member_id: 'm',
              town,
              title: '',
              category: 'other',
              published_on: '2026-11-15',
              hash: '',
              doc,
            })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
        await batch.write(tx, store.readModel.dialect)
        const row = await tx
          .selectFrom('publication')
          .select('version')
          .where('scope', '=', changeScope('notices'))
          .executeTakeFirstOrThrow()
        end = Number(row.version)
      })
      await until(() => store.readModel.version(changeScope('notices')) >= end)
    }

    /** What the next hour sends. */
    async function nextHour(): Promise<Email[]> {
      return await later(hourMs)
    }

    async function later(ms: number, signal = new AbortController().signal): Promise<Email[]> {
      clock.advance(ms)
      sent.length = 0
      attempts = 0
      warnings.length = 0
      await sendDigests({
        ledger: identityLedger(store.ledger),
        readModel: store.readModel,
        hash,
        sources,
        urls: new Map([['notices', `${origin}/notices`]]),
        mail: {
          async send(email) {
            attempts += 1
            if (failure !== undefined) throw failure
            sent.push(email)
          },
        },
        origin,
        clock,
        signal,
        onWarning: (message) => void warnings.push(message),
      })
      return [...sent]
    }

    it('are one e-mail with what matched, to the address of their owner, and none if nothing matched', async () => {
      const { ask, subscribe } = await signIn('reader@example.org')
      await log({ id: 'before', town: 'Ely' })
      await subscribe({ filters: { town: 'Ely' } })
      await subscribe({ filters: { town: 'Ware' } })
      assert.deepEqual(await nextHour(), [])
      await log(
        { id: 'bridge', town: 'Ely' },
        { id: 'elsewhere', town: 'York' },
        { id: 'fair', town: 'Ware' },
      )
      const [email, ...others] = await nextHour()
      assert.deepEqual(others, [])
      assert.equal(email?.to, 'reader@example.org')
      assert.equal(email?.subject, 'Broadsheet: 2 changes')
      assert.match(email?.text ?? '', /Changes of notices: town Ely\n\n- bridge · Ely: notice published\n/)
      assert.match(email?.text ?? '', /- fair · Ware: notice published\n/)
      assert.doesNotMatch(email?.text ?? '', /elsewhere|before/)
      assert.match(email?.html ?? '', /<li>bridge · Ely: notice published<\/li>/)
      assert.deepEqual(await nextHour(), [])
      const { data } = (await ask('GET', path)).json
      assert.equal(data.length, 2)
      for (const { id } of data) assert.equal((await ask('DELETE', `${path}/${id}`)).status, 200)
    })

    it('name twenty changes, count the others, and link to all of them', async () => {
      const { ask, subscribe } = await signIn('many@example.org')
      const { id } = await subscribe({ filters: { town: 'Mill' } })
      await log(...Array.from({ length: 53 }, (_, at) => ({ id: `mill ${at}`, town: 'Mill' })))
      const [email] = await nextHour()
      assert.equal(email?.subject, 'Broadsheet: 53 changes')
      assert.equal(email?.text.match(/^- mill/gm)?.length, 20)
      assert.match(
        email?.text ?? '',
        /- and 33 more: https:\/\/news\.example\.org\/notices\/v1\/changes\?town=Mill&after=/,
      )
      await ask('DELETE', `${path}/${id}`)
    })

    it('keep text of others out of their headers, lines and markup', async () => {
      const { ask, subscribe } = await signIn('careful@example.org')
      const { id } = await subscribe({ filters: { town: 'Harm' } })
      await log({ id: 'hostile', town: 'Harm', title: hostile })
      const [email] = await nextHour()
      assert.ok(email !== undefined)
      assert.match(
        email.text,
        /^- Fair Bcc: all@example\.org <script>alert\(1\)<\/script> evil · Harm: notice published$/m,
      )
      assert.doesNotMatch(email.html, /<script|\u202e/)
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true })
      const { message } = await transport.sendMail({ ...email, from: 'news@example.org' })
      const parsed = await PostalMime.parse(message as Buffer)
      assert.deepEqual(
        [parsed.to?.map(({ address }) => address), parsed.bcc, parsed.subject],
        [['careful@example.org'], undefined, 'Broadsheet: 1 change'],
      )
      const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
      assert.match(header('list-unsubscribe') ?? '', /^<https:\/\/news\.example\.org\/account\/unsubscribe\//)
      assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
      await ask('DELETE', `${path}/${id}`)
    })

    it('end with one click, without a sign-in, and only by the address in the e-mail', async () => {
      const { ask, subscribe } = await signIn('leaving@example.org')
      await subscribe({ filters: { town: 'Gone' } })
      await log({ id: 'gone 1', town: 'Gone' })
      const [email] = await nextHour()
      const address = new URL(email?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '').pathname.slice(
        '/account'.length,
      )
      const page = await server.request('GET', address)
      assert.equal(page.status, 200)
      assert.match(page.text, /<form method="post"><button/)
      assert.equal((await ask('GET', path)).json.data.length, 1, 'a link that a program follows ends nothing')
      assertError(await server.request('POST', `${address}x`), 404, 'not_found')
      const wrong = toToken(createKeyedHash('other'), 'unsubscribe', 'idn_1')
      assertError(await server.request('POST', `/unsubscribe/${wrong}`), 404, 'not_found')
      // As many characters as a hash, but more bytes.
      const wide = `/unsubscribe/x.${'%C3%A9'.repeat(43)}`
      assertError(await server.request('GET', wide), 404, 'not_found')
      const clicked = await server.request('POST', address, {
        rawBody: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assert.equal(clicked.status, 200, clicked.text)
      assert.deepEqual((await ask('GET', path)).json.data, [])
      await log({ id: 'gone 2', town: 'Gone' })
      assert.deepEqual(await nextHour(), [])
    })

    it('wait for a mail server that fails, and stop when it refuses the address', async () => {
      const { ask, subscribe } = await signIn('waiting@example.org')
      await subscribe({ filters: { town: 'Wait' } })
      await log({ id: 'wait 1', town: 'Wait' })
      failure = new Error('the mail server is down')
      await nextHour()
      failure = undefined
      await log({ id: 'wait 2', town: 'Wait' })
      const [email] = await nextHour()
      assert.equal(email?.subject, 'Broadsheet: 2 changes', 'nothing is lost')
      await log({ id: 'wait 3', town: 'Wait' })
      failure = new RecipientRejected('no such mailbox')
      await nextHour()
      failure = undefined
      assert.deepEqual(await nextHour(), [])
      const [{ id, state }] = (await ask('GET', path)).json.data
      assert.equal(state, 'stopped')
      const again = await signIn('waiting@example.org')
      assert.equal((await again.ask('GET', path)).json.data[0].state, 'on', 'the code has arrived')
      const [missed] = await later(60_000)
      assert.equal(missed?.subject, 'Broadsheet: 1 change')
      await ask('DELETE', `${path}/${id}`)
    })

    it('are not stopped by a refusal that may pass, and are tried again soon, also daily ones', async () => {
      const { subscribe } = await signIn('grey@example.org')
      const { id } = await subscribe({ filters: { town: 'Grey' }, every: 'day' })
      await log({ id: 'grey 1', town: 'Grey' })
      failure = new RecipientRejected('try again later', false)
      await later(24 * hourMs)
      failure = undefined
      assert.equal(attempts, 1)
      assert.deepEqual(await later(60_000), [])
      const [email] = await later(600_000)
      assert.equal(email?.subject, 'Broadsheet: 1 change')
      // The first token has expired.
      const { ask } = await signIn('grey@example.org')
      assert.equal((await ask('DELETE', `${path}/${id}`)).status, 200)
    })

    it('wait together while the mail server fails: one try a call', async () => {
      const readers = await Promise.all(
        ['down1', 'down2', 'down3'].map((name) => signIn(`${name}@example.org`)),
      )
      for (const { subscribe } of readers) await subscribe({ filters: { town: 'Down' } })
      await log({ id: 'down', town: 'Down' })
      failure = new Error('the mail server is down')
      await nextHour()
      assert.equal(attempts, 1)
      failure = new RecipientRejected('no such mailbox', false)
      await later(60_000)
      assert.equal(attempts, 2, 'a refusal of one recipient does not keep the others waiting')
      failure = undefined
      assert.equal((await later(600_000)).length, 3)
      for (const { ask } of readers)
        for (const { id } of (await ask('GET', path)).json.data) await ask('DELETE', `${path}/${id}`)
    })

    it('read no further page after the signal', async () => {
      const { ask, subscribe } = await signIn('abort@example.org')
      const { id } = await subscribe({ filters: { town: 'Abort' } })
      const stop = new AbortController()
      const source = sources.get('notices') ?? assert.fail()
      const { refresh } = source
      Object.assign(source, { refresh: async () => stop.abort() })
      await log({ id: 'abort', town: 'Abort' })
      await assert.rejects(later(hourMs, stop.signal), { name: 'AbortError' })
      Object.assign(source, { refresh })
      assert.equal((await later(0)).length, 1)
      await ask('DELETE', `${path}/${id}`)
    })

    it('of a filter that is no longer valid are logged, and keep nothing else waiting', async () => {
      const { ask, subscribe } = await signIn('invalid@example.org')
      const { id } = await subscribe({ filters: { town: 'Old' } })
      const other = await subscribe({ filters: { town: 'New' } })
      const ledger = identityLedger(store.ledger)
      await ledger.transaction((tx) =>
        tx.updateTable('subscription').set({ filters: '{"village":"Old"}' }).where('id', '=', id).execute(),
      )
      await log({ id: 'new', town: 'New' })
      assert.equal((await nextHour()).length, 1)
      assert.deepEqual(warnings, [`the digest of ${id} could not be made`])
      await later(600_000)
      assert.deepEqual(warnings, [])
      await nextHour()
      assert.equal(warnings.length, 1)
      for (const each of [id, other.id]) await ask('DELETE', `${path}/${each}`)
    })

    it('are refused where no e-mails can be sent', async () => {
      const { ask } = await signIn('nomail@example.org')
      hasMail = false
      const refused = await ask('POST', path, { form: 'email', service: 'notices' })
      hasMail = true
      assertError(refused, 400, 'invalid_request')
      assert.equal(refused.json.error.details.parameter, 'form')
    })

    it('say that changes are no longer stored', async () => {
      const { ask, subscribe } = await signIn('late@example.org')
      const { id } = await subscribe({ filters: { town: 'Late' } })
      await log({ id: 'late 1', town: 'Late' }, { id: 'late 2', town: 'Late' })
      await store.readModel.transaction((tx) =>
        pruneChanges({ tx, now: clock.now() }, { service: 'notices', days: 30, rowsMax: 1 }),
      )
      const [email] = await nextHour()
      assert.match(email?.text ?? '', /Earlier changes are no longer stored\.\n- late 2/)
      await log({ id: 'late 3', town: 'Late' }, { id: 'early', town: 'Elsewhere' })
      await store.readModel.transaction((tx) =>
        pruneChanges({ tx, now: clock.now() }, { service: 'notices', days: 30, rowsMax: 1 }),
      )
      const [note] = await nextHour()
      assert.equal(note?.subject, 'Broadsheet: changes were missed')
      assert.match(note?.text ?? '', /Earlier changes are no longer stored\./)
      assert.deepEqual(await nextHour(), [])
      await ask('DELETE', `${path}/${id}`)
    })

    it('are bounded for a mailbox, belong to their owner, and cannot name an address', async () => {
      const { ask, subscribe } = await signIn('busy@example.org')
      for (let at = 0; at < ownedMax; at++) await subscribe()
      const more = { form: 'email', service: 'notices' }
      assertError(await ask('POST', path, more), 409, 'subscription_limit_reached')
      const alias = await signIn('busy+alias@example.org')
      assertError(await alias.ask('POST', path, more), 409, 'subscription_limit_reached')
      const [{ id }] = (await ask('GET', path)).json.data
      assertError(await alias.ask('DELETE', `${path}/${id}`), 404, 'not_found')
      assertError(await ask('POST', path, { ...more, to: 'victim@example.org' }), 400, 'invalid_request')
      assertError(await ask('POST', path, { ...more, service: 'weather' }), 400, 'invalid_request')
      assertError(await ask('POST', path, { ...more, filters: { towm: 'Ely' } }), 400, 'invalid_request')
      assertError(await ask('POST', path, { ...more, form: 'calendar' }), 400, 'invalid_request')
      assertError(await server.request('POST', path, { body: more }), 401, 'unauthenticated')
      await log({ id: 'busy', town: 'Busy' })
      const emails = await nextHour()
      assert.equal(emails.length, 1, 'ten subscriptions are one e-mail')
    })
  })
}
