/** The dumps in the bucket, `dumps/<service>/<date>/`: all nodes list and send the same. */

import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { SingleFlight } from '../../core/async/single-flight.ts'
import type { Clock } from '../../core/clock.ts'
import { manifestName } from '../../http/exports/data-package.ts'
import type { StoredDump } from '../../http/exports/dump-routes.ts'
import type { ReplyFile } from '../../http/reply.ts'
import { type Bucket, readFromBucket, useBucket } from '../../sync/artifacts/bucket.ts'
import { type DumpStore, parseManifest } from './dump-store.ts'

/** For how long a list is used again, so that requests do not become requests to the bucket. */
const listedMs = 60_000
const listMsMax = 30_000
const uploadMsMax = 30 * 60_000
const folder = 'dumps'

interface Listed {
  readonly dumps: readonly StoredDump[]
  readonly at: number
}

export class BucketDumps implements DumpStore {
  readonly #bucket: Bucket
  readonly #clock: Clock
  readonly #listed = new Map<string, Listed>()
  readonly #lists = new SingleFlight<Listed>()

  constructor(bucket: Bucket, clock: Clock) {
    this.#bucket = bucket
    this.#clock = clock
  }

  async list(service: string): Promise<readonly StoredDump[]> {
    const known = this.#listed.get(service)
    if (known !== undefined && this.#clock.monotonic() - known.at < listedMs) return known.dumps
    return (await this.#lists.run(service, () => this.#read(service))).dumps
  }

  async find(service: string, date: string): Promise<StoredDump | undefined> {
    return (await this.list(service)).find((dump) => dump.date === date)
  }

  opener(service: string, date: string, file: string): ReplyFile['open'] {
    return async (start, length, signal) => {
      const part = { start, length }
      return Readable.fromWeb(await readFromBucket(this.#bucket, keyOf(service, date, file), part, signal))
    }
  }

  /** The manifest last: it says that the dump is complete. */
  async add(
    service: string,
    { date, manifest }: StoredDump,
    folder: string,
    signal: AbortSignal,
  ): Promise<void> {
    this.#listed.delete(service)
    if ((await this.find(service, date)) !== undefined) return
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(uploadMsMax)])
    for (const file of [...manifest.resources.map(({ path }) => path), manifestName]) {
      const blob = await openAsBlob(join(folder, file))
      await useBucket(this.#bucket, inTime, (client) =>
        client.putAnyObject(keyOf(service, date, file), blob, 'application/octet-stream'),
      )
    }
    this.#listed.delete(service)
  }

  async prune(service: string, keptMax: number): Promise<void> {
    const keys = await this.#keys(service)
    const dates = [...new Set(keys.map(dateOf))].sort().reverse()
    const old = new Set(dates.slice(keptMax))
    // The manifest first, so that what is left is no dump.
    const due = keys.filter((key) => old.has(dateOf(key)))
    const ordered = [...due.filter(isManifest), ...due.filter((key) => !isManifest(key))]
    const signal = AbortSignal.timeout(listMsMax)
    for (const key of ordered) await useBucket(this.#bucket, signal, (client) => client.deleteObject(key))
    if (due.length > 0) this.#listed.delete(service)
  }

  async #read(service: string): Promise<Listed> {
    const at = this.#clock.monotonic()
    // A manifest never changes.
    const known = new Map(this.#listed.get(service)?.dumps.map((dump) => [dump.date, dump]))
    const manifests = (await this.#keys(service)).filter(isManifest).sort().reverse()
    const dumps: StoredDump[] = []
    for (const key of manifests) {
      const dump = known.get(dateOf(key)) ?? (await this.#readManifest(key))
      if (dump !== undefined) dumps.push(dump)
    }
    const listed = { dumps, at }
    this.#listed.set(service, listed)
    return listed
  }

  async #readManifest(key: string): Promise<StoredDump | undefined> {
    const text = await useBucket(this.#bucket, AbortSignal.timeout(listMsMax), (client) =>
      client.getObject(key),
    )
    const manifest = text === null ? undefined : parseManifest(text)
    return manifest && { date: dateOf(key), manifest }
  }

  /** Of complete dumps and of those that are being written. */
  async #keys(service: string): Promise<string[]> {
    const prefix = `${folder}/${service}/`
    const objects = await useBucket(this.#bucket, AbortSignal.timeout(listMsMax), (client) =>
      client.listObjects('/', prefix),
    )
    return (objects ?? [])
      .map(({ Key }) => Key.replace(/^\//, ''))
      .filter((key) => /^dumps\/[^/]+\/\d{4}-\d{2}-\d{2}\/[^/]+$/.test(key))
  }
}

function keyOf(service: string, date: string, file: string): string {
  return `${folder}/${service}/${date}/${file}`
}

function dateOf(key: string): string {
  return key.split('/')[2] ?? ''
}

function isManifest(key: string): boolean {
  return key.endsWith(`/${manifestName}`)
}
