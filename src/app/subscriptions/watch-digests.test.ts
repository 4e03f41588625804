import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock, passTime } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { createLogger } from '../../core/log.ts'
import { anyChangeSource } from '../../http/changes/change-source.ts'
import { currentPosition } from '../../http/changes/position.ts'
import { type Email, identityLedger } from '../../identity/index.ts'
import { noticeChanges } from '../../services/notices/routes/notice-changes.ts'
import { ChangeBatch } from '../../store/changes/change-batch.ts'
import type { Profile } from '../profile/profile.ts'
import { createSubscription } from './subscriptions.ts'
import { watchDigests } from './watch-digests.ts'

const hourMs = 3_600_000

for (const engine of testEngines) {
  describe(`${engine.name}: the watch for digests`, { skip: engine.skip }, () => {
    /** A store with a digest that is due. */
    async function open() {
      await using stack = new AsyncDisposableStack()
      const database = stack.use(await engine.borrowDatabase())
      const store = stack.use(await database.openStore({ role: 'worker' }))
      const clock = new FakeClock()
      const ledger = identityLedger(store.ledger)
      const emails: Email[] = []
      const profile = {
        openMail: async () => ({
          routes: [],
          send: async (email: Email) => void emails.push(email),
          [Symbol.asyncDispose]: async () => {},
        }),
      } as unknown as Profile
      const loaded = loadConfig({ env: {}, cwd: database.storeOptions.dataDir ?? import.meta.dirname })
      const logger = createLogger({ level: 'silent', format: 'json' })
      const owner = { id: 'id_1', email: 'x@example.org', mailbox: 'x@example.org', quota_owner: 'id_1' }
      const nowMs = clock.now()
      await ledger.transaction(async (tx) => {
        await tx
          .insertInto('identity')
          .values({ ...owner, created_at: nowMs, blocked_at: null, per_second: null, per_minute: null })
          .execute()
        await createSubscription(ledger, tx, {
          identity_id: owner.id,
          form: 'email',
          service: 'notices',
          every: 'hour',
          filters: {},
          epoch: store.readModel.epoch(),
          position: currentPosition(store.readModel, 'notices'),
          nowMs,
        })
      })
      await store.readModel.transaction(async (tx) => {
        const batch = new ChangeBatch('notices')
        batch.add({ type: 'notice.published', subject: 'n', detectedAt: nowMs, keys: { town: 'Ely' } })
        await batch.write(tx, store.readModel.dialect)
      })
      clock.advance(hourMs)
      const changeSources = new Map([['notices', anyChangeSource(noticeChanges(store.readModel))]])
      const start = (hasAccount: boolean) =>
        watchDigests({ loaded, clock, logger, profile }, store, {
          hasAccount,
          changeSources,
          changeUrls: new Map(),
        })
      const readLeases = () => ledger.read.selectFrom('lease').selectAll().execute()
      const resources = stack.move()
      return { clock, emails, start, readLeases, [Symbol.asyncDispose]: () => resources.disposeAsync() }
    }

    it('sends what is due once, also on two nodes, and lets the lease go', async () => {
      await using fixture = await open()
      const { clock, emails } = fixture
      await using _one = await fixture.start(true)
      await using _other = await fixture.start(true)
      await passTime(clock, 1000, () => emails.length > 0)
      const end = clock.now() + 180_000
      await passTime(clock, 1000, () => clock.now() >= end)
      assert.equal(emails.length, 1)
      await passTime(clock, 1000, async () => (await fixture.readLeases()).length === 0)
    })

    it('sends nothing after it was stopped, or where there is no account to which e-mails link', async () => {
      await using fixture = await open()
      const { clock, emails } = fixture
      await (await fixture.start(true))[Symbol.asyncDispose]()
      await using _ = await fixture.start(false)
      const end = clock.now() + 180_000
      await passTime(clock, 1000, () => clock.now() >= end)
      assert.deepEqual(emails, [])
    })
  })
}
