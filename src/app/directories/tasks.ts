/**
 * What keeps the registry current: directories are read weekly, candidates are tried at the pace of their hosts, and members that
 * nobody has confirmed for a quarter leave.
 */

import { isFailure } from '../../core/errors.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { identityLedger, recordAction } from '../../identity/index.ts'
import type { Decision } from '../../registry/decisions.ts'
import type { Store } from '../../store/store.ts'
import type { BackgroundTask } from '../../sync/background-task.ts'
import type { MemberMarker } from '../../sync/member-marker.ts'
import type { AnySource, AnyWriter } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { decideAll } from '../operator/edit-registry.ts'
import { readMember } from '../probe/test-member.ts'
import { judgeRecords } from './judge-records.ts'
import { pauseUnconfirmed } from './pause-unconfirmed.ts'
import { type TriedCandidates, type TryOptions, tryCandidates } from './try-candidates.ts'
import { isCandidate, listDirectories, selectDirectories, updateRegistry } from './update-registry.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
/** Less than an hour, after which another process may begin. */
const roundMs = 45 * 60_000

export interface CandidateDeps {
  readonly store: Store
  readonly sources: readonly AnySource[]
  readonly writers: readonly AnyWriter[]
  /** Not of the runs, which it waits for: a host has one pace. */
  readonly outbound: Pick<OutboundClient, 'for'>
  readonly marker?: MemberMarker | undefined
}

/** Undefined unless the operator names directories. */
export function directoryTask(context: AppContext): BackgroundTask | undefined {
  const { directories } = context.loaded.config.registry
  if (directories.length === 0) return undefined
  return {
    name: 'directories',
    everyMs: weekMs,
    async run(signal) {
      const selected = selectDirectories(listDirectories(context), directories)
      for (const update of await updateRegistry(context, selected, signal))
        if (update.problem === undefined) context.logger.info(update, 'a directory was read')
        else context.logger.warn(update, 'a directory was not read completely')
    },
  }
}

/** Undefined without candidates. */
export function candidateTask(context: AppContext, deps: CandidateDeps): BackgroundTask | undefined {
  if (!deps.sources.some(({ members }) => members.some(isCandidate))) return undefined
  return {
    name: 'candidates',
    everyMs: hourMs,
    async run(signal) {
      const result = await tryMembers(context, deps, {}, signal)
      const { tried, promoted, forgotten } = result
      if (tried > 0)
        context.logger.info(
          { tried, promoted: promoted.length, forgotten: forgotten.length },
          'candidates were tried',
        )
    },
  }
}

export async function tryMembers(
  context: AppContext,
  { store, sources, writers, outbound, marker }: CandidateDeps,
  { limit }: Pick<TryOptions, 'limit'>,
  signal: AbortSignal,
): Promise<TriedCandidates> {
  const { clock } = context
  return await tryCandidates(
    {
      store,
      clock,
      sources,
      roundMs,
      ...(limit === undefined ? {} : { limit }),
      async test(source, member, testSignal) {
        const writer = writers.find(({ service }) => service === source.service)
        if (writer === undefined) throw new TypeError(`the service ${source.service} has no writer`)
        const judge = (records: readonly unknown[]) => judgeRecords(member, records)
        const isEnough = (records: readonly unknown[]) => judge(records) !== 'empty'
        const options = { store, outbound, isEnough, ...(marker ? { marker } : {}) }
        const reading = readMember(context, { source, writer, member }, testSignal, options)
        const { records } = await reading.catch((thrown: unknown) => {
          if (!isFailure(thrown) && !testSignal.aborted) {
            const ids = { source: source.id, member: member.id }
            context.logger.error({ ...ids, err: thrown }, 'a candidate cannot be read because of a bug')
          }
          throw thrown
        })
        return judge(records)
      },
      async decide(decisions, decideSignal) {
        await decideAndRecord(context, store, 'candidates', decisions, decideSignal)
      },
    },
    signal,
  )
}

export function confirmationTask(
  context: AppContext,
  { store, sources }: Pick<CandidateDeps, 'store' | 'sources'>,
): BackgroundTask {
  return {
    name: 'confirmations',
    everyMs: dayMs,
    async run(signal) {
      const { paused, unreadable } = await pauseUnconfirmed(
        {
          store,
          clock: context.clock,
          sources,
          decide: (decisions, decideSignal) =>
            decideAndRecord(context, store, 'confirmations', decisions, decideSignal),
        },
        signal,
      )
      if (paused.length > 0) context.logger.warn({ paused }, 'members were not confirmed for a quarter')
      for (const source of unreadable)
        context.logger.warn(
          { source },
          'most members of a source were not confirmed for a quarter; they stay',
        )
    },
  }
}

/** `operator`: in the audit log. */
async function decideAndRecord(
  { loaded, clock }: AppContext,
  { ledger }: Pick<Store, 'ledger'>,
  operator: string,
  decisions: readonly Decision[],
  signal: AbortSignal,
): Promise<void> {
  await decideAll(loaded, decisions, signal)
  await identityLedger(ledger).transaction(async (tx) => {
    for (const { source, member, status, note = '' } of decisions) {
      const action = status === 'on' ? 'members.promote' : 'members.pause'
      await recordAction(
        tx,
        { operator, action, target: `${source} ${member}`, details: { note } },
        clock.now(),
      )
    }
  })
}
