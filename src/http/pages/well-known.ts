/** The files that programs look for first: the API catalog (RFC 9727), llms.txt, robots.txt, the sitemap. */

import { performance } from 'node:perf_hooks'
import { bodyReply } from '../reply.ts'
import { errorsPath } from '../response/error-response.ts'
import { type AnyRoute, hiddenRoute } from '../route.ts'
import { fillExamplePath } from '../service.ts'
import { type SitemapEntry, sitemapIndexReply, sitemapType } from './feeds/sitemap.ts'
import { guidesPath } from './guides/guide-files.ts'
import type { MountedService } from './home/front-page.ts'
import { statusPath } from './home/status-page.ts'
import { referencePath } from './reference/reference-path.ts'

const sitemapPath = '/sitemap.xml'
/** The protocol's limit for one index. */
const sitemapsMax = 50_000

const headers = { 'cache-control': 'public, max-age=3600' }

export function wellKnownRoutes(
  mounted: readonly MountedService[],
  origin: (host: string | undefined) => string,
  hasGuides: boolean,
): AnyRoute[] {
  return [
    hiddenRoute({
      path: '/.well-known/api-catalog',
      type: 'application/linkset+json',
      mediaTypes: ['application/linkset+json', 'application/json'],
      handle: ({ host }) => {
        const linkset = mounted.map(({ base, service }) => ({
          anchor: `${origin(host)}${base}/v1`,
          'service-desc': [{ href: `${origin(host)}${base}/v1/openapi.json`, type: 'application/json' }],
          'service-doc': [{ href: `${origin(host)}${referencePath(service.id)}`, type: 'text/html' }],
          status: [{ href: `${origin(host)}${base}/healthz`, type: 'application/json' }],
        }))
        return bodyReply(
          'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
          JSON.stringify({ linkset }),
          headers,
        )
      },
    }),
    hiddenRoute({
      acceptsAny: true,
      path: '/llms.txt',
      type: 'text/plain',
      handle: ({ host, nowMs }) =>
        bodyReply('text/plain; charset=utf-8', llmsGuide(mounted, origin(host), nowMs, hasGuides), headers),
    }),
    hiddenRoute({
      acceptsAny: true,
      path: '/robots.txt',
      type: 'text/plain',
      handle: () =>
        bodyReply(
          'text/plain; charset=utf-8',
          `User-agent: *\nAllow: /\nSitemap: ${origin(undefined)}${sitemapPath}\n`,
          headers,
        ),
    }),
    sitemapRoute(mounted, origin(undefined)),
  ]
}

/** How long the list of sitemaps is reused: making it takes a look at every page. */
const sitemapListMs = 600_000

/** Links always have the public address: a cached one must not depend on what a caller calls the server. */
function sitemapRoute(mounted: readonly MountedService[], origin: string): AnyRoute {
  let cached: { readonly until: number; readonly sitemaps: Promise<readonly SitemapEntry[]> } | undefined
  const list = async () => {
    const lists = await Promise.all(
      mounted.map(async ({ base, service }) =>
        ((await service.sitemaps?.()) ?? []).map(({ url, lastmod }) => ({
          url: origin + base + url,
          lastmod,
        })),
      ),
    )
    return lists.flat().slice(0, sitemapsMax)
  }
  return hiddenRoute({
    acceptsAny: true,
    path: sitemapPath,
    type: sitemapType,
    handle: async () => {
      const now = performance.now()
      if (cached === undefined || cached.until < now)
        cached = { until: now + sitemapListMs, sitemaps: list() }
      const { sitemaps } = cached
      sitemaps.catch(() => {
        cached = undefined
      })
      return sitemapIndexReply(await sitemaps)
    },
  })
}

function llmsGuide(
  mounted: readonly MountedService[],
  origin: string,
  nowMs: number,
  hasGuides: boolean,
): string {
  const services = mounted.map(
    ({ base, service }) =>
      `- [${service.title}](${origin}${base}/v1/openapi.json): ${service.about}\n${service.examples.map(({ path, shows }) => `  - \`GET ${origin}${base}${fillExamplePath(path, nowMs)}\`: ${shows}`).join('\n')}`,
  )
  return `# Broadsheet

> Public data collected from many sources and served as JSON over HTTP. Reads need no account.

- Success is \`{"data": …, "meta": {…}}\`, failure is \`{"error": {"code", "message", "details"}, "meta"}\`.
- To get the next page of a list, send \`next_cursor\`, \`next_offset\` or \`next_page\` (in \`meta.pagination\`, \`meta.page\` or, for trust centers, \`pagination\`) back as \`cursor\`, \`offset\` or \`page\` with the same filters; null marks the last page.
- \`Accept: application/x-ndjson\` or \`text/csv\` returns the rows of a list. Pages are Markdown with \`text/markdown\`.
- Unknown parameters are rejected with a hint in \`error.details\`. After 429 and 503, wait for \`Retry-After\` seconds.
- An API key raises the limits. Where a document below has \`/v1/auth/otp\`, use it and \`/v1/auth/verify\` to get a key for an e-mail address; send it as \`x-api-key\`.
- Agents: \`${origin}/mcp\` speaks the Model Context Protocol over streamable HTTP, without an account.
- \`GET ${origin}/search?q=apple\` with \`Accept: application/json\` searches all services.
- \`GET ${origin}${statusPath}\` with \`Accept: application/json\` says how old the data of each service is and which platforms have trouble.

## Services

${services.join('\n')}

## Reference

- [API reference](${origin}/docs)
${hasGuides ? `- [Guides](${origin}${guidesPath}): first steps, how-to guides, reference, explanation, and the client; as Markdown with \`Accept: text/markdown\`\n` : ''}- [Error codes](${origin}${errorsPath})
- [Catalog of API documents](${origin}/.well-known/api-catalog)
`
}
