/** Loaded before each test file: a file that leaves something open, or never ends, fails by name instead of hanging. */

import { writeSync } from 'node:fs'
import { after } from 'node:test'
import { isMainThread } from 'node:worker_threads'

const graceMs = 10_000
/** The nightly run has more rounds. */
const isNightly = process.env.KILL_ROUNDS !== undefined || process.env.RANDOM_DAYS !== undefined
const fileTimeoutMs = (isNightly ? 40 : 8) * 60_000

if (isMainThread) {
  failAfter(fileTimeoutMs, 'did not end')
  after(() => failAfter(graceMs, 'left something open after its last test'))
}

/** Unreferenced, so it fires only in a process that something else keeps alive. */
function failAfter(ms: number, problem: string): void {
  setTimeout(() => {
    writeSync(2, `${process.argv[1]} ${problem}: ${process.getActiveResourcesInfo().join(', ')}\n`)
    process.exit(1)
  }, ms).unref()
}
