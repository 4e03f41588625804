/** What the server and the sync thread say to each other. */

import { type ErrorCode, Failure, isFailure } from '../core/errors.ts'
import type { EventMap, EventName } from '../core/events.ts'
import type { Skipped } from './open-run.ts'
import type { RunReport } from './run-rows.ts'

/** What a run asked for by the server may be told; the signal travels as `abort`. */
export interface RunRequest {
  readonly members?: readonly string[]
  readonly resume?: boolean
  readonly force?: boolean
}

export type ToThread =
  | { readonly kind: 'stop' }
  | { readonly kind: 'run'; readonly id: number; readonly sourceId: string; readonly request: RunRequest }
  | { readonly kind: 'abort'; readonly id: number }

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly name: EventName; readonly event: EventMap[EventName] }
  | { readonly kind: 'ran'; readonly id: number; readonly report: RunReport | Skipped }
  | { readonly kind: 'threw'; readonly id: number; readonly error: SentError }

/** Errors lose their class on the way. */
export interface SentError {
  readonly code: ErrorCode | undefined
  readonly message: string
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined
}

export function toSent(thrown: unknown): SentError {
  if (!isFailure(thrown)) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    return { code: undefined, message, details: undefined, retryAfterSeconds: undefined }
  }
  const { code, message, details, retryAfterSeconds } = thrown
  return { code, message, details, retryAfterSeconds }
}

export function fromSent({ code, message, details, retryAfterSeconds }: SentError): Error {
  if (code === undefined) return new Error(message)
  return new Failure(code, message, {
    ...(details === undefined ? {} : { details }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
