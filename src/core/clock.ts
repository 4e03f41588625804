/** The clock: the only code that reads the system time. Everything else takes a `Clock`. */

export interface Clock {
  /** Milliseconds since the epoch: for what is stored or shown. The operator or NTP can set it back or forward. */
  now(): number
  /**
   * Milliseconds since the machine started, or any other moment that all its processes share; never set back. For
   * durations, pauses and limits on this machine.
   */
  monotonic(): number
  /** Resolves after `ms`; rejects when the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back after `ms`. The returned function cancels it. */
  after(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  /** Not `performance.now()`, which counts from the start of each thread. */
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  /** Not from `node:timers/promises`, which creates an error with a stack trace for every aborted sleep. */
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const cancel = startTimer(ms, () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      })
      const onAbort = () => {
        cancel()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
  after: startTimer,
}

/** 24.8 days. Node.js replaces a longer time by one millisecond. */
const timerMsMax = 2 ** 31 - 1

/** The returned function cancels it. */
function startTimer(ms: number, call: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (restMs: number) => {
    timer = restMs > timerMsMax ? setTimeout(wait, timerMsMax, restMs - timerMsMax) : setTimeout(call, restMs)
  }
  wait(ms)
  return () => clearTimeout(timer)
}

const dayMs = 86_400_000
/** The last instant that a date can have. */
const instantMsMax = 8_640_000_000_000_000

/** Formatting a date is expensive, and most instants of a response share a day. */
let lastDayMs = Number.NaN
let lastDayText = ''

/** RFC 3339 in UTC with `Z`: the format of every instant in a response. */
export function toInstant(ms: number): string {
  // Before 1970, with a fraction of a millisecond, or no date, which throws.
  if (ms < 0 || ms > instantMsMax || !Number.isInteger(ms)) return new Date(ms).toISOString()
  const inDay = ms % dayMs
  if (ms - inDay !== lastDayMs) {
    lastDayText = new Date(ms).toISOString().slice(0, -13)
    lastDayMs = ms - inDay
  }
  const minutes = Math.floor(inDay / 60_000)
  const seconds = ((inDay % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return `${lastDayText}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${seconds}Z`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}

export function toInstantOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : toInstant(ms)
}
