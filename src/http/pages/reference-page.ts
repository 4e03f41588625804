/** The API reference at `/docs`: a page that works without the network, built when it is first asked for. */

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { Failure } from '../../core/errors.ts'
import { fixedHeaders } from '../response/headers.ts'

const gzipAsync = promisify(gzip)

interface DocumentLink {
  readonly title: string
  readonly slug: string
  readonly url: string
}

/** Everything from this server; the page sets its own styles and runs its own script. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The viewer is 4 MB of script, so it lives in an app of its own that nobody pays for before asking. */
export function mountReferencePage(app: FastifyInstance, documents: readonly DocumentLink[]): void {
  let viewer: Promise<FastifyInstance> | undefined
  const assets = new Map<string, Asset>()
  function getViewer(): Promise<FastifyInstance> {
    viewer ??= openViewer(documents).catch((thrown: unknown) => {
      viewer = undefined
      throw thrown
    })
    return viewer
  }
  // The page names its script relative to itself, so it lives behind the slash.
  app.get('/docs', (_request, reply) => reply.headers(fixedHeaders).redirect('/docs/'))
  app.get('/docs/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/docs/'
    const asset = assets.get(path) ?? (await loadAsset(await getViewer(), path))
    // Only what exists is kept, and that is two or three files.
    assets.set(path, asset)
    const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    if (acceptsGzip) reply.header('content-encoding', 'gzip')
    return reply
      .headers({
        ...fixedHeaders,
        'content-security-policy': contentSecurityPolicy,
        'cache-control': 'public, max-age=3600',
      })
      .type(asset.type)
      .send(acceptsGzip ? asset.gzipped : asset.plain)
  })
  app.addHook('onClose', async () => {
    await (await viewer)?.close()
  })
}

interface Asset {
  readonly type: string
  readonly plain: Buffer
  readonly gzipped: Buffer
}

async function loadAsset(viewer: FastifyInstance, path: string): Promise<Asset> {
  const { statusCode, headers, rawPayload } = await viewer.inject({ method: 'GET', url: path })
  if (statusCode !== 200) throw new Failure('not_found', 'There is nothing at this path.')
  const type = String(headers['content-type'])
  const plain = type.startsWith('text/html') ? withLanguage(rawPayload) : rawPayload
  return { type, plain, gzipped: await gzipAsync(plain) }
}

/** The viewer does not say it, and a screen reader would guess how to pronounce the page. */
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
