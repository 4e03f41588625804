/** Responses that stay the same while the server runs, each made on first request. */

import { SingleFlight } from '../../core/async/single-flight.ts'
import { type ContentCoding, preferredCoding, preferredType } from '../request/negotiate.ts'
import { weakEtag } from '../response/freshness.ts'
import { fixedBody } from '../response/render.ts'
import { createEntry, type ResponseEntry, withCompressed } from '../response/response-entry.ts'
import type { HttpServer } from './create-server.ts'

type LoadAsset = () => Promise<ResponseEntry>

/** `assets`: how each URL is loaded; if it has several media types, by type, and the first one is for readers that accept none of them. */
export function mountAssets(
  server: HttpServer,
  assets: Readonly<Record<string, LoadAsset | Readonly<Record<string, LoadAsset>>>>,
): void {
  for (const [url, loads] of Object.entries(assets)) {
    const byType = Object.entries(typeof loads === 'function' ? { '': loads } : loads)
    const known = new Map(byType.map(([type, load]) => [type, new Asset(load)]))
    const types = [...known.keys()]
    server.mountSupport(url, ({ request }) => {
      const { accept, 'accept-encoding': codings } = request.headers
      const type = types.length === 1 ? undefined : preferredType(accept, types)
      const asset = known.get(type ?? types[0] ?? '') as Asset
      return asset.entryFor(preferredCoding(codings))
    })
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

export function redirectEntry(location: string): ResponseEntry {
  return createEntry(fixedBody(302, 'text/plain', ''), { cacheControl: 'no-store', headers: { location } })
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
