/** The notices service with many rows; says how much memory it took, and how late its event loop was, since it was last asked. */

import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { random } from '../../sandbox/random.ts'
import { openExportApp } from '../../test/support/exports/export-app.ts'
import { sqlite } from '../../test/support/store/test-engines.ts'
import { LoopLag } from '../loop-lag.ts'
import { serveRunner } from './serve-runner.ts'

const [rows = 1] = process.argv.slice(2).map(Number)
const rowsPerPublication = 20_000
const sampleMs = 50

const app = await openExportApp(sqlite, { EXPORT_TIMEOUT_MS: '3m', EXPORT_CREDITS: '0' })
const chance = random('export')
const words = Array.from({ length: 2000 }, () => chance.int(1, 1e9).toString(36))
for (let at = 0; at < rows; at += rowsPerPublication)
  await app.publish(
    Array.from({ length: Math.min(rowsPerPublication, rows - at) }, (_, one) => ({
      id: `nt_${String(at + one).padStart(17, '0')}`,
      town: `Town ${chance.int(1, 1000)}`,
      title: Array.from({ length: 6 }, () => chance.pick(words)).join(' '),
      body: Array.from({ length: 40 }, () => chance.pick(words)).join(' '),
    })),
  )

// What filling the store has left is not counted.
setFlagsFromString('--expose-gc')
runInNewContext('gc')()
const lag = new LoopLag()
let peakMb = anonymousMb()
const timer = setInterval(() => {
  peakMb = Math.max(peakMb, anonymousMb())
}, sampleMs)
const ended = Promise.withResolvers<void>()
serveRunner(
  { origin: app.origin },
  async () => {
    const use = { peakMb, nowMb: anonymousMb(), lagMs: lag.take() }
    peakMb = use.nowMb
    return use
  },
  () => {
    clearInterval(timer)
    ended.resolve()
  },
)
await ended.promise
await app[Symbol.asyncDispose]()

/** Of the whole process, without the pages of files, which the kernel takes back at will. */
function anonymousMb(): number {
  const [, kilobytes = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
