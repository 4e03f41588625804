/** The only place that reads the system clock and random source; everything else gets them injected. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`; rejects when the signal is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Longer timers fire at once; this is close to 25 days. */
const timerMsMax = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        },
        Math.min(ms, timerMsMax),
      )
      function stop(): void {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

/** From 0 up to, but not including, 1. */
export type RandomSource = () => number

export const systemRandom: RandomSource = () => Math.random()
