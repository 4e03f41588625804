/** What the sync thread and the thread that supervises it send each other. */

import type { ErrorCode } from '../../core/errors.ts'
import type { EventMap, EventName } from '../../core/events.ts'
import type { LostMember } from '../run/run-rows.ts'
import type { RunOptions } from '../run/run-source.ts'

/** The thread's `workerData`. */
export interface ThreadStart<Data> {
  readonly data: Data
  readonly heartbeatMemory: SharedArrayBuffer
  /** What killed the thread before this one. */
  readonly lost: LostMember | undefined
}

/** Of a command, whose thread runs no schedule. One at a time. */
export type SyncRequest =
  | ({ readonly kind: 'run'; readonly sourceId: string } & Pick<RunOptions, 'members' | 'force' | 'resume'>)
  | { readonly kind: 'import'; readonly artifact: number | string; readonly force: boolean }
  | { readonly kind: 'artifactIds' }

/** To the thread. */
export type Instruction = 'stop' | SyncRequest

/** From the thread. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'events'; readonly events: readonly NamedEvent[] }
  /** Nothing is due before then. Only events may follow. */
  | { readonly kind: 'idle'; readonly idleUntil: number }
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }

export interface NamedEvent {
  readonly name: EventName
  readonly event: EventMap[EventName]
}
