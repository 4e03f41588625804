/** The thread of one export: reads a list, or all lists of a service, and writes files, without taking time or memory from requests. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../core/clock.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { isFailure } from '../../core/errors.ts'
import { createAppContext } from '../app-context.ts'
import { createStore } from '../store.ts'
import type { ExportOutcome, ExportThreadData } from './start-export.ts'
import { writeDump } from './write-dump.ts'
import { writeExport } from './write-export.ts'

if (parentPort) {
  const data = workerData as ExportThreadData
  parentPort.postMessage(await run())

  async function run(): Promise<ExportOutcome<unknown>> {
    const context = await createAppContext(loadConfig(data.sources), { clock: systemClock })
    await using store = await createStore(context, 'worker', { mayMigrate: false })
    try {
      // Whoever wants it to stop terminates the thread.
      const { signal } = new AbortController()
      const written =
        data.kind === 'dump'
          ? await writeDump(context, store, data.request, data.path, signal)
          : await writeExport(context, store, data.request, data.path, signal)
      return { written }
    } catch (thrown) {
      if (!isFailure(thrown)) throw thrown
      const { code, message, details, retryAfterSeconds } = thrown
      return { failure: { code, message, details, retryAfterSeconds } }
    }
  }
}
