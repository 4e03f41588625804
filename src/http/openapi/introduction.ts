/** What every caller of a service should know, in Markdown: the document begins with it, and so does `/docs`. */

import { propertiesOf } from '../request/validation/schema-defaults.ts'
import type { AnyRoute } from '../route.ts'

/** By the parameter of a list: how to get its next page. */
const pagings = [
  [
    'cursor',
    '`meta.pagination.next_cursor` of a page is the `cursor` of the next one, and null on the last page.',
  ],
  ['offset', '`next_offset` of a page is the `offset` of the next one, and null on the last page.'],
  ['page', '`next_page` of a page is the `page` of the next one.'],
] as const

export function introduction(description: string, routes: readonly AnyRoute[]): string {
  const shown = routes.filter(({ hidden }) => hidden !== true)
  const paragraphs = [
    description,
    ['## Authentication', authentication(shown)],
    ['## Pages of lists', paging(shown)],
    [
      '## Limits',
      'Requests are counted by second and by minute: of a key for its owner, otherwise for the address that they come from. `RateLimit-Policy` has the limits of a caller, `RateLimit` what is left of them.',
      'A request beyond them gets 429; `Retry-After` says after how many seconds to repeat it. Responses have an `ETag`: a request with `If-None-Match` gets 304 without a body when nothing has changed.',
    ],
    [
      '## Errors',
      'An error is `{"error": {"code", "message", "details"}, "meta"}`. `code` never changes its meaning, and [each code](/docs/errors) says what to do. Unknown parameters and values are refused with 400, and `details` names them.',
      '`X-Request-Id` is in every response and in the log of the server: mention it when you report a problem. Repeat 429 and 503, and nothing else without a change.',
    ],
  ]
  return paragraphs.flat().join('\n\n')
}

function authentication(routes: readonly AnyRoute[]): string {
  const isOpen =
    'Reading published data needs no account. An API key raises the limits; send it as `x-api-key`.'
  if (routes.some(({ path }) => path === '/v1/auth/otp'))
    return `${isOpen} \`POST /v1/auth/otp\` sends a code to an e-mail address, and \`POST /v1/auth/verify\` exchanges the code for a key and for a management token, which makes and revokes keys. One key is valid for all services of the server. In a browser, [the account page](/account) does the same.`
  return `${isOpen} One key is valid for all services of the server; [the account page](/account) makes one.`
}

function paging(routes: readonly AnyRoute[]): string {
  const names = new Set(routes.flatMap(({ query }) => (query ? Object.keys(propertiesOf(query)) : [])))
  const ways = pagings.filter(([name]) => names.has(name)).map(([, way]) => way)
  const limit = '`limit` is the number of rows of a page.'
  if (ways.length === 0) return limit
  return `${limit} Send the filters of the first page again. ${ways.join(' ')} \`Accept: text/csv\` and \`application/x-ndjson\` return the rows of a list without an envelope.`
}
