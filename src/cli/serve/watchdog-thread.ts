/** Ends the process when the heart of the thread that it watches has stopped. */

import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { waitForStall } from '../../core/async/heartbeat.ts'
import { systemClock } from '../../core/clock.ts'

export interface WatchdogData {
  readonly memory: SharedArrayBuffer
  readonly stallMs: number
}

const { memory, stallMs } = workerData as WatchdogData
const { signal } = new AbortController()
const reason = await waitForStall(memory, { clock: systemClock, stallMs, signal })
// The log and `process.stderr` belong to the thread that hangs, and so does every other way to end.
writeSync(2, `the thread that answers requests hangs (${reason}); ending the process\n`)
process.kill(process.pid, 'SIGKILL')
