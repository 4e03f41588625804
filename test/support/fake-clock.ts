/** A clock that moves only with `advance`. */

import type { Clock } from '../../src/core/clock.ts'

export class FakeClock implements Clock {
  #now: number
  #sleepers: { at: number; wake: () => void }[] = []

  constructor(start: string | number = '2026-11-15T12:00:00Z') {
    this.#now = typeof start === 'number' ? start : Date.parse(start)
  }

  now(): number {
    return this.#now
  }

  advance(ms: number): void {
    this.#now += ms
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.#now)
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#now)
    for (const sleeper of due) sleeper.wake()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      this.#sleepers.push({ at: this.#now + ms, wake: resolve })
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }

  after(ms: number, call: () => void): () => void {
    const sleeper = { at: this.#now + ms, wake: call }
    this.#sleepers.push(sleeper)
    return () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
    }
  }
}
