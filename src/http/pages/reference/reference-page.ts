/** The API reference at `/docs`: a viewer that works offline, built on first request. */

import fastify, { type FastifyInstance } from 'fastify'
import { fixedBody } from '../../response/render.ts'
import { createEntry, type ResponseEntry } from '../../response/response-entry.ts'
import { markPage } from '../../response/sandbox-mark.ts'
import type { HttpServer } from '../../server/create-server.ts'
import { assetEntry, mountAssets } from '../../server/mount-assets.ts'
import { type ReferencePage, referencePage, startScript } from './reference-view.ts'

/** The viewer sets its own styles; its scripts come from this server, and none is within the page. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const viewerUrl = '/docs/js/scalar.js'

/** The viewer is 4 MB of script, so it lives in an app of its own that is loaded only when needed. */
export function mountReferencePage(server: HttpServer, page: ReferencePage, isSandbox = false): void {
  const { app, respond, authorizeSupport: onRequest } = server
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
  app.get('/docs', { onRequest }, (request, reply) => respond(request, reply, redirect))
  const text = referencePage(page)
  mountAssets(server, {
    '/docs/': async () => toEntry('text/html; charset=utf-8', Buffer.from(isSandbox ? markPage(text) : text)),
    '/docs/js/start.js': async () =>
      toEntry('text/javascript; charset=utf-8', Buffer.from(startScript(page.documents))),
    [viewerUrl]: async () => loadViewer(await getViewer()),
  })
  app.addHook('onClose', async () => {
    await (await viewer)?.close()
  })
}

async function loadViewer(viewer: FastifyInstance): Promise<ResponseEntry> {
  const { statusCode, headers, rawPayload } = await viewer.inject({ method: 'GET', url: viewerUrl })
  if (statusCode !== 200) throw new Error(`the viewer responded to ${viewerUrl} with ${statusCode}`)
  return toEntry(String(headers['content-type']), rawPayload)
}

function toEntry(type: string, body: Buffer): ResponseEntry {
  return assetEntry(type, body, contentSecurityPolicy)
}

/** Of the plugin, only the script is used: its page would start the viewer from within, which the policy forbids. */
async function openViewer(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const viewer = fastify()
  await viewer.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } })
  await viewer.ready()
  return viewer
}
