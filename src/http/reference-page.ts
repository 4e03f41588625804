/** The API reference at `/docs`: a page that works without the network, built when it is first asked for. */

import fastify, { type FastifyInstance } from 'fastify'
import { fixedHeaders } from './headers.ts'

interface DocumentLink {
  readonly title: string
  readonly slug: string
  readonly url: string
}

/** Everything from this server; the page sets its own styles and runs its own script. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The viewer is 4 MB of script, so it lives in an app of its own that nobody pays for before asking. */
export function mountReferencePage(app: FastifyInstance, documents: readonly DocumentLink[]): void {
  let viewer: Promise<FastifyInstance> | undefined
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      viewer ??= openViewer(documents)
      const { statusCode, headers, rawPayload } = await (await viewer).inject({
        method: 'GET',
        url: request.url,
      })
      reply.code(statusCode)
      for (const name of ['content-type', 'location', 'cache-control'] as const) {
        const value = headers[name]
        if (value !== undefined) reply.header(name, value)
      }
      return reply.headers({ ...fixedHeaders, 'content-security-policy': policy }).send(rawPayload)
    })
  }
  app.addHook('onClose', async () => {
    await (await viewer)?.close()
  })
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
