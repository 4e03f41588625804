/**
 * The heartbeat of a thread, in memory that it shares with the thread that watches it: that one can read it while the other
 * is busy with work that never ends.
 */

import type { Clock } from '../clock.ts'

const beatEveryMs = 1000

/** The first number of the memory counts the beats. */
export const heartbeatBytes = Int32Array.BYTES_PER_ELEMENT

/** In the thread: beats whenever the event loop turns. */
export function startHeartbeat(memory: SharedArrayBuffer, clock: Clock): Disposable {
  const beats = new Int32Array(memory, 0, 1)
  let cancel = () => {}
  const beat = () => {
    Atomics.add(beats, 0, 1)
    cancel = clock.after(beatEveryMs, beat)
  }
  beat()
  return { [Symbol.dispose]: () => cancel() }
}

/** How often the heartbeat is checked before a thread counts as stalled. */
const silentChecksMax = 6

/**
 * Resolves when the thread has not beaten for `stallMs`; never before its first beat. Counts checks rather than time: a
 * machine that was asleep has not checked either.
 */
export async function waitForStall(
  memory: SharedArrayBuffer,
  { clock, stallMs, signal }: { clock: Clock; stallMs: number; signal: AbortSignal },
): Promise<void> {
  const beats = new Int32Array(memory, 0, 1)
  let lastCount = 0
  for (let silentChecks = 0; silentChecks < silentChecksMax; ) {
    await clock.sleep(stallMs / silentChecksMax, signal)
    const count = Atomics.load(beats, 0)
    silentChecks = count === lastCount && count > 0 ? silentChecks + 1 : 0
    lastCount = count
  }
}

export function stallReason(stallMs: number): string {
  return `no progress for ${Math.round(stallMs / 1000)} s`
}
