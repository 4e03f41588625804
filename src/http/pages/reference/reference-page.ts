/** The API reference at `/docs`: a viewer that works offline, built on first request. */

import fastify, { type FastifyInstance } from 'fastify'
import { SingleFlight } from '../../../core/single-flight.ts'
import { type ContentCoding, preferredCoding } from '../../request/negotiate.ts'
import { weakEtag } from '../../response/freshness.ts'
import { fixedBody } from '../../response/render.ts'
import { createEntry, type ResponseEntry, withCompressed } from '../../response/response-entry.ts'
import { markPage } from '../../response/sandbox-mark.ts'
import type { HttpServer } from '../../server/create-server.ts'
import { type ReferencePage, referencePage, startScript } from './reference-view.ts'

/** The viewer sets its own styles; its scripts come from this server, and none is within the page. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const viewerUrl = '/docs/js/scalar.js'

/** The viewer is 4 MB of script, so it lives in an app of its own that is loaded only when needed. */
export function mountReferencePage(
  { app, sender, authorizeSupport: onRequest }: HttpServer,
  page: ReferencePage,
  isSandbox = false,
): void {
  let viewer: Promise<FastifyInstance> | undefined
  function getViewer(): Promise<FastifyInstance> {
    viewer ??= openViewer().catch((thrown: unknown) => {
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
  const text = referencePage(page)
  const assets = {
    '/docs/': async () => toEntry('text/html; charset=utf-8', Buffer.from(isSandbox ? markPage(text) : text)),
    '/docs/js/start.js': async () =>
      toEntry('text/javascript; charset=utf-8', Buffer.from(startScript(page.documents))),
    [viewerUrl]: async () => loadViewer(await getViewer()),
  }
  for (const [url, load] of Object.entries(assets)) {
    const asset = new Asset(load)
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

async function loadViewer(viewer: FastifyInstance): Promise<ResponseEntry> {
  const { statusCode, headers, rawPayload } = await viewer.inject({ method: 'GET', url: viewerUrl })
  if (statusCode !== 200) throw new Error(`the viewer responded to ${viewerUrl} with ${statusCode}`)
  return toEntry(String(headers['content-type']), rawPayload)
}

function toEntry(type: string, body: Buffer): ResponseEntry {
  return createEntry(fixedBody(200, type, body), {
    cacheControl: 'public, max-age=3600',
    etag: weakEtag(body.toString('latin1')),
    canCompress: true,
    headers: { 'content-security-policy': contentSecurityPolicy },
  })
}

/** Of the plugin, only the script is used: its page would start the viewer from within, which the policy forbids. */
async function openViewer(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const viewer = fastify()
  await viewer.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } })
  await viewer.ready()
  return viewer
}
