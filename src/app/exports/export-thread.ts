/** The thread of one export: reads a list and writes it to a file, without taking time or memory from requests. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../core/clock.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { isFailure } from '../../core/errors.ts'
import { createAppContext } from '../app-context.ts'
import { createStore } from '../store.ts'
import type { ExportOutcome, ExportThreadData } from './start-export.ts'
import { writeExport } from './write-export.ts'

if (parentPort) {
  const { sources, request, path } = workerData as ExportThreadData
  parentPort.postMessage(await run())

  async function run(): Promise<ExportOutcome> {
    const context = await createAppContext(loadConfig(sources), { clock: systemClock })
    await using store = await createStore(context, 'worker', { mayMigrate: false })
    try {
      // Whoever wants it to stop terminates the thread.
      const { signal } = new AbortController()
      return { written: await writeExport(context, store, request, path, signal) }
    } catch (thrown) {
      if (!isFailure(thrown)) throw thrown
      const { code, message, details, retryAfterSeconds } = thrown
      return { failure: { code, message, details, retryAfterSeconds } }
    }
  }
}
