/** Links to the API requests behind a page. */

import { type Html, html } from './html.ts'

export interface ApiRequest {
  readonly href: string
  /** The operation in the client: `cinema.searchShowtimes`. */
  readonly call: string
  /** The path of the operation, if it has parameters in braces. */
  readonly path?: string | undefined
}

/** A script adds buttons beside it that copy the request. */
export function requestLink({ href, call, path }: ApiRequest, text = 'API query for this page'): Html {
  return html`<a href="${href}" data-call="${call}"${path === undefined ? undefined : html` data-path="${path}"`}>${text}</a>`
}
