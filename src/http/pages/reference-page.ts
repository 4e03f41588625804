/** The API reference at `/docs`: a viewer that works offline, built on first request. */

import fastify, { type FastifyInstance } from 'fastify'
import { SingleFlight } from '../../core/single-flight.ts'
import { type ContentCoding, preferredCoding } from '../request/negotiate.ts'
import { weakEtag } from '../response/freshness.ts'
import { fixedBody } from '../response/render.ts'
import { createEntry, type ResponseEntry, withCompressed } from '../response/response-entry.ts'
import { markPage } from '../response/sandbox-mark.ts'
import type { HttpServer } from '../server/create-server.ts'
import { iconPath } from './icon.ts'

interface DocumentLink {
  readonly title: string
  readonly slug: string
  readonly url: string
}

/** The viewer sets its own styles and runs its own script, all from this server. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** All that the viewer consists of: the page and its script. */
const assetUrls = ['/docs/', '/docs/js/scalar.js'] as const

/** The viewer is 4 MB of script, so it lives in an app of its own that is loaded only when needed. */
export function mountReferencePage(
  { app, sender, authorizeSupport: onRequest }: HttpServer,
  documents: readonly DocumentLink[],
  isSandbox = false,
): void {
  let viewer: Promise<FastifyInstance> | undefined
  function getViewer(): Promise<FastifyInstance> {
    viewer ??= openViewer(documents).catch((thrown: unknown) => {
      viewer = undefined
      throw thrown
    })
    return viewer
  }
  // The page refers to its script by a relative URL, which needs the trailing slash.
  const redirect = createEntry(fixedBody(302, 'text/plain', ''), {
    cacheControl: 'no-store',
    headers: { location: '/docs/' },
  })
  app.get('/docs', { onRequest }, (request, reply) => sender.send(request, reply, redirect))
  for (const url of assetUrls) {
    const asset = new Asset(async () => loadAsset(await getViewer(), url, isSandbox))
    app.get(url, { onRequest }, async (request, reply) =>
      sender.send(request, reply, await asset.entryFor(preferredCoding(request.headers['accept-encoding']))),
    )
  }
  app.addHook('onClose', async () => {
    await (await viewer)?.close()
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

async function loadAsset(viewer: FastifyInstance, url: string, isSandbox: boolean): Promise<ResponseEntry> {
  const { statusCode, headers, rawPayload } = await viewer.inject({ method: 'GET', url })
  if (statusCode !== 200) throw new Error(`the viewer responded to ${url} with ${statusCode}`)
  const type = String(headers['content-type'])
  const body = type.startsWith('text/html') ? toPage(rawPayload, isSandbox) : rawPayload
  return createEntry(fixedBody(200, type, body), {
    cacheControl: 'public, max-age=3600',
    etag: weakEtag(body.toString('latin1')),
    canCompress: true,
    headers: { 'content-security-policy': contentSecurityPolicy },
  })
}

/** The viewer does not declare its language, which screen readers need. */
function toPage(payload: Buffer, isSandbox: boolean): Buffer {
  const page = payload.toString().replace('<html>', '<html lang="en">')
  return Buffer.from(isSandbox ? markPage(page) : page)
}

async function openViewer(documents: readonly DocumentLink[]): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const viewer = fastify()
  await viewer.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      sources: documents.map((document, index) => ({ ...document, default: index === 0 })),
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      favicon: iconPath,
      hideClientButton: true,
      pageTitle: 'Broadsheet API reference',
    },
  })
  await viewer.ready()
  return viewer
}
