/**
 * The heartbeat of a thread, in memory that it shares with the thread that watches it: that one can read it while the other
 * is busy with work that never ends.
 */

import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import type { Clock } from '../clock.ts'

const beatEveryMs = 1000

/** The memory begins with the count of beats, and with the thread as the system numbers it. */
export const heartbeatBytes = 2 * Int32Array.BYTES_PER_ELEMENT

/** In the thread: beats whenever the event loop turns. */
export function startHeartbeat(memory: SharedArrayBuffer, clock: Clock): Disposable {
  const beats = new Int32Array(memory, 0, 2)
  Atomics.store(beats, 1, findThreadId())
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
/** As many for one that is given no processor time: it may be blocked, or only wait for a busy machine. */
const idleChecksMax = 20 * silentChecksMax
/** Of the time without a beat. Others run as well. */
const stalledShare = 0.5

/**
 * Resolves with the reason when the thread has not beaten for `stallMs`, of which it used half as processor time; never
 * before its first beat. Counts checks rather than time: a machine that was asleep has not checked either.
 */
export async function waitForStall(
  memory: SharedArrayBuffer,
  { clock, stallMs, signal }: { clock: Clock; stallMs: number; signal: AbortSignal },
): Promise<string> {
  const beats = new Int32Array(memory, 0, 2)
  const checkMs = stallMs / silentChecksMax
  let lastCount = 0
  let usedMsAtBeat: number | undefined
  for (let silentChecks = 0; ; ) {
    await clock.sleep(checkMs, signal)
    const count = Atomics.load(beats, 0)
    const usedMs = readProcessorMs(Atomics.load(beats, 1))
    if (count !== lastCount || count === 0) {
      silentChecks = 0
      lastCount = count
      usedMsAtBeat = usedMs
      continue
    }
    silentChecks += 1
    if (silentChecks < silentChecksMax) continue
    const isWorking =
      usedMs === undefined || usedMsAtBeat === undefined || usedMs - usedMsAtBeat >= stallMs * stalledShare
    if (isWorking || silentChecks >= idleChecksMax)
      return `no progress for ${Math.round((silentChecks * checkMs) / 1000)} s`
  }
}

/** 0 on systems other than Linux. */
function findThreadId(): number {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return 0
  }
}

/** Where they begin behind the name of the thread, which may have blanks: the time in the program, and in the system. */
const usedFields = { at: 11, count: 2 }
/** What Linux counts in, on every machine that Node runs on. */
const tickMs = 10

/** How long the thread has run so far. Undefined where the system does not say, or the thread has ended. */
function readProcessorMs(threadId: number): number | undefined {
  if (threadId === 0) return undefined
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system] = fields.slice(usedFields.at, usedFields.at + usedFields.count).map(Number)
    return ((user ?? 0) + (system ?? 0)) * tickMs
  } catch {
    return undefined
  }
}
