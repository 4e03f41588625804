/** Teamtailor: a JSON feed in pages, and an RSS feed with departments and workplace types, in pages of a hundred. */

import { type Static, Type } from 'typebox'
import { isFailure } from '../../../../core/errors.ts'
import { typeGuard } from '../../../../core/type-guard.ts'
import type { ParsedResponse, UpstreamResponse } from '../../../../sync/source.ts'
import type { RawPlace } from '../../normalise/places/places.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { type BoardRows, defineBoardSource } from '../define-board-source.ts'
import { type BoardContext, fetchListResponse, fetchResponse } from '../fetch-board.ts'
import { listAt, nullish, text, textAt, tryParseJson } from '../formats/json-fields.ts'
import { childNodes, childText, parseXml, type XmlNode } from '../formats/xml.ts'
import type { Board } from '../members/boards.ts'

const pageSize = 100
const pagesMax = 100

const Feed = Type.Object({
  title: nullish(text),
  next_url: nullish(text),
  items: Type.Array(Type.Unknown()),
})

const Row = Type.Object({
  id: text,
  title: text,
  url: text,
  date_published: nullish(text),
  content_html: nullish(text),
  _jobposting: nullish(
    Type.Object({
      hiringOrganization: nullish(Type.Object({ name: nullish(text) })),
      employmentType: nullish(Type.Union([text, Type.Array(text)])),
      jobLocation: nullish(
        Type.Array(
          Type.Object({
            address: nullish(
              Type.Object({
                addressLocality: nullish(text),
                addressRegion: nullish(text),
                addressCountry: nullish(text),
              }),
            ),
          }),
        ),
      ),
    }),
  ),
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)

export const teamtailor = defineBoardSource({
  id: 'teamtailor',
  about: {
    name: 'Teamtailor',
    home: 'https://www.teamtailor.com',
    terms: 'Public feeds of career sites, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://www.teamtailor.com',
  hosts: ['*.teamtailor.com'],
  polite: { atOnce: 4, gapMs: 250 },
  statusRules: boardStatusRules({ vendorSites: ['teamtailor.com'] }),
  careersPage: (board) => `${homeOf(board)}/`,
  raw: { feed: Feed, rss: Type.String() },

  async *fetch(context) {
    const home = homeOf(context.member)
    const first = await fetchListResponse(context, { kind: 'feed', url: `${home}/jobs.json` })
    yield first
    if (first.kind === 'gone') return
    yield* fetchFurtherPages(context, first.body)
    yield* fetchRss(context)
  },

  isRow,
  idOf: ({ id }) => id,
  readRows(responses, board): BoardRows<Row> {
    const home = homeOf(board)
    const feeds = responses.filter(({ kind }) => kind === 'feed')
    const rows: readonly unknown[] = feeds.flatMap(({ body }) => body.items)
    const extras = parseRss(responses)
    const hasExtras = rows.some((row) => extras.has(String((row as { id?: unknown } | null)?.id)))
    return {
      rows,
      toRaw: (item) => toRaw(item, extras.get(item.id), feeds[0]?.body.title),
      // Postings that the RSS feed lacks keep the details that they have.
      withoutDetails: rows.length > 0 && !hasExtras ? 'the RSS feed could not be read' : undefined,
      incomplete: findGap(feeds, home),
    }
  },
})

function homeOf({ key }: Board): string {
  return `https://${key}.teamtailor.com`
}

/** Follows `next_url`; a feed without it is continued while its pages are full. */
async function* fetchFurtherPages(
  context: BoardContext,
  firstBody: string,
): AsyncGenerator<UpstreamResponse> {
  const home = homeOf(context.member)
  const seen = new Set([`${home}/jobs.json`])
  let feed = tryParseJson(firstBody)
  for (let page = 2; page <= pagesMax; page++) {
    const url = nextPage(feed, home, page)
    if (url === undefined || seen.has(url)) return
    seen.add(url)
    const response = await fetchResponse(context, { kind: 'feed', url })
    yield { ...response, url }
    feed = tryParseJson(response.body)
    if (listAt(feed, 'items').length === 0) return
  }
}

/** Undefined at the end, and for an address at another host. */
function nextPage(feed: unknown, home: string, page: number): string | undefined {
  const next = textAt(feed, 'next_url')
  if (next !== undefined) return next.startsWith(`${home}/`) ? next : undefined
  return listAt(feed, 'items').length >= pageSize ? `${home}/jobs.json?page=${page}` : undefined
}

/** Why postings may be missing. */
function findGap(feeds: readonly ParsedResponse[], home: string): string | undefined {
  const last = feeds.at(-1)?.body
  const addresses = new Set(feeds.map(({ url }) => url))
  if (last === undefined || last.items.length === 0) return undefined
  const next = nextPage(last, home, feeds.length + 1)
  if (next === undefined) return last.next_url ? 'the next page of the feed is at another host' : undefined
  return addresses.has(next) ? 'the feed repeats its pages' : `the feed has more than ${feeds.length} pages`
}

/** Details are optional: a page that cannot be read ends the feed. */
async function* fetchRss(context: BoardContext): AsyncGenerator<UpstreamResponse> {
  const seen = new Set<string>()
  for (let offset = 0; offset < pagesMax * pageSize; offset += pageSize) {
    const url = `${homeOf(context.member)}/jobs.rss?offset=${offset}&per_page=${pageSize}`
    try {
      const response = await fetchResponse(context, { kind: 'rss', url })
      yield response
      const ids = [...rssItems(response.body).keys()]
      const isNew = ids.some((id) => !seen.has(id))
      for (const id of ids) seen.add(id)
      if (!isNew || ids.length < pageSize) return
    } catch (thrown) {
      if (context.signal.aborted || !isFailure(thrown)) throw thrown
      return
    }
  }
}

function parseRss(responses: readonly ParsedResponse[]): ReadonlyMap<string, XmlNode> {
  return new Map(responses.filter(({ kind }) => kind === 'rss').flatMap(({ body }) => [...rssItems(body)]))
}

/** By id. Empty if the page cannot be read. */
function rssItems(body: string): ReadonlyMap<string, XmlNode> {
  try {
    const [channel] = childNodes(parseXml(body, 'rss'), 'channel')
    return new Map(childNodes(channel, 'item').map((item) => [childText(item, 'guid') ?? '', item]))
  } catch (thrown) {
    if (!isFailure(thrown, 'upstream_changed')) throw thrown
    return new Map()
  }
}

function toRaw(item: Row, extra: XmlNode | undefined, title: string | null | undefined): RawPosting {
  const job = item._jobposting
  const employment = job?.employmentType
  return {
    nativeId: item.id,
    url: item.url,
    title: item.title,
    company: job?.hiringOrganization?.name || title,
    department: childText(extra, 'tt:department'),
    places: toPlaces(item, extra),
    workplace: { stated: [childText(extra, 'remoteStatus')] },
    employment: typeof employment === 'string' ? [employment] : (employment ?? []),
    posted: item.date_published,
    body: item.content_html,
    isPartial: extra === undefined,
  }
}

function toPlaces(item: Row, extra: XmlNode | undefined): RawPlace[] {
  const addresses = (item._jobposting?.jobLocation ?? []).flatMap(({ address }) => (address ? [address] : []))
  if (addresses.length > 0) {
    return addresses.map((one) => ({
      city: one.addressLocality,
      region: one.addressRegion,
      country: one.addressCountry,
    }))
  }
  return childNodes(extra, 'tt:locations')
    .flatMap((all) => childNodes(all, 'tt:location'))
    .map((one) => ({
      city: childText(one, 'tt:city'),
      country: childText(one, 'tt:country'),
      text: childText(one, 'tt:name'),
    }))
}
