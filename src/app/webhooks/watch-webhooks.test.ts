import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock, passTime } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { createLogger } from '../../core/log.ts'
import { anyChangeSource } from '../../http/changes/change-source.ts'
import { createKeyedHash, identityLedger } from '../../identity/index.ts'
import type { Email } from '../../identity/mail/mail-transport.ts'
import { noticeChanges } from '../../services/notices/routes/notice-changes.ts'
import type { Profile } from '../profile/profile.ts'
import { watchWebhooks } from './watch-webhooks.ts'
import { createWebhook, webhookScope } from './webhooks.ts'

for (const engine of testEngines) {
  describe(`${engine.name}: the watch for webhooks`, { skip: engine.skip }, () => {
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
        await createWebhook(ledger, tx, createKeyedHash('secret'), {
          identityId: owner.id,
          service: 'notices',
          filters: {},
          url: 'https://receiver.example.org/',
          label: undefined,
          epoch: store.readModel.epoch(),
          position: { number: 0, at: 0 },
          nowMs,
        })
      })
      const source = anyChangeSource(noticeChanges(store.readModel))
      const start = () =>
        watchWebhooks({ loaded, clock, logger, profile }, store, new Map([['notices', source]]))
      const isHeld = async () => (await ledger.read.selectFrom('lease').selectAll().execute()).length > 0
      const resources = stack.move()
      return {
        ledger,
        clock,
        emails,
        start,
        isHeld,
        passUntil: (isSo: () => boolean | Promise<boolean>) => passTime(clock, 200, isSo),
        [Symbol.asyncDispose]: () => resources.disposeAsync(),
      }
    }

    it('mails the owner of the only webhook after it was disabled, and then lets the lease go', async () => {
      await using fixture = await open()
      const { ledger, clock, emails } = fixture
      await ledger.transaction(async (tx) => {
        await tx
          .updateTable('webhook')
          .set({ state: 'disabled', reason: 'x', changed_at: clock.now(), mail_due_at: clock.now() })
          .execute()
        await ledger.dialect.bumpVersion(tx, webhookScope, clock.now())
      })
      await using _ = await fixture.start()
      await fixture.passUntil(() => emails.length > 0)
      assert.equal(emails[0]?.to, 'x@example.org')
      await fixture.passUntil(async () => !(await fixture.isHeld()))
    })

    it('lets the lease go when the last webhook has ended by itself', async () => {
      await using fixture = await open()
      const { ledger, clock } = fixture
      await using _ = await fixture.start()
      await fixture.passUntil(fixture.isHeld)
      await ledger.transaction(async (tx) => {
        await tx.updateTable('webhook').set({ state: 'ended', changed_at: clock.now() }).execute()
        await ledger.dialect.bumpVersion(tx, webhookScope, clock.now())
      })
      await fixture.passUntil(async () => !(await fixture.isHeld()))
    })

    it('begins again when an identity is no longer blocked', async () => {
      await using fixture = await open()
      const { ledger, clock } = fixture
      const block = (blocked_at: number | null) =>
        ledger.transaction(async (tx) => {
          await tx.updateTable('identity').set({ blocked_at }).execute()
          await ledger.dialect.bumpVersion(tx, 'identity', clock.now())
        })
      await using _ = await fixture.start()
      await fixture.passUntil(fixture.isHeld)
      await block(clock.now())
      await fixture.passUntil(async () => !(await fixture.isHeld()))
      // Until it has seen that there is nothing to send.
      const idleAt = clock.now() + 20_000
      await fixture.passUntil(() => clock.now() >= idleAt)
      await block(null)
      await fixture.passUntil(fixture.isHeld)
    })
  })
}
