/** Responses that stay the same while the server runs, each made on first request. */

import { SingleFlight } from '../../core/async/single-flight.ts'
import { type ContentCoding, preferredCoding } from '../request/negotiate.ts'
import { weakEtag } from '../response/freshness.ts'
import { fixedBody } from '../response/render.ts'
import { createEntry, type ResponseEntry, withCompressed } from '../response/response-entry.ts'
import type { HttpServer } from './create-server.ts'

/** `assets`: how each URL is loaded. */
export function mountAssets(
  server: HttpServer,
  assets: Readonly<Record<string, () => Promise<ResponseEntry>>>,
): void {
  for (const [url, load] of Object.entries(assets)) {
    const asset = new Asset(load)
    server.mountSupport(url, ({ request }) =>
      asset.entryFor(preferredCoding(request.headers['accept-encoding'])),
    )
  }
}

export function assetEntry(type: string, body: Buffer, contentSecurityPolicy: string): ResponseEntry {
  return createEntry(fixedBody(200, type, body), {
    cacheControl: 'public, max-age=3600',
    etag: weakEtag(body.toString('latin1')),
    canCompress: true,
    headers: { 'content-security-policy': contentSecurityPolicy },
  })
}

/** One response, loaded once and compressed once per coding, however many requests ask for it and however they spell its URL. */
class Asset {
  readonly #load: () => Promise<ResponseEntry>
  readonly #jobs = new SingleFlight<void>()
  #entry: ResponseEntry | undefined

  constructor(load: () => Promise<ResponseEntry>) {
    this.#load = load
  }

  async entryFor(coding: ContentCoding): Promise<ResponseEntry> {
    if (this.#entry === undefined) {
      await this.#jobs.run('load', async () => {
        this.#entry ??= await this.#load()
      })
    }
    const plain = this.#entry as ResponseEntry
    if (coding !== 'identity' && plain.isCompressible && plain.compressed[coding] === undefined) {
      await this.#jobs.run(coding, async () => {
        const { compressed } = await withCompressed(plain, coding)
        // Another coding may have been added meanwhile.
        const current = this.#entry ?? plain
        this.#entry = { ...current, compressed: { ...current.compressed, ...compressed } }
      })
    }
    return this.#entry as ResponseEntry
  }
}
