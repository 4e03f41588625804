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

/** For a page with several. */
export function requestDetails(requests: readonly (readonly [title: string, request: ApiRequest])[]): Html {
  return html`<details><summary>The requests behind this page</summary>
<ul class="requests">
${requests.map(([title, request]) => html`<li>${requestLink(request, title)}</li>\n`)}</ul></details>`
}
