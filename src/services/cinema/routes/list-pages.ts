/** Movies and theaters as lists for readers: what is above the page of each. */

import { Type } from 'typebox'
import { cursor } from '../../../http/openapi/fields.ts'
import { type Html, html } from '../../../http/pages/html.ts'
import { nothingCollected } from '../../../http/pages/nothing-collected.ts'
import { htmlReply, renderPage } from '../../../http/pages/page.ts'
import { stated, toQueryString } from '../../../http/pages/page-query.ts'
import { emptyState, paging } from '../../../http/pages/parts.ts'
import { requestLink } from '../../../http/pages/request-link.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, minuteCache } from '../cinema-context.ts'
import { findMovies } from '../queries/movies/movies.ts'
import { findTheaters, matchesAfter } from '../queries/theaters.ts'
import type { Movie } from '../schema/index.ts'
import { movieItem } from './cinema-pages/parts.ts'
import { toTheater } from './cinema-pages/programme.ts'
import { addressText } from './cinema-pages/wording.ts'

const rowsPerPage = 60
/** Each has a picture, which is a request of its own. */
const moviesPerPage = 24

const query = Type.Object({
  // A form sends its field even if it is empty.
  q: Type.Optional(Type.String({ maxLength: 120, description: 'Words.' })),
  cursor: Type.Optional(cursor()),
})

const pageRoute = {
  method: 'GET',
  tag: 'Movies',
  // For people: clients read the same as JSON.
  hidden: true,
  response: { body: Type.String(), type: 'text/html' },
  access: 'optional',
  errors: ['invalid_cursor'],
  query,
  cache: minuteCache,
} as const satisfies Partial<AnyRoute>

export function cinemaListPages(cinema: CinemaContext): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      path: '/movies',
      id: 'getMoviesPage',
      summary: 'Get movies as a page',
      handle: async ({ query, after, cursorAfter }) => {
        const q = stated(query.q)
        const { rows } = await findMovies(cinema, { q, limit: moviesPerPage }, {}, after())
        const shown = rows.slice(0, moviesPerPage)
        const last = rows.length > moviesPerPage ? shown.at(-1) : undefined
        return htmlReply(
          listPage({
            title: 'Movies',
            path: 'movies',
            other: html`<a href="theaters">theaters</a>`,
            call: 'cinema.searchMovies',
            q,
            items: shown.map(({ doc }) => movieItem(JSON.parse(doc) as Movie, '')),
            isFirst: query.cursor === undefined,
            next: last && cursorAfter(last.key),
          }),
        )
      },
    }),
    defineRoute({
      ...pageRoute,
      path: '/theaters',
      id: 'getTheatersPage',
      summary: 'Get theaters as a page',
      handle: async ({ query, after, cursorAfter }) => {
        const q = stated(query.q)
        const found = findTheaters(await cinema.theaters.current(), { q, radiusMiles: 0 })
        const matches = matchesAfter(found, after())
        const shown = matches.slice(0, rowsPerPage)
        const last = matches.length > rowsPerPage ? shown.at(-1) : undefined
        return htmlReply(
          listPage({
            title: 'Theaters',
            path: 'theaters',
            other: html`<a href="movies">movies</a>`,
            call: 'cinema.searchTheaters',
            q,
            items: shown.map(({ theater }) =>
              theaterItem(theater.id, theater.name, addressText(toTheater(theater))),
            ),
            isFirst: query.cursor === undefined,
            next: last && cursorAfter(last.key),
          }),
        )
      },
    }),
  ]
}

interface ListPage {
  readonly title: 'Movies' | 'Theaters'
  readonly path: string
  /** The link to the other list. */
  readonly other: Html
  readonly call: string
  readonly q: string | undefined
  readonly items: readonly Html[]
  /** Whether the page begins with the first row. */
  readonly isFirst: boolean
  /** The cursor of the next page. */
  readonly next: string | undefined
}

function listPage({ title, path, other, call, q, items, isFirst, next }: ListPage): string {
  const isEmpty = items.length === 0
  return renderPage({
    title: q === undefined ? title : `${title}: ${q}`,
    section: 'cinema',
    description: `${title} by name.`,
    crumb: html`A list of the <a href="showtimes">cinema</a>, beside that of ${other}.`,
    body: html`<form class="ask" role="search" action="${path}">
<label class="wide">Name <input type="search" name="q" value="${q ?? ''}" maxlength="120" placeholder="Words of the name"></label>
<button class="button">Search</button>
</form>
${isEmpty && q === undefined ? nothingCollected(path) : isEmpty ? emptyState(html`Nothing matches. <a href="${path}">All ${path}</a>`) : html`<h2 class="unseen">By name</h2><ul class="${path === 'movies' ? 'list flow pictures' : 'list flow'}">${items}</ul>`}
${paging({
  next: next === undefined ? undefined : `${path}${toQueryString({ q, cursor: next })}`,
  more: isFirst ? [] : [html`<a href="${path}${toQueryString({ q })}">First ${path}</a>`],
})}`,
    data: [requestLink({ href: `v1/${path}/search${toQueryString({ q })}`, call })],
  })
}

function theaterItem(id: string, name: string, address: string): Html {
  return html`<li><h3><a href="theaters/${id}">${name}</a></h3>${address === '' ? undefined : html`<p class="meta">${address}</p>`}</li>\n`
}
