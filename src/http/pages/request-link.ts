/** Links to the API requests behind a page. */

import { type Html, html } from './html.ts'
import { toQueryString } from './page-query.ts'
import { tableMark } from './site.ts'

export interface ApiRequest {
  readonly href: string
  /** The operation in the client: `cinema.searchShowtimes`. */
  readonly call: string
  /** The path of the operation, if it has parameters in braces. */
  readonly path?: string | undefined
}

/** A script adds buttons beside it that copy the request; a list has a link to its table. */
export function requestLink(request: ApiRequest, text?: string): Html {
  return html`${requestAlone(request, text)}${tableMark(request.call, tableQuery(request))}`
}

/** For the table itself. */
export function requestAlone({ href, call, path }: ApiRequest, text = 'API query for this page'): Html {
  return html`<a href="${href}" data-call="${call}"${path === undefined ? undefined : html` data-path="${path}"`}>${text}</a>`
}

/** The parameters of a request, those of its path too. A table has pages of its own size. */
function tableQuery({ href, path = '' }: ApiRequest): string {
  const [folder = '', query = ''] = href.split('?', 2)
  const segments = folder.split('/')
  const names = path.split('/')
  const ofPath = names.flatMap((name, at) =>
    name.startsWith('{')
      ? [
          [
            name.slice(1, -1),
            decodeURIComponent(segments[segments.length - names.length + at] ?? ''),
          ] as const,
        ]
      : [],
  )
  const { limit, cursor, ...filters } = Object.fromEntries(new URLSearchParams(query))
  return toQueryString({ ...Object.fromEntries(ofPath), ...filters })
}
