/** Where the dumps of all services are. */

import { typeGuard } from '../../core/type-guard.ts'
import { DataPackage } from '../../http/exports/data-package.ts'
import type { DumpFolder, StoredDump } from '../../http/exports/dump-routes.ts'

export interface DumpStore extends DumpFolder {
  /** Takes the files of a folder that is complete. A dump of the same day that another node has written stays. */
  add(service: string, dump: StoredDump, folder: string, signal: AbortSignal): Promise<void>
  /** Removes the oldest. */
  prune(service: string, keptMax: number): Promise<void>
}

const isDataPackage = typeGuard(DataPackage)

/** Undefined if it cannot be read: a dump without a manifest is none. */
export function parseManifest(text: string): DataPackage | undefined {
  try {
    const manifest: unknown = JSON.parse(text)
    return isDataPackage(manifest) ? manifest : undefined
  } catch {
    return undefined
  }
}
