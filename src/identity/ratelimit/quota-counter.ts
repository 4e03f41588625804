/** Who lends requests to nodes that share limits: Redis, or the first process of a machine. */

import { LRUCache } from 'lru-cache'
import { SlidingWindow } from './sliding-window.ts'

export interface QuotaSource {
  /** For the log. */
  readonly name: string
  /** One that takes longer is as good as gone. */
  readonly timeoutMs: number
  /**
   * `numbers`: requests that wait, requests wished for, requests granted earlier but never used, then length (ms) and quota of
   * each window. Answers: granted, wait (ms), number of the window that refuses (0: none), then left and reset (ms) of each.
   */
  take(subject: string, numbers: readonly number[]): Promise<number[]>
  close(): Promise<void>
}

const subjectsMax = 50_000

/** The same arithmetic as the script Redis runs, for worker processes that have no Redis. */
export class QuotaCounter {
  readonly #windows = new LRUCache<string, SlidingWindow[]>({ max: subjectsMax })

  take(
    subject: string,
    [need = 0, want = 0, unused = 0, ...limits]: readonly number[],
    now: number,
  ): number[] {
    const quotas = limits.filter((_, at) => at % 2 === 1)
    let windows = this.#windows.get(subject)
    if (windows?.length !== quotas.length) {
      windows = limits.filter((_, at) => at % 2 === 0).map((lengthMs) => new SlidingWindow(lengthMs))
      this.#windows.set(subject, windows)
    }
    let available = Number.POSITIVE_INFINITY
    for (const [at, window] of windows.entries()) {
      window.advance(now)
      window.remove(unused)
      available = Math.min(available, (quotas[at] ?? 0) - window.total)
    }
    const granted = Math.max(
      0,
      Math.min(available, Math.max(need, Math.min(want, Math.floor(available / 4)))),
    )
    let waitMs = 0
    let refusedIndex = 0
    const states = windows.flatMap((window, at) => {
      const quota = quotas[at] ?? 0
      if (granted > 0) window.add(granted, now)
      const wait = granted < need ? window.waitMs(quota, now) : 0
      if (wait > waitMs) {
        waitMs = wait
        refusedIndex = at + 1
      }
      return [quota - window.total, window.resetMs(now)]
    })
    return [granted, waitMs, refusedIndex, ...states]
  }
}
