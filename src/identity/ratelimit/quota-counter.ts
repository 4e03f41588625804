/** The rate-limit arithmetic: how many requests fit into all windows of a subject. `quotaScript` does the same inside Redis. */

import { LRUCache } from 'lru-cache'
import type { LimitWindow } from './policy.ts'
import { SlidingWindow } from './sliding-window.ts'

export type WindowLimit = Pick<LimitWindow, 'lengthMs' | 'quota'>

export interface QuotaRequest {
  /** Requests that wait for a decision. */
  readonly need: number
  /** Requests to grant at most, including `need`; the rest is for requests to come. */
  readonly want: number
  /** Requests granted earlier and not used, which are returned. */
  readonly unused: number
}

export interface WindowState {
  readonly remaining: number
  readonly resetMs: number
}

export interface QuotaGrant {
  readonly granted: number
  /** Index of the window with the longest wait; -1 when `need` is granted in full. */
  readonly refusedBy: number
  readonly waitMs: number
  readonly windows: readonly WindowState[]
}

/** Grants requests to processes that share their limits. */
export interface QuotaSource {
  /** For the log. */
  readonly name: string
  /** After this time without a reply the source counts as unreachable. */
  readonly timeoutMs: number
  take(subject: string, limits: readonly WindowLimit[], request: QuotaRequest): Promise<QuotaGrant>
  close(): Promise<void>
}

/** The least recently used subjects are evicted and start again with a full quota. */
export const subjectsMax = 50_000

export class QuotaCounter {
  readonly #subjects = new LRUCache<string, SlidingWindow[]>({ max: subjectsMax })

  take(
    subject: string,
    limits: readonly WindowLimit[],
    { need, want, unused }: QuotaRequest,
    now: number,
  ): QuotaGrant {
    let windows = this.#subjects.get(subject)
    if (windows?.length !== limits.length) {
      windows = limits.map(({ lengthMs }) => new SlidingWindow(lengthMs))
      this.#subjects.set(subject, windows)
    }
    let available = Number.POSITIVE_INFINITY
    for (let at = 0; at < windows.length; at += 1) {
      const window = windows[at] as SlidingWindow
      window.advance(now)
      if (unused > 0) window.remove(unused)
      available = Math.min(available, (limits[at] as WindowLimit).quota - window.total)
    }
    // Beyond `need`, at most a quarter of the rest: little lies idle on one node while another has to refuse.
    const prefetch = Math.min(want, Math.floor(available / 4))
    const granted = Math.max(0, Math.min(available, Math.max(need, prefetch)))
    const states: WindowState[] = []
    let refusedBy = -1
    let waitMs = 0
    for (let at = 0; at < windows.length; at += 1) {
      const window = windows[at] as SlidingWindow
      const { quota } = limits[at] as WindowLimit
      if (granted > 0) window.add(granted, now)
      const wait = granted < need ? window.waitMs(quota, now) : 0
      if (wait > waitMs) {
        waitMs = wait
        refusedBy = at
      }
      states.push({ remaining: quota - window.total, resetMs: window.resetMs(now) })
    }
    return { granted, refusedBy, waitMs, windows: states }
  }
}
