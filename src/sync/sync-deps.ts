/** What the sync engine is made of, handed in by whoever joins the parts. */

import type { Clock } from '../core/clock.ts'
import type { Events } from '../core/events.ts'
import type { OutboundClient } from '../core/outbound/outbound.ts'
import type { Store } from '../store/store.ts'
import type { ArtifactStore } from './artifacts/artifact-store.ts'
import type { AnySource, AnyWriter } from './source.ts'

export interface SyncDeps {
  readonly store: Store
  readonly outbound: Pick<OutboundClient, 'for'>
  readonly artifacts: ArtifactStore
  readonly sources: readonly AnySource[]
  readonly writers: readonly AnyWriter[]
  readonly clock: Clock
  readonly events: Events
  /** This process among all that share the store: `host:pid`. */
  readonly holder: string
  /** Runs of this process id that began earlier belong to a former life of it. */
  readonly processStartedAt: number
  readonly newRunId: () => string
  /** Members of a source fetched at once. */
  readonly membersAtOnce: number
  /** How long fetching one member may take. */
  readonly memberTimeoutMs: number
  /** How long a lease lasts without a sign of life. */
  readonly leaseMs: number
  /** How old an interrupted run may be for the next one to go on where it stopped. */
  readonly resumeWithinMs: number
  /** Artifacts kept per member, newest first. The published one always stays. */
  readonly artifactsKept: number
}
