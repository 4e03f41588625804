/** The API reference at `/docs`: a viewer that works offline, built on first request. */

import fastify, { type FastifyInstance } from 'fastify'
import { Failure } from '../../core/errors.ts'
import { weakEtag } from '../response/freshness.ts'
import { fixedBody } from '../response/render.ts'
import { createEntry, type ResponseEntry } from '../response/response-entry.ts'
import type { HttpServer } from '../server/create-server.ts'
import { compressFor } from '../server/response-sender.ts'

interface DocumentLink {
  readonly title: string
  readonly slug: string
  readonly url: string
}

/** The viewer sets its own styles and runs its own script, all from this server. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The viewer is 4 MB of script, so it lives in an app of its own that is loaded only when needed. */
export function mountReferencePage({ app, sender }: HttpServer, documents: readonly DocumentLink[]): void {
  let viewer: Promise<FastifyInstance> | undefined
  const assets = new Map<string, ResponseEntry>()
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
  app.get('/docs', (request, reply) => sender.send(request, reply, redirect))
  app.get('/docs/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/docs/'
    const asset = assets.get(path) ?? (await loadAsset(await getViewer(), path))
    const compressed = await compressFor(request, asset)
    // Bounded: only existing assets get here, and there are two or three.
    assets.set(path, compressed)
    return sender.send(request, reply, compressed)
  })
  app.addHook('onClose', async () => {
    await (await viewer)?.close()
  })
}

async function loadAsset(viewer: FastifyInstance, path: string): Promise<ResponseEntry> {
  const { statusCode, headers, rawPayload } = await viewer.inject({ method: 'GET', url: path })
  if (statusCode !== 200) throw new Failure('not_found', 'No resource exists at this path.')
  const type = String(headers['content-type'])
  const body = type.startsWith('text/html') ? withLanguage(rawPayload) : rawPayload
  return createEntry(fixedBody(200, type, body), {
    cacheControl: 'public, max-age=3600',
    etag: weakEtag(body.toString('latin1')),
    canCompress: true,
    headers: { 'content-security-policy': contentSecurityPolicy },
  })
}

/** The viewer does not declare its language, which screen readers need. */
function withLanguage(page: Buffer): Buffer {
  return Buffer.from(page.toString().replace('<html>', '<html lang="en">'))
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
      favicon: 'data:,',
      hideClientButton: true,
      pageTitle: 'Broadsheet API reference',
    },
  })
  await viewer.ready()
  return viewer
}
