/** Who lends requests to nodes that share limits: Redis, or the first process of a machine. */

import { LRUCache } from 'lru-cache'
import { SlidingWindow } from './sliding-window.ts'

export interface LeaseSource {
  /** For the log. */
  readonly name: string
  /** One that takes longer is as good as gone. */
  readonly answerMs: number
  /**
   * `numbers`: requests that wait, requests wished for, requests granted earlier but never used, then length (ms) and quota of
   * each window. Answers: granted, wait (ms), number of the window that refuses (0: none), then left and reset (ms) of each.
   */
  ask(subject: string, numbers: readonly number[]): Promise<number[]>
  close(): Promise<void>
}

const subjectsMax = 50_000

/** The same arithmetic as the script Redis runs, for worker processes that have no Redis. */
export class LeaseKeeper {
  readonly #windows = new LRUCache<string, SlidingWindow[]>({ max: subjectsMax })

  ask(
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
    let room = Number.POSITIVE_INFINITY
    for (const [at, window] of windows.entries()) {
      window.moveTo(now)
      window.giveBack(unused)
      room = Math.min(room, (quotas[at] ?? 0) - window.total)
    }
    const grant = Math.max(0, Math.min(room, Math.max(need, Math.min(want, Math.floor(room / 4)))))
    let waitMs = 0
    let refusing = 0
    const states = windows.flatMap((window, at) => {
      const quota = quotas[at] ?? 0
      if (grant > 0) window.add(grant, now)
      const wait = grant < need ? window.waitMs(quota, now) : 0
      if (wait > waitMs) {
        waitMs = wait
        refusing = at + 1
      }
      return [quota - window.total, window.resetMs(now)]
    })
    return [grant, waitMs, refusing, ...states]
  }
}
