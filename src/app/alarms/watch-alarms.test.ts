import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { createLogger } from '../../core/log.ts'
import type { Email } from '../../identity/mail/mail-transport.ts'
import type { Profile } from '../profile/profile.ts'
import { look, openRoute } from './watch-alarms.ts'

const minuteMs = 60_000

for (const engine of testEngines) {
  describe(`${engine.name}: the watch for alarms`, { skip: engine.skip }, () => {
    async function open(start: string, env: Record<string, string> = {}) {
      const database = await engine.borrowDatabase()
      const store = await database.openStore({ role: 'worker' })
      const clock = new FakeClock(start)
      const emails: Email[] = []
      const profile = {
        openMail: async () => ({
          routes: [],
          send: async (email: Email) => void emails.push(email),
          [Symbol.asyncDispose]: async () => {},
        }),
      } as unknown as Profile
      const loaded = loadConfig({
        env: { OPERATOR_EMAILS: 'operator@example.org', ALARM_BACKUP_DAYS: '0', ...env },
        cwd: database.storeOptions.dataDir ?? import.meta.dirname,
      })
      const logger = createLogger({ level: 'silent', format: 'json' })
      const context = { loaded, clock, logger, profile, events: {} as never }
      const { signal } = new AbortController()
      await using stack = new AsyncDisposableStack()
      const route = await openRoute(context, store, stack)
      return {
        store,
        clock,
        emails,
        /** As after every minute, on three nodes at once. */
        async look() {
          await Promise.all([1, 2, 3].map(() => look(context, store, route, signal)))
          await store.ledger.transaction((tx) => tx.deleteFrom('lease').execute())
        },
        async [Symbol.asyncDispose]() {
          await store[Symbol.asyncDispose]()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    it('sends one digest a day, at its time', async () => {
      await using fixture = await open('2026-11-15T05:50:00Z', { ALARM_TIME_ZONE: 'Europe/Berlin' })
      const { clock, emails } = fixture
      const counts: number[] = []
      for (let hour = 0; hour < 30; hour += 1) {
        await fixture.look()
        counts.push(emails.length)
        clock.advance(60 * minuteMs)
      }
      assert.deepEqual(counts, [0, ...Array.from({ length: 24 }, () => 1), 2, 2, 2, 2, 2])
      assert.equal(emails[0]?.subject, 'Broadsheet: the last day')
      assert.match(emails[0]?.text ?? '', /Collected since 2026-11-14 07:50/)
      for (const title of ['Older than it should be', 'Due', 'Awaiting a decision', 'Open alarms'])
        assert.ok(emails[0]?.text.includes(title), title)
    })

    it('sends no digest long after its time, or if it is turned off', async () => {
      await using late = await open('2026-11-15T13:01:00Z')
      await late.look()
      await using off = await open('2026-11-15T07:00:00Z', { ALARM_DIGEST_AT: 'never' })
      await off.look()
      assert.deepEqual([late.emails, off.emails], [[], []])
    })

    it('sends an alarm and its end, once each, from several nodes', async () => {
      await using fixture = await open('2026-11-15T15:00:00Z')
      const { clock, emails, store } = fixture
      const row = { source_id: 'lever', service: 'jobs', since: 1, seen_at: 1, members: 4, reason: 'x' }
      await store.ledger.transaction((tx) => tx.insertInto('source_change').values(row).execute())
      for (let minute = 0; minute < 60; minute += 5) {
        if (minute === 20) await store.ledger.transaction((tx) => tx.deleteFrom('source_change').execute())
        await fixture.look()
        clock.advance(5 * minuteMs)
      }
      assert.deepEqual(
        emails.map(({ subject }) => subject),
        ['Broadsheet: A platform changed: lever', 'Broadsheet: over: A platform changed: lever'],
      )
      assert.deepEqual(await store.ledger.read.selectFrom('alarm').selectAll().execute(), [])
    })
  })
}
