/** Exports for the command line: a folder for each service. */

import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../core/errors.ts'
import type { DataPackage } from '../../http/exports/data-package.ts'
import { parseFormat } from '../../http/exports/export-format.ts'
import type { AppContext } from '../app-context.ts'
import { filledServices } from '../services/index.ts'
import { createStore, requireDatabase } from '../store.ts'
import { type DumpRequest, requireDumpable, writeDump } from './write-dump.ts'

interface FolderExport {
  readonly folder: string
  readonly format: string
  readonly service?: string | undefined
}

/** Services of which nothing was ever published are left out. Throws if a folder exists, before anything is written. */
export async function exportToFolder(
  context: AppContext,
  { folder, format, service }: FolderExport,
  signal: AbortSignal,
  onProgress: (done: number, total: number, what: string) => void,
): Promise<{ readonly service: string; readonly manifest: DataPackage }[]> {
  if (service !== undefined) requireDumpable(service, filledServices)
  const request = {
    format: parseFormat(format),
    nowMs: context.clock.now(),
    bytesMax: Number.POSITIVE_INFINITY,
  }
  const services = service === undefined ? filledServices : [service]
  const taken = services.map((id) => join(folder, id)).find((path) => existsSync(path))
  if (taken !== undefined) throw new Failure('invalid_request', `${taken} exists already.`)
  requireDatabase(context.loaded)
  await using store = await createStore(context, 'worker', { mayMigrate: false })
  const written: { service: string; manifest: DataPackage }[] = []
  for (const id of services) {
    const part = join(folder, `${id}.part`)
    // Of a command that was killed.
    await rm(part, { recursive: true, force: true })
    try {
      const onList: DumpRequest['onList'] = (done, total, name) => onProgress(done, total, `${name} of ${id}`)
      const manifest = await writeDump(context, store, { ...request, service: id, onList }, part, signal)
      if (manifest === undefined) continue
      await rename(part, join(folder, id))
      written.push({ service: id, manifest })
    } finally {
      await rm(part, { recursive: true, force: true })
    }
  }
  return written
}
