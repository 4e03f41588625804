/** How many requests to the provider each caller may cause: a bucket that is refilled all the time. */

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'

interface Bucket {
  left: number
  /** On the monotonic clock. */
  updatedAt: number
}

const minuteMs = 60_000
const callersMax = 10_000

export class MissBudget {
  readonly #clock: Clock
  readonly #perMinute: number
  readonly #buckets = new LRUCache<string, Bucket>({ max: callersMax })

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock
    this.#perMinute = perMinute
  }

  /** Throws `rate_limited` if the caller has used up its budget. Several requests may leave it overdrawn. */
  take(caller: string, requests = 1): void {
    const now = this.#clock.monotonic()
    const bucket = this.#buckets.get(caller) ?? { left: this.#perMinute, updatedAt: now }
    const refill = ((now - bucket.updatedAt) * this.#perMinute) / minuteMs
    bucket.left = Math.min(this.#perMinute, bucket.left + refill)
    bucket.updatedAt = now
    this.#buckets.set(caller, bucket)
    if (bucket.left < 1) throw this.#exhausted(bucket.left)
    bucket.left -= requests
  }

  #exhausted(left: number): Failure {
    const seconds = Math.max(1, Math.ceil(((1 - left) * minuteMs) / this.#perMinute / 1000))
    const message = `Rate limit exceeded: ${this.#perMinute} uncached requests per minute.`
    return new Failure('rate_limited', message, {
      details: {
        window: 'minute',
        limit: this.#perMinute,
        window_seconds: minuteMs / 1000,
        retry_after_seconds: seconds,
        counted: 'requests that the cache cannot answer',
      },
      retryAfterSeconds: seconds,
    })
  }
}
