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

/**
 * The wall clock, as far as it goes forward: after it was set back, time passes as on the monotonic one. For what is due at a
 * time that outlives a restart.
 */
export function createForwardTime(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let last = { time: clock.now(), monotonic: clock.monotonic() }
  return () => {
    const monotonic = clock.monotonic()
    last = { time: Math.max(clock.now(), last.time + monotonic - last.monotonic), monotonic }
    return Math.floor(last.time)
  }
}

const dayMs = 86_400_000
const textsByDay = new Map<number, string>()
/** Instants of a response are of a few days, but not all of the same. */
const textsMax = 1000

/** RFC 3339 in UTC with `Z`: the format of every instant in a response. */
export function toInstant(ms: number): string {
  const day = Math.floor(ms / dayMs)
  const rest = Math.floor(ms) - day * dayMs
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
  return `${dayText(day)}${time}.${String(rest % 1000).padStart(3, '0')}Z`
}

/** `2026-11-19T`. Throws if there is no such day. */
function dayText(day: number): string {
  const cached = textsByDay.get(day)
  if (cached !== undefined) return cached
  const text = new Date(day * dayMs).toISOString().slice(0, -13)
  if (textsByDay.size >= textsMax) textsByDay.clear()
  textsByDay.set(day, text)
  return text
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

export function toInstantOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : toInstant(ms)
}
