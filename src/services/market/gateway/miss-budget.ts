/**
 * How many requests to the provider each caller may cause: a bucket that is refilled all the time. The networks around a
 * caller may cause multiples.
 */

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import type { CountedCaller } from '../../../http/caller-counts.ts'

interface Bucket {
  readonly perMinute: number
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

  /** Throws `rate_limited` if a budget is used up; then nothing is taken. Several requests may leave it overdrawn. */
  take({ subject, networks }: CountedCaller, requests = 1): void {
    const buckets = [this.#refill(subject, 1)]
    for (const network of networks) buckets.push(this.#refill(network.subject, network.factor))
    for (const bucket of buckets) if (bucket.left < 1) throw exhausted(bucket)
    for (const bucket of buckets) bucket.left -= requests
  }

  #refill(subject: string, factor: number): Bucket {
    const now = this.#clock.monotonic()
    const perMinute = this.#perMinute * factor
    const bucket = this.#buckets.get(subject) ?? { perMinute, left: perMinute, updatedAt: now }
    const refill = ((now - bucket.updatedAt) * perMinute) / minuteMs
    bucket.left = Math.min(perMinute, bucket.left + refill)
    bucket.updatedAt = now
    this.#buckets.set(subject, bucket)
    return bucket
  }
}

function exhausted({ left, perMinute }: Bucket): Failure {
  const seconds = Math.max(1, Math.ceil(((1 - left) * minuteMs) / perMinute / 1000))
  return new Failure('rate_limited', `Rate limit exceeded: ${perMinute} uncached requests per minute.`, {
    details: {
      window: 'minute',
      limit: perMinute,
      window_seconds: minuteMs / 1000,
      retry_after_seconds: seconds,
      counted: 'requests that the cache cannot answer',
    },
    retryAfterSeconds: seconds,
  })
}
