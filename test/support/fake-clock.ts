/** A clock that moves only with `advance`, or is set with `stepWallClock`. */

import type { Clock } from '../../src/core/clock.ts'

export class FakeClock implements Clock {
  #now: number
  #monotonic = 1_000_000
  #sleepers: { at: number; wake: () => void }[] = []

  constructor(start: string | number = '2026-11-15T12:00:00Z') {
    this.#now = typeof start === 'number' ? start : Date.parse(start)
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#monotonic
  }

  /** Time passes. */
  advance(ms: number): void {
    this.#now += ms
    this.#monotonic += ms
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.#monotonic)
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#monotonic)
    for (const sleeper of due) sleeper.wake()
  }

  /** Somebody sets the clock forward, or back if `ms` is negative; no time passes. */
  stepWallClock(ms: number): void {
    this.#now += ms
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      this.#sleepers.push({ at: this.#monotonic + ms, wake: resolve })
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }

  after(ms: number, call: () => void): () => void {
    const sleeper = { at: this.#monotonic + ms, wake: call }
    this.#sleepers.push(sleeper)
    return () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
    }
  }
}

/** For what never becomes so. A slow machine is not an error. */
const realMsMax = 240_000
const realStepMs = 2

/** Time passes in steps until it is so. Each step leaves time for what is real: sockets, disks and threads. */
export async function passTime(
  clock: FakeClock,
  stepMs: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const until = performance.now() + realMsMax
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`not so after ${realMsMax} ms`)
    clock.advance(stepMs)
    await new Promise((resolve) => setTimeout(resolve, realStepMs))
  }
}
