/** Loaded before each test file: a file that leaves something open, or never ends, fails by name instead of hanging. */

import { writeSync } from 'node:fs'
import { after, afterEach } from 'node:test'
import { isMainThread } from 'node:worker_threads'

const graceMs = 60_000
/** Since the last test that ended: how long a whole file takes depends on the machine. The nightly run has longer tests. */
const isNightly = ['KILL_ROUNDS', 'RANDOM_DAYS', 'RANDOM_SEARCHES'].some((name) => name in process.env)
const silenceMsMax = (isNightly ? 40 : 8) * 60_000

if (isMainThread) {
  const silence = failAfter(silenceMsMax, 'did not end')
  afterEach(() => void silence.refresh())
  after(() => failAfter(graceMs, 'left something open after its last test'))
}

/** Unreferenced, so it fires only in a process that something else keeps alive. */
function failAfter(ms: number, problem: string): NodeJS.Timeout {
  return setTimeout(() => {
    writeSync(2, `${process.argv[1]} ${problem}: ${process.getActiveResourcesInfo().join(', ')}\n`)
    process.exit(1)
  }, ms).unref()
}
