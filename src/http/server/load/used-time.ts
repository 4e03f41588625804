/** How much of this thread callers, and the networks around them, have used of late. */

import { LRUCache } from 'lru-cache'
import type { CountedCaller } from '../../caller-counts.ts'

/** Those who have used it longest ago are forgotten. */
const callersMax = 10_000
/** In this time, what was used fades to about a third: who always uses the thread has used this much. */
const fadeMs = 1000

/** In milliseconds. */
interface Used {
  ms: number
  at: number
}

export class UsedTime {
  readonly #used = new LRUCache<string, Used>({ max: callersMax })

  /** What the caller has used so far, to be counted on. */
  of({ subject, networks }: CountedCaller): CallerTime {
    const shares = networks.map((network) => ({ used: this.#find(network.subject), factor: network.factor }))
    return new CallerTime([{ used: this.#find(subject), factor: 1 }, ...shares])
  }

  #find(subject: string): Used {
    const known = this.#used.get(subject)
    if (known) return known
    const used = { ms: 0, at: 0 }
    this.#used.set(subject, used)
    return used
  }
}

/** Of one caller, with the networks around it. */
export class CallerTime {
  readonly #shares: readonly { readonly used: Used; readonly factor: number }[]

  constructor(shares: readonly { readonly used: Used; readonly factor: number }[]) {
    this.#shares = shares
  }

  /** A network counts by what one of its callers would have used. */
  read(now: number): number {
    let most = 0
    for (const { used, factor } of this.#shares) most = Math.max(most, fade(used, now) / factor)
    return most
  }

  add(ms: number, now: number): void {
    for (const { used } of this.#shares) {
      used.ms = fade(used, now) + ms
      used.at = now
    }
  }
}

function fade({ ms, at }: Used, now: number): number {
  return ms * Math.exp((at - now) / fadeMs)
}
