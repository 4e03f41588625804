/** The dumps on the disk: `exports/dumps/<service>/<date>/`, a bounded number of each service. */

import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { manifestName } from '../../http/exports/data-package.ts'
import type { StoredDump } from '../../http/exports/dump-routes.ts'
import { type ReplyFile, readsFile } from '../../http/reply.ts'
import { type DumpStore, parseManifest } from './dump-store.ts'

const datePattern = /^\d{4}-\d{2}-\d{2}$/

export class DiskDumps implements DumpStore {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'exports', 'dumps')
  }

  opener(service: string, date: string, file: string): ReplyFile['open'] {
    return readsFile(this.#path(service, date, file))
  }

  async list(service: string): Promise<StoredDump[]> {
    const dumps: StoredDump[] = []
    for (const date of await this.#dates(service)) {
      const dump = await this.find(service, date)
      if (dump !== undefined) dumps.push(dump)
    }
    return dumps
  }

  async find(service: string, date: string): Promise<StoredDump | undefined> {
    if (!datePattern.test(date)) return undefined
    const text = await readFile(this.#path(service, date, manifestName), 'utf8').catch(() => '')
    const manifest = parseManifest(text)
    return manifest && { date, manifest }
  }

  async add(service: string, { date }: StoredDump, folder: string): Promise<void> {
    const target = this.#path(service, date)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    if ((await this.find(service, date)) !== undefined) return
    // What cannot be read.
    await rm(target, { recursive: true, force: true })
    await rename(folder, target)
  }

  async prune(service: string, keptMax: number): Promise<void> {
    for (const date of (await this.#dates(service)).slice(keptMax))
      await rm(this.#path(service, date), { recursive: true, force: true })
  }

  #path(...names: readonly string[]): string {
    return join(this.#folder, ...names)
  }

  /** The newest first. */
  async #dates(service: string): Promise<string[]> {
    const names = await readdir(this.#path(service)).catch(() => [])
    return names
      .filter((name) => datePattern.test(name))
      .sort()
      .reverse()
  }
}
