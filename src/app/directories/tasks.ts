/** What the sync thread does about directories and candidates: reads directories weekly, tries candidates at the pace of their hosts. */

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
import { type TriedCandidates, tryCandidates } from './try-candidates.ts'
import { isCandidate, listDirectories, selectDirectories, updateRegistry } from './update-registry.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs
const candidatesPerHour = 30
/** In the audit log. */
const operator = 'candidates'

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
      const result = await tryMembers(context, deps, candidatesPerHour, signal)
      if (result.tried > 0) context.logger.info(result, 'candidates were tried')
    },
  }
}

export async function tryMembers(
  context: AppContext,
  { store, sources, writers, outbound, marker }: CandidateDeps,
  limit: number,
  signal: AbortSignal,
): Promise<TriedCandidates> {
  const { clock, loaded } = context
  return await tryCandidates(
    {
      store,
      clock,
      sources,
      limit,
      async test(source, member, testSignal) {
        const writer = writers.find(({ service }) => service === source.service)
        if (writer === undefined) throw new TypeError(`the service ${source.service} has no writer`)
        const options = { store, outbound, ...(marker ? { marker } : {}) }
        const reading = readMember(context, { source, writer, member }, testSignal, options)
        const { records } = await reading.catch((thrown: unknown) => {
          if (!isFailure(thrown) && !testSignal.aborted) {
            const ids = { source: source.id, member: member.id }
            context.logger.error({ ...ids, err: thrown }, 'a candidate cannot be read because of a bug')
          }
          throw thrown
        })
        return records.filter(isContent).length
      },
      async decide(decisions, decideSignal) {
        await decideAll(loaded, decisions, decideSignal)
        await identityLedger(store.ledger).transaction(async (tx) => {
          for (const decision of decisions) await recordAction(tx, toAction(decision), clock.now())
        })
      },
    },
    signal,
  )
}

/** Others say that a list is incomplete, that a board is gone, or that a trust center shows nothing. */
function isContent(record: unknown): boolean {
  if (typeof record !== 'object' || record === null) return false
  const { type, items } = record as { readonly type?: unknown; readonly items?: unknown }
  return type === 'posting' || (Array.isArray(items) && items.length > 0)
}

function toAction({ source, member, status, note = '' }: Decision) {
  const action = status === 'on' ? 'members.promote' : 'members.pause'
  return { operator, action, target: `${source} ${member}`, details: { note } }
}
