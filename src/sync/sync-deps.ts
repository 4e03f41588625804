/** What the sync engine is built from. */

import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import type { Events } from '../core/events.ts'
import type { OutboundClient } from '../core/outbound/outbound.ts'
import type { LedgerTime } from '../store/coordination/ledger-time.ts'
import type { Store } from '../store/store.ts'
import type { ArtifactStore } from './artifacts/artifact-store.ts'
import type { BackgroundTask } from './background-task.ts'
import type { MemberMarker } from './member-marker.ts'
import type { StartTime } from './run/run-holder.ts'
import type { AnySource, AnyWriter } from './source.ts'

/** How long a lease lasts without renewal, by default. It is renewed when a third of it has passed. */
export const defaultLeaseMs = 30_000

export interface SyncDeps {
  readonly store: Store
  readonly outbound: Pick<OutboundClient, 'for'>
  readonly artifacts: ArtifactStore
  readonly sources: readonly AnySource[]
  readonly writers: readonly AnyWriter[]
  readonly tasks: readonly BackgroundTask[]
  readonly clock: Clock
  readonly events: Events
  /** Identifies this process among all that share the store: `host:pid`. */
  readonly holder: string
  /** When this process or thread started: what is older belongs to an earlier thread, or a process with the same pid. */
  readonly started: StartTime
  /** The time by which leases are judged, the same for all processes that share the store. */
  readonly leaseTime: LedgerTime
  readonly newRunId: () => string
  /** Told whose work is being done. */
  readonly marker: MemberMarker
  /** A source with more members and a long interval is read in slices of at most so many. */
  readonly sliceMembers: number
  /** How many members of a source are fetched at once. */
  readonly membersAtOnce: number
  /** How long fetching one member may take. */
  readonly memberTimeoutMs: number
  /** How long a lease lasts without renewal. */
  readonly leaseMs: number
  /** How old an interrupted run may be for the next one to resume it. */
  readonly resumeWithinMs: number
  /** How many artifacts are stored per member. The published one always stays. */
  readonly artifactsPerMember: number
  /** How many days runs stay in the ledger. */
  readonly runDays: number
}

export function findWriter({ writers }: Pick<SyncDeps, 'writers'>, source: AnySource): AnyWriter {
  const writer = writers.find((candidate) => candidate.service === source.service)
  if (!writer) throw new Failure('internal', `The service ${source.service} has no writer.`)
  return writer
}
