/** What programs look for first: the API catalogue (RFC 9727), llms.txt, robots.txt. */

import { Type } from 'typebox'
import { document } from '../reply.ts'
import { type AnyRoute, defineRoute } from '../route.ts'
import { errorsPath } from './errors-page.ts'
import type { Mounted } from './front-page.ts'

const shared = { method: 'GET', tag: 'Support', access: 'none', cache: 'no-store', hidden: true } as const
const headers = { 'cache-control': 'public, max-age=3600' }

export function wellKnownRoutes(
  mounted: readonly Mounted[],
  origin: (host: string | undefined) => string,
): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      path: '/.well-known/api-catalog',
      id: 'getApiCatalog',
      summary: 'Where the API documents are',
      answer: { whole: Type.Object({}, { additionalProperties: true }), type: 'application/linkset+json' },
      offers: ['application/linkset+json', 'application/json'],
      handle: ({ host }) => {
        const linkset = mounted.map(({ base }) => ({
          anchor: `${origin(host)}${base}/v1`,
          'service-desc': [{ href: `${origin(host)}${base}/v1/openapi.json`, type: 'application/json' }],
          'service-doc': [{ href: `${origin(host)}/docs`, type: 'text/html' }],
          status: [{ href: `${origin(host)}${base}/healthz`, type: 'application/json' }],
        }))
        return document(
          'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
          JSON.stringify({ linkset }),
          headers,
        )
      },
    }),
    defineRoute({
      ...shared,
      path: '/llms.txt',
      id: 'getLlmsTxt',
      summary: 'A short guide for language models',
      answer: { whole: Type.String(), type: 'text/plain' },
      handle: ({ host }) => document('text/plain; charset=utf-8', guide(mounted, origin(host)), headers),
    }),
    defineRoute({
      ...shared,
      path: '/robots.txt',
      id: 'getRobotsTxt',
      summary: 'What crawlers may read',
      answer: { whole: Type.String(), type: 'text/plain' },
      handle: () => document('text/plain; charset=utf-8', 'User-agent: *\nAllow: /\n', headers),
    }),
  ]
}

function guide(mounted: readonly Mounted[], origin: string): string {
  const services = mounted.map(
    ({ base, service }) =>
      `- [${service.title}](${origin}${base}/v1/openapi.json): ${service.about}\n${service.examples.map(({ path, shows }) => `  - \`GET ${origin}${base}${path}\`: ${shows}`).join('\n')}`,
  )
  return `# Broadsheet

> Public data collected from many sources and served as JSON over HTTP. Reads need no account.

- Success is \`{"data": …, "meta": {…}}\`, failure is \`{"error": {"code", "message", "details"}, "meta"}\`.
- A list says where it goes on: send \`next_cursor\`, \`next_offset\` or \`next_page\` (in \`meta.pagination\`, \`meta.page\` or, for trust centers, \`pagination\`) back as \`cursor\`, \`offset\` or \`page\` with the same filters; null is the end.
- \`Accept: application/x-ndjson\` or \`text/csv\` gives the rows of a list.
- Unknown parameters are refused with a hint, so read \`error.details\`. After 429 and 503 wait as long as \`Retry-After\` says.
- A key raises the limits: where a document below has \`/v1/auth/otp\`, that and \`/v1/auth/verify\` give one for an e-mail address; send it as \`x-api-key\`.

## Services

${services.join('\n')}

## Reference

- [API reference for people](${origin}/docs)
- [Every error code](${origin}${errorsPath})
- [Catalogue of API documents](${origin}/.well-known/api-catalog)
`
}
