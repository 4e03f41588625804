/** The notices service, whose log grows steadily; answers with its processor time and how late its event loop was. */

import { systemClock } from '../../src/core/clock.ts'
import { noticesService } from '../../src/services/notices/index.ts'
import { ChangeBatch } from '../../src/store/changes/change-batch.ts'
import { openTestServer } from '../../test/support/server/test-server.ts'
import { type TestEngine, testEngines } from '../../test/support/store/test-engines.ts'
import { LoopLag } from '../loop-lag.ts'
import { serveRunner } from './serve-runner.ts'

const [towns = 1, perSecond = 1] = process.argv.slice(2).map(Number)
const writesPerSecond = 10

await using stack = new AsyncDisposableStack()
const [sqlite] = testEngines as [TestEngine]
const database = stack.use(await sqlite.createDatabase())
const store = stack.use(await database.openStore({ role: 'worker' }))
const { readModel } = store
const server = stack.use(
  await openTestServer({
    service: noticesService(readModel, systemClock),
    store,
    clock: systemClock,
    streamLimits: { anonymous: 5000, identified: 5000, total: 5000 },
  }),
)

let written = 0
const timer = setInterval(() => void write(), 1000 / writesPerSecond)

async function write(): Promise<void> {
  await readModel.transaction(async (tx) => {
    const log = new ChangeBatch('notices')
    for (let at = 0; at < perSecond / writesPerSecond; at += 1) {
      const town = `town ${written++ % towns}`
      const keys = { town, category: 'roads' }
      log.add({ type: 'notice.published', subject: town, detectedAt: systemClock.now(), keys })
    }
    await log.write(tx, readModel.dialect)
  })
}

const lag = new LoopLag()
let last = process.cpuUsage()
const ended = Promise.withResolvers<void>()
serveRunner(
  { origin: server.origin },
  async () => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    return { cpuMicros: user + system, lagMs: lag.take() }
  },
  () => {
    clearInterval(timer)
    ended.resolve()
  },
)
await ended.promise
