/** gazette.sandbox: the API of a local newspaper, with typical flaws. */

import { encodeNonAsciiHTML } from 'entities'
import { toDate } from '../calendar.ts'
import { html, json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../host.ts'
import type { World } from '../world.ts'
import {
  type GazetteNotice,
  type GazetteTown,
  gazetteTowns,
  noticeByRef,
  noticesOf,
} from './gazette-notices.ts'

const pageSize = 10

export const gazette: SandboxHost = {
  host: 'gazette.sandbox',
  routes: [
    route('GET /api/towns', () =>
      json({
        count: gazetteTowns.length,
        towns: gazetteTowns.map(({ slug, label }) => ({ slug, label, feed: feedOf(slug) })),
      }),
    ),
    route('GET /api/towns/{slug}/notices', noticesPage),
    route('GET /notices/{ref}', ({ params, world }) => {
      const notice = noticeByRef(world, params.ref)
      if (notice === undefined) return text('No such notice.\n', { status: 404 })
      return html(`<!doctype html><title>${encodeNonAsciiHTML(notice.headline)}</title>${bodyOf(notice)}\n`)
    }),
  ],
}

function noticesPage({ params, query, world }: SandboxRequest<'slug'>): Reply {
  const town = gazetteTowns.find(({ slug }) => slug === params.slug)
  if (town === undefined) return json({ detail: 'Unknown town.' }, { status: 404 })
  const rows = rowsOf(world, town)
  const page = Number(query.get('page') ?? '1')
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  if (!Number.isInteger(page) || page < 1 || page > pages)
    return json({ detail: 'Invalid page.' }, { status: 404 })
  return json({
    results: rows.slice((page - 1) * pageSize, page * pageSize),
    paging: { total: rows.length, next: page < pages ? `${feedOf(town.slug)}?page=${page + 1}` : null },
  })
}

function feedOf(slug: string): string {
  return `/api/towns/${slug}/notices`
}

/** One row in forty is useless, and one in forty is listed twice. */
function rowsOf(world: World, town: GazetteTown): unknown[] {
  const rows: unknown[] = []
  for (const notice of noticesOf(world, town)) {
    const random = world.random('gazette row', notice.ref)
    const row = rowOf(notice, random.chance(0.5))
    rows.push(random.chance(1 / 40) ? random.pick(rowDefects)(row) : row)
    if (random.chance(1 / 40)) rows.push(row)
  }
  return rows
}

/** Half of the headlines are HTML-encoded. */
function rowOf(notice: GazetteNotice, encodedHeadline: boolean) {
  return {
    ref: notice.ref,
    headline: encodedHeadline ? encodeNonAsciiHTML(notice.headline) : notice.headline.replace(/<.*>/, ''),
    kind: notice.kind,
    printed: toDate(notice.printedDay).split('-').reverse().join('/'),
    text_html: bodyOf(notice),
    amended: notice.amendedAt === undefined ? null : notice.amendedAt / 1000,
    pic: null,
    permalink: `/notices/${notice.ref}`,
  }
}

const rowDefects: readonly ((row: ReturnType<typeof rowOf>) => unknown)[] = [
  (row) => ({ ...row, ref: null }),
  (row) => ({ ...row, headline: ' ' }),
  (row) => ({ ...row, printed: `31/02/${row.printed.slice(-4)}` }),
  (row) => ({ ...row, printed: '' }),
  () => null,
]

function bodyOf({ paragraphs }: GazetteNotice): string {
  return paragraphs.map((paragraph) => `<p>${encodeNonAsciiHTML(paragraph)}</p>`).join('\n')
}
