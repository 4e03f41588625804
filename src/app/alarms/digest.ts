/** The daily digest: what was collected, what got older, what is due, and what awaits a decision. */

import { toInstant, toInstantOrNull } from '../../core/clock.ts'
import { identityLedger } from '../../identity/index.ts'
import { readHostStates } from '../../store/coordination/host-states.ts'
import type { Store } from '../../store/store.ts'
import { latestDate } from '../../sync/future-rows.ts'
import { changedCode } from '../../sync/health/health-state.ts'
import { readMemberCounts } from '../../sync/health/member-counts.ts'
import { isReasonToHold } from '../../sync/publish/reason-to-hold.ts'
import { readAlarms, toAlarmView } from './alarm-rows.ts'
import { readMutes } from './mutes.ts'

const dayMs = 86_400_000
const hostsMax = 20

export type Digest = Awaited<ReturnType<typeof readDigest>>

/** Of the last 24 hours. */
export async function readDigest(store: Store, nowMs: number) {
  const { ledger } = store
  const hosts = await readHostStates(store, hostsMax)
  const alarms = await readAlarms(store)
  return {
    since: toInstant(nowMs - dayMs),
    services: await readServices(store, nowMs),
    decisions: {
      held_lists: await countHeld(store),
      proposals: await countProposals(store),
      limit_requests: await countLimitRequests(store),
    },
    hosts: hosts
      .filter(({ state }) => state !== 'answering')
      .map(({ host, state, since }) => ({ host, state, since: toInstant(since) })),
    alarms: alarms.map(toAlarmView),
    mutes: (await readMutes(ledger, nowMs)).map(({ target, until }) => ({ target, until: toInstant(until) })),
  }
}

/** `older`: members whose last read failed or gave nothing usable. `due`: those that should have been read by now. */
async function readServices({ ledger }: Store, nowMs: number) {
  const counts = await readMemberCounts(ledger)
  const runs = await ledger.heavy
    .selectFrom('sync_run')
    .select(({ fn }) => ['service', 'status', fn.countAll().as('runs')])
    .where('started_at', '>', nowMs - dayMs)
    .where('started_at', '<=', latestDate(nowMs))
    .where('cancelled_by', 'is', null)
    .groupBy(['service', 'status'])
    .execute()
  const reads = await ledger.heavy
    .selectFrom('member_health')
    .select(({ fn, eb }) => {
      const count = (condition: ReturnType<typeof eb>) =>
        fn.sum<number>(eb.case().when(condition).then(1).else(0).end())
      return [
        'source_id',
        count(eb('succeeded_at', '>', nowMs - dayMs)).as('read'),
        count(eb('failures', '>', 0)).as('failing'),
        count(eb.and([eb('failures', '>', 0), eb('error_code', '=', changedCode)])).as('changed'),
        count(eb('due_at', '<', nowMs)).as('due'),
        fn.min(eb.case().when('failures', '>', 0).then(eb.ref('succeeded_at')).else(null).end()).as('oldest'),
      ]
    })
    .where('tried_at', '<=', latestDate(nowMs))
    .groupBy('source_id')
    .execute()
  return [...Map.groupBy(counts, ({ service }) => service)].map(([service, sources]) => {
    const ids = new Set(sources.map(({ sourceId }) => sourceId))
    const ofService = reads.filter(({ source_id }) => ids.has(source_id))
    const sum = (name: 'read' | 'failing' | 'changed' | 'due') =>
      ofService.reduce((total, row) => total + Number(row[name]), 0)
    const ofStatus = (status: string) =>
      Number(runs.find((row) => row.service === service && row.status === status)?.runs ?? 0)
    const oldest = ofService.flatMap((row) => (row.oldest === null ? [] : [Number(row.oldest)]))
    return {
      service,
      collected: {
        members: sum('read'),
        succeeded: ofStatus('succeeded'),
        partial: ofStatus('partial'),
        failed: ofStatus('failed'),
      },
      older: {
        failing: sum('failing') - sum('changed'),
        changed: sum('changed'),
        oldest_success_at: toInstantOrNull(oldest.length === 0 ? undefined : Math.min(...oldest)),
      },
      due: { members: sum('due'), new: sources.reduce((total, { members }) => total + members.new, 0) },
    }
  })
}

async function countHeld({ readModel }: Store): Promise<number> {
  const rows = await readModel.read
    .selectFrom('member_state')
    .select('held_reason')
    .where('held_reason', 'is not', null)
    // There a second list decides, not an operator.
    .where('service', '!=', 'jobs')
    .execute()
  return rows.filter(({ held_reason }) => held_reason !== null && isReasonToHold({}, held_reason)).length
}

async function countProposals({ ledger }: Store): Promise<number> {
  const { count } = await ledger.read
    .selectFrom('member_proposal')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countLimitRequests({ ledger }: Store): Promise<number> {
  const { count } = await identityLedger(ledger)
    .read.selectFrom('limit_request')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(count)
}
