/** Writes the dumps of a night: on one of the processes that share the store, each service in a thread of its own. */

import { rm } from 'node:fs/promises'
import { toInstant } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import type { BackgroundTask } from '../../sync/background-task.ts'
import type { AppContext } from '../app-context.ts'
import { filledServices } from '../services/index.ts'
import { createDumpStore } from './create-dump-store.ts'
import type { DumpStore } from './dump-store.ts'
import { Spool } from './spool.ts'
import { runExportThread } from './start-export.ts'

const hourMs = 3_600_000
/** Less than the hour after which another process may begin. */
const dumpMsMax = 10 * 60_000
/** All files of a dump are together at most as large as so many exports. */
const dumpExportsMax = 4

/** The day of the last dump of each service that failed for good: an hour later it would fail again. */
export type FailedDumps = Map<string, string>

/** Undefined if none are kept. */
export function dumpTask(context: AppContext): BackgroundTask | undefined {
  if (context.loaded.config.exports.dumpsKept === 0) return undefined
  const failed: FailedDumps = new Map()
  return { name: 'dumps', everyMs: hourMs, run: (signal) => writeDueDumps(context, failed, signal) }
}

/** Those of today that are missing, once the hour has come, but for those in `failed`. A service that fails does not keep the others from theirs. */
export async function writeDueDumps(
  context: AppContext,
  failed: FailedDumps,
  signal: AbortSignal,
  services: readonly string[] = filledServices,
): Promise<void> {
  const { loaded, clock, logger } = context
  const { dumpHour, dumpsKept } = loaded.config.exports
  const now = toInstant(clock.now())
  const date = now.slice(0, 10)
  if (Number(now.slice(11, 13)) < dumpHour) return
  const dumps = createDumpStore(context)
  for (const service of services) {
    signal.throwIfAborted()
    if (failed.get(service) === date || (await dumps.find(service, date)) !== undefined) continue
    try {
      if (await writeOne(context, dumps, service, date, signal))
        logger.info({ service, date }, 'dump written')
    } catch (thrown) {
      if (signal.aborted) throw thrown
      if (isFailure(thrown, 'export_too_large')) failed.set(service, date)
      logger.error({ err: thrown, service }, 'a dump could not be written')
    }
    await dumps.prune(service, dumpsKept)
  }
}

async function writeOne(
  { loaded, clock }: AppContext,
  dumps: DumpStore,
  service: string,
  date: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, exports: settings } = loaded.config
  const spool = new Spool(store.dataDir, store.freeBytesMin)
  const bytesMax = dumpExportsMax * settings.bytesMax
  const folder = await spool.reserve('dump', bytesMax)
  try {
    const request = { service, format: 'parquet', nowMs: clock.now(), bytesMax } as const
    const manifest = await runExportThread(
      { kind: 'dump', sources: loaded.sources, request, path: folder },
      dumpMsMax,
      signal,
    )
    if (manifest === undefined) return false
    await dumps.add(service, { date, manifest }, folder, signal)
    return true
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
