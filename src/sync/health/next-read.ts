/** When a member is read again: at its own time of the interval, sooner if it changes often, rarely if it is dead. */

import { hash } from 'node:crypto'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const longestMs = 14 * dayMs
const shortestRetryMs = hourMs / 4
/** The first failures may pass; from the third on, each doubles the interval. */
const passingFailures = 2
/** A member that changed within this time is read twice as often. */
const recentMs = 2 * dayMs
/** Only intervals that are at least as long are halved. */
const halvedFromMs = dayMs / 2
/** A read may be a little late without losing its place in the interval. */
const lateShare = 0.05

export interface ReadHistory {
  /** Of the member's source. */
  readonly everyMs: number
  /** Whether one read takes so many requests that further ones are not worth it. */
  readonly isCostly: boolean
  readonly triedAt: number
  /** When the content last changed. */
  readonly changedAt: number | undefined
  /** Consecutive ones, this read included. */
  readonly failures: number
}

export function intervalMs({ everyMs, isCostly, triedAt, changedAt, failures }: ReadHistory): number {
  if (failures > 0) {
    const ms = everyMs * 2 ** (failures - 1 - passingFailures)
    return Math.min(Math.max(ms, Math.min(shortestRetryMs, everyMs)), Math.max(longestMs, everyMs))
  }
  const isLively = changedAt !== undefined && triedAt - changedAt < recentMs
  return isLively && !isCostly && everyMs >= halvedFromMs ? everyMs / 2 : everyMs
}

/** Members of a source are spread over the interval, each always at the same place in it. */
export function nextReadAt(source: string, member: string, history: ReadHistory): number {
  const { triedAt } = history
  const interval = intervalMs(history)
  const phase = Math.floor((hashShare(`${source}/${member}`) * interval) % interval)
  const latest = triedAt + interval * (1 + lateShare)
  const at = Math.floor((latest - phase) / interval) * interval + phase
  // Its place has just passed.
  return at - triedAt < interval * 2 * lateShare ? at + interval : at
}

/** At least 0, below 1: the same for the same text. */
export function hashShare(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32
}
