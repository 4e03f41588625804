/** The dumps on the disk: `exports/dumps/<service>/<date>/`, a bounded number of each service. */

import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { typeGuard } from '../../core/type-guard.ts'
import { DataPackage, manifestName } from '../../http/exports/data-package.ts'
import type { DumpFolder, StoredDump } from '../../http/exports/dump-routes.ts'

const datePattern = /^\d{4}-\d{2}-\d{2}$/
const isDataPackage = typeGuard(DataPackage)

export class DiskDumps implements DumpFolder {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'exports', 'dumps')
  }

  path(service: string, date: string, file: string): string {
    return join(this.#folder, service, date, file)
  }

  async list(service: string): Promise<StoredDump[]> {
    const dumps: StoredDump[] = []
    for (const date of await this.#dates(service)) {
      const dump = await this.find(service, date)
      if (dump !== undefined) dumps.push(dump)
    }
    return dumps
  }

  /** Undefined also if the manifest cannot be read: a dump without one is none. */
  async find(service: string, date: string): Promise<StoredDump | undefined> {
    if (!datePattern.test(date)) return undefined
    try {
      const manifest: unknown = JSON.parse(await readFile(this.path(service, date, manifestName), 'utf8'))
      return isDataPackage(manifest) ? { date, manifest } : undefined
    } catch {
      return undefined
    }
  }

  async has(service: string, date: string): Promise<boolean> {
    return (await this.find(service, date)) !== undefined
  }

  /** Takes a folder that is complete. One of the same day that another node has written stays. */
  async add(service: string, date: string, written: string): Promise<void> {
    const target = join(this.#folder, service, date)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    if (await this.has(service, date)) return
    // What cannot be read.
    await rm(target, { recursive: true, force: true })
    await rename(written, target)
  }

  /** Removes the oldest. */
  async prune(service: string, keptMax: number): Promise<void> {
    for (const date of (await this.#dates(service)).slice(keptMax))
      await rm(join(this.#folder, service, date), { recursive: true, force: true })
  }

  /** The newest first. */
  async #dates(service: string): Promise<string[]> {
    const names = await readdir(join(this.#folder, service)).catch(() => [])
    return names
      .filter((name) => datePattern.test(name))
      .sort()
      .reverse()
  }
}
