/** Follows the changes of a service: those after a position, then every one to come. */

import { type Backoff, retryDelayMs } from '../backoff.ts'
import type { Clock, RandomSource } from '../clock.ts'
import { BroadsheetError, UnexpectedResponseError } from '../errors.ts'
import type { CallOptions } from './operation.ts'

export interface ChangesBody<Change> {
  readonly data: readonly Change[]
  readonly meta: { readonly changes_after?: string; readonly has_more?: boolean }
}

/** Changes, oldest first. It ends when its `signal` is aborted, or with an error that a repeat would get again. */
export interface ChangeStream<Change> extends AsyncIterable<Change, void, undefined> {
  /**
   * Store it, and send it as `after` to go on later: every change before it was read to its end. A change may come twice after
   * that, but none is lost.
   */
  readonly position: string | undefined
}

export interface ChangeDeps {
  readonly clock: Clock
  readonly random: RandomSource
}

type Ask<Change> = (after: string | undefined, options: CallOptions) => Promise<ChangesBody<Change>>

/** The server waits for the next change this long. */
const waitSeconds = 20
const timeoutMs = 40_000
const backoff: Backoff = { initialMs: 500, maxMs: 30_000 }

export function followChanges<Change>(
  ask: Ask<Change>,
  after: string | undefined,
  options: CallOptions,
  { clock, random }: ChangeDeps,
): ChangeStream<Change> {
  let position = after
  const { signal } = options
  const call = { timeoutMs, ...options, headers: { ...options.headers, prefer: `wait=${waitSeconds}` } }

  async function* read(): AsyncGenerator<Change, void, undefined> {
    let pauses = 0
    while (!signal?.aborted) {
      try {
        const askedAt = clock.now()
        const { data, meta } = await ask(position, call)
        const hasWaited = clock.now() - askedAt >= waitSeconds * 1000
        yield* data
        // Only now: whoever stops in the middle of a page gets it again.
        if (meta.changes_after === undefined)
          throw new UnexpectedResponseError('changes have no meta.changes_after', 200)
        position = meta.changes_after
        // A server with too many waiting requests answers at once.
        if (data.length > 0 || meta.has_more || hasWaited) {
          pauses = 0
          continue
        }
      } catch (thrown) {
        if (signal?.aborted) return
        if (!(thrown instanceof BroadsheetError && thrown.shouldRetry)) throw thrown
      }
      pauses += 1
      await clock.sleep(retryDelayMs(backoff, pauses, random), signal).catch(() => {})
    }
  }

  return {
    get position() {
      return position
    },
    [Symbol.asyncIterator]: read,
  }
}
