/** How much of this thread callers, and the networks around them, have used of late. */

import { LRUCache } from 'lru-cache'
import type { CountedCaller } from './caller-counts.ts'

/** Those who have used it longest ago are forgotten. */
const callersMax = 10_000
/** In this time, what was used fades to about a third: who always uses the thread has used this much. */
const fadeMs = 1000

interface Used {
  ms: number
  at: number
}

export class UsedTime {
  readonly #used = new LRUCache<string, Used>({ max: callersMax })

  /** In milliseconds. A network counts by what one of its callers would have used. */
  of({ subject, networks }: CountedCaller, now: number): number {
    let most = this.#read(subject, now)
    for (const { subject: network, factor } of networks) {
      most = Math.max(most, this.#read(network, now) / factor)
    }
    return most
  }

  add({ subject, networks }: CountedCaller, ms: number, now: number): void {
    this.#add(subject, ms, now)
    for (const network of networks) this.#add(network.subject, ms, now)
  }

  #read(subject: string, now: number): number {
    const used = this.#used.peek(subject)
    return used === undefined ? 0 : used.ms * Math.exp((used.at - now) / fadeMs)
  }

  #add(subject: string, ms: number, now: number): void {
    this.#used.set(subject, { ms: this.#read(subject, now) + ms, at: now })
  }
}
