import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { logNotices } from '../../../test/support/log-notices.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import type { JobsTables } from '../../services/jobs/schema/tables.ts'
import { recordBackup } from '../../store/coordination/last-backup.ts'
import type { Store } from '../../store/store.ts'
import { readAlarms } from './alarm-rows.ts'
import { findDiskCause, findSharedCauses } from './causes.ts'
import { updateAlarms } from './update-alarms.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.parse('2026-11-15T12:00:00Z')

async function addHost(
  store: Store,
  host: string,
  state: 'refusing' | 'failing',
  seenAt: number,
  endpoints = '',
) {
  await addHosts(store, [host], state, seenAt, endpoints)
}

async function addHosts(
  { ledger }: Store,
  hosts: readonly string[],
  state: 'refusing' | 'failing',
  seenAt: number,
  endpoints = '',
) {
  const rows = hosts.map((host) => ({
    ...{ host, endpoints, state, since: seenAt, seen_at: seenAt },
    ...{ closed_until: null, needs_probe: 1 },
  }))
  await ledger.transaction((tx) => tx.insertInto('host_state').values(rows).execute())
}

function names(count: number, nameOf: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => nameOf(at))
}

async function addMembers({ ledger }: Store, sourceId: string, service: string, active = 1) {
  const counts = { members_on: active, members_new: 0, members_stale: 0, members_off: 3 }
  await ledger.transaction((tx) =>
    tx
      .insertInto('source_members')
      .values({ source_id: sourceId, service, ...counts })
      .execute(),
  )
}

interface Read {
  readonly sourceId: string
  readonly triedAt: number
  readonly succeededAt: number | null
  readonly dueAt: number
}

async function addRead({ ledger }: Store, { sourceId, triedAt, succeededAt, dueAt }: Read) {
  const row = {
    source_id: sourceId,
    member_id: `${sourceId}-${triedAt}`,
    tried_at: triedAt,
    succeeded_at: succeededAt,
    changed_at: null,
    failures: succeededAt === triedAt ? 0 : 1,
    error_code: null,
    error_message: null,
    due_at: dueAt,
  }
  await ledger.transaction((tx) => tx.insertInto('member_health').values(row).execute())
}

for (const engine of testEngines) {
  describe(`${engine.name}: the causes of alarms`, { skip: engine.skip }, () => {
    async function open() {
      const database = await engine.borrowDatabase()
      const store = await database.openStore({ role: 'worker' })
      return {
        store,
        async causes(watched: Partial<Parameters<typeof findSharedCauses>[1]> = {}) {
          const found = await findSharedCauses(store, { backupDays: 0, hasIndex: false, ...watched }, now)
          return found.map(({ kind, subject }) => `${kind} ${subject}`)
        },
        async [Symbol.asyncDispose]() {
          await store[Symbol.asyncDispose]()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    it('are hosts that refuse, one for all endpoints, and no host that nobody asks', async () => {
      await using fixture = await open()
      await addHost(fixture.store, 'one.example', 'refusing', now - hourMs, 'listings')
      await addHost(fixture.store, 'one.example', 'refusing', now, 'seats')
      await addHost(fixture.store, 'two.example', 'failing', now)
      await addHost(fixture.store, 'three.example', 'refusing', now - 4 * dayMs)
      assert.deepEqual(await fixture.causes(), ['host_refuses one.example'])
    })

    it('are few where a thousand hosts refuse: ten of hosts and domains, and one for the rest', async () => {
      await using fixture = await open()
      const sites = names(800, (at) => `site${at}.platform${Math.floor(at / 4)}.example`)
      await addHosts(fixture.store, sites, 'refusing', now)
      const companies = names(200, (at) => `trust.company${at}.example`)
      await addHosts(fixture.store, companies, 'refusing', now - hourMs)
      await addHost(fixture.store, 'one.first.example', 'refusing', now - 2 * hourMs)
      const centers = names(4, (at) => `center${at}.first.example`)
      await addHosts(fixture.store, centers, 'refusing', now)
      const causes = await findSharedCauses(fixture.store, { backupDays: 0, hasIndex: false }, now)
      const [first, second] = causes
      assert.deepEqual(
        [first?.subject, second?.subject, causes.length, causes.at(-1)?.subject],
        ['*.first.example', 'trust.company0.example', 11, 'others'],
      )
      assert.match(first?.detail ?? '', /^5 hosts deny access\./)
      assert.match(causes.at(-1)?.detail ?? '', /^991 more hosts deny access\./)
    })

    it('are companies of a country on their own, however their domains end', async () => {
      await using fixture = await open()
      const companies = names(4, (at) => `company${at}.co.uk`)
      await addHosts(fixture.store, companies, 'refusing', now)
      assert.deepEqual(
        await fixture.causes(),
        companies.map((host) => `host_refuses ${host}`),
      )
    })

    it('name a host that begins to refuse where many others always do', async () => {
      await using fixture = await open()
      const companies = names(30, (at) => `trust.company${at}.example`)
      await addHosts(fixture.store, companies, 'refusing', now - dayMs)
      await addHost(fixture.store, 'boards.platform.example', 'refusing', now)
      const subjects = (await fixture.causes()).map((cause) => cause.replace('host_refuses ', ''))
      assert.equal(subjects.length, 12)
      assert.ok(subjects.includes('boards.platform.example'))
    })

    it('of a host stay its own, or those of its domain, for as long as it refuses', async () => {
      await using fixture = await open()
      const { store } = fixture
      const answered = (hosts: readonly string[]) =>
        store.ledger.transaction((tx) => tx.deleteFrom('host_state').where('host', 'in', hosts).execute())
      const changes = async (minute: number) => {
        const nowMs = now + minute * 60_000
        const causes = await findSharedCauses(store, { backupDays: 0, hasIndex: false }, nowMs)
        const found = await updateAlarms(store, { node: '', causes, recipients: [], nowMs })
        return found.map(({ type, alarm }) => `${type} ${alarm.subject}`)
      }
      const sites = names(6, (at) => `site${at}.platform.example`)
      await addHosts(store, sites.slice(0, 3), 'refusing', now)
      assert.equal((await changes(0)).length, 3)
      await addHosts(store, sites.slice(3), 'refusing', now)
      assert.deepEqual(await changes(1), ['alarm.opened *.platform.example'])
      assert.deepEqual(await changes(30), [])
      await answered(sites.slice(0, 5))
      for (const minute of [31, 45]) assert.deepEqual(await changes(minute), [])
      const own = sites.slice(0, 3).map((host) => `alarm.ended ${host}`)
      assert.deepEqual(await changes(46), own)
      assert.deepEqual(await changes(90), [])
      const [alarm] = await readAlarms(store)
      assert.match(alarm?.detail ?? '', /^site5\.platform\.example denies access\./)
      await answered(sites)
      for (const minute of [91, 105]) assert.deepEqual(await changes(minute), [])
      assert.deepEqual(await changes(106), ['alarm.ended *.platform.example'])
    })

    it('are platforms whose members changed in the same way', async () => {
      await using fixture = await open()
      const row = { source_id: 'lever', service: 'jobs', since: now, seen_at: now, members: 4, reason: 'x' }
      await fixture.store.ledger.transaction((tx) => tx.insertInto('source_change').values(row).execute())
      assert.deepEqual(await fixture.causes(), ['platform_changed lever'])
    })

    it('are services of which no member was read for a day, although one should have been', async () => {
      await using fixture = await open()
      const { store } = fixture
      for (const service of ['failing', 'late', 'good', 'resting', 'off'])
        await addMembers(store, service, service, service === 'off' ? 0 : 1)
      const old = now - dayMs - 1
      const read = { triedAt: old, succeededAt: old, dueAt: now + hourMs }
      await addRead(store, { ...read, sourceId: 'failing' })
      await addRead(store, { ...read, sourceId: 'failing', triedAt: now, succeededAt: null })
      await addRead(store, { ...read, sourceId: 'late', dueAt: now - 2 * hourMs })
      await addRead(store, { ...read, sourceId: 'good', dueAt: now - 2 * hourMs })
      await addRead(store, { ...read, sourceId: 'good', triedAt: now - hourMs, succeededAt: now - hourMs })
      await addRead(store, { ...read, sourceId: 'resting' })
      await addRead(store, { ...read, sourceId: 'off', dueAt: now - 2 * hourMs })
      assert.deepEqual((await fixture.causes()).sort(), [
        'nothing_published failing',
        'nothing_published late',
      ])
    })

    it('are services that have run for a day without ever reading a member', async () => {
      await using fixture = await open()
      const { store } = fixture
      for (const [service, startedAt] of [
        ['old', now - 2 * dayMs],
        ['young', now - hourMs],
      ] as const) {
        await addMembers(store, service, service)
        await addRead(store, { sourceId: service, triedAt: now, succeededAt: null, dueAt: now })
        const run = {
          id: service,
          service,
          source_id: service,
          mode: 'scheduled',
          status: 'failed' as const,
          holder: 'x',
          started_at: startedAt,
          finished_at: startedAt,
          planned: 1,
          completed: 0,
          failed: 1,
          error_message: null,
          metadata: '{}',
          share: null,
          cancelled_by: null,
        }
        await store.ledger.transaction((tx) => tx.insertInto('sync_run').values(run).execute())
      }
      assert.deepEqual(await fixture.causes(), ['nothing_published old'])
    })

    it('are backups that are too old, or missing for so long, unless they are not watched', async () => {
      await using fixture = await open()
      const { ledger } = fixture.store
      await ledger.transaction((tx) =>
        tx
          .updateTable('migration')
          .set({ applied_at: now - 9 * dayMs })
          .execute(),
      )
      assert.deepEqual(await fixture.causes({ backupDays: 8 }), ['backup_old '])
      assert.deepEqual(await fixture.causes({ backupDays: 10 }), [])
      assert.deepEqual(await fixture.causes({ backupDays: 0 }), [])
      await recordBackup(ledger, now - 8 * dayMs)
      assert.deepEqual(await fixture.causes({ backupDays: 8 }), ['backup_old '])
      await recordBackup(ledger, now - 7 * dayMs)
      assert.deepEqual(await fixture.causes({ backupDays: 8 }), [])
    })

    it('are postings that wait for an index that takes none, while there is one', async () => {
      await using fixture = await open()
      const { readModel } = fixture.store
      const revision = (at: number) =>
        readModel.transaction(async (anyTx) => {
          const tx = anyTx.withTables<JobsTables>()
          await tx.deleteFrom('job_index_revision').execute()
          await tx
            .insertInto('job_index_revision')
            .values({ name: 'one', revision: 1, state: 'readable', at })
            .execute()
        })
      await readModel.transaction(async (anyTx) => {
        const tx = anyTx.withTables<JobsTables>()
        const numbers = { filled_slots: 1, last_revision: 1, readable_revision: 1, counted_revision: 1 }
        await tx
          .insertInto('job_index')
          .values({ name: 'one', state: 'serving', ...numbers, cleaned_revision: 0, cleaned_at: 0 })
          .execute()
        await tx.insertInto('job_unindexed').values({ name: 'one', slot: 1, change: 1 }).execute()
      })
      await revision(now - hourMs)
      assert.deepEqual(await fixture.causes({ hasIndex: true }), ['search_behind '])
      assert.deepEqual(await fixture.causes({ hasIndex: false }), [])
      await revision(now - 60_000)
      assert.deepEqual(await fixture.causes({ hasIndex: true }), [])
    })

    it('are changes that no archive has taken for hours after they were due, while there is one', async () => {
      await using fixture = await open()
      const days = { cinema: 10, jobs: 10, notices: 10, trust: 10 }
      const changeRetention = { days, rowsMax: 3 }
      await logNotices(fixture.store, now - 10 * dayMs - 5 * hourMs, ['a'])
      assert.deepEqual(await fixture.causes({ changeRetention }), [])
      await fixture.store.readModel.transaction((tx) =>
        tx
          .updateTable('change')
          .set({ detected_at: now - 10 * dayMs - 7 * hourMs })
          .execute(),
      )
      assert.deepEqual(await fixture.causes({ changeRetention }), ['archive_behind notices'])
      assert.deepEqual(await fixture.causes(), [])
    })

    it('are changes that no archive has taken for hours after they became too many', async () => {
      await using fixture = await open()
      const days = { cinema: 10, jobs: 10, notices: 10, trust: 10 }
      await logNotices(fixture.store, now - 9 * dayMs, ['a'])
      await logNotices(fixture.store, now - 7 * hourMs, ['b', 'c'])
      await logNotices(fixture.store, now - 5 * hourMs, ['d'])
      assert.deepEqual(await fixture.causes({ changeRetention: { days, rowsMax: 3 } }), [])
      assert.deepEqual(await fixture.causes({ changeRetention: { days, rowsMax: 2 } }), [
        'archive_behind notices',
      ])
    })
  })
}

it('A disk with little space is a cause of its node', async () => {
  const disk = { dataDir: import.meta.dirname, freeBytesMin: 0 }
  const [cause] = await findDiskCause({ ...disk, freeBytesMin: 2 ** 50 }, 'node-a')
  assert.deepEqual([cause?.kind, cause?.subject], ['disk_low', 'node-a'])
})
