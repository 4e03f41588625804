/** The folder of exports and dumps that are being written or sent. What a process leaves behind when it is killed is removed at the next start. */

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { isProcessRunning } from '../../sync/run/run-holder.ts'

/** Longer than any export is on the disk. */
const ageMsMax = 24 * 3_600_000

export class Spool {
  readonly #folder: string
  readonly #freeBytesMin: number

  /** `freeBytesMin`: what must be free on the disk beside a file. */
  constructor(dataDir: string, freeBytesMin: number) {
    this.#folder = join(dataDir, 'exports', 'spool')
    this.#freeBytesMin = freeBytesMin
  }

  /** The path of a new file. Throws `overloaded` if the disk has no room for it. */
  async reserve(ending: string, bytesMax: number): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < bytesMax + this.#freeBytesMin)
      throw new Failure('overloaded', 'The disk of the server has no room for an export.', {
        retryAfterSeconds: 60,
      })
    return join(this.#folder, `${hostname()}~${process.pid}~${randomUUID()}.${ending}`)
  }

  /** Removes the files of processes that have ended. */
  async sweep(clock: Clock): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const path = join(this.#folder, name)
      if (await isLeftBehind(name, path, clock)) await rm(path, { recursive: true, force: true })
    }
  }
}

async function isLeftBehind(name: string, path: string, clock: Clock): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return false
  const ageMs = clock.now() - found.mtimeMs
  if (ageMs > ageMsMax) return true
  const [host, pid] = name.split('~')
  if (host !== hostname()) return false
  // In a container every start may get the same process id.
  return Number(pid) === process.pid ? ageMs > process.uptime() * 1000 : !isProcessRunning(Number(pid))
}
