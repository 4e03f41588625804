/** Teamtailor: a JSON feed in pages of a hundred, and an RSS feed with departments and workplace types. */

import { type Static, Type } from 'typebox'
import { isFailure } from '../../../core/errors.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import type { ParsedResponse } from '../../../sync/source.ts'
import type { RawPlace } from '../normalise/places.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import { type BoardRows, defineBoardSource } from './define-board-source.ts'
import { fetchResponse } from './fetch-board.ts'
import { listAt, nullish, text, tryParseJson } from './json-fields.ts'
import { childNodes, childText, parseXml, type XmlNode } from './xml.ts'

const pageSize = 100
const pagesMax = 100

const Feed = Type.Object({ title: nullish(text), items: Type.Array(Type.Unknown()) })

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
  raw: { feed: Feed, rss: Type.String() },

  async *fetch(context) {
    const home = `https://${context.member.key}.teamtailor.com`
    for (let page = 1; page <= pagesMax; page++) {
      const url = `${home}/jobs.json${page === 1 ? '' : `?page=${page}`}`
      const response = await fetchResponse(context, { kind: 'feed', url, mayBeGone: page === 1 })
      yield response
      if (response.kind === 'gone') return
      if (listAt(tryParseJson(response.body), 'items').length < pageSize) break
    }
    try {
      const rss = await fetchResponse(context, { kind: 'rss', url: `${home}/jobs.rss`, mayBeGone: true })
      if (rss.kind === 'rss') yield rss
    } catch (thrown) {
      if (context.signal.aborted || !isFailure(thrown)) throw thrown
    }
  },

  isRow: typeGuard(Row),
  idOf: ({ id }) => id,
  readRows(responses): BoardRows<Row> {
    const feeds = responses.filter(({ kind }) => kind === 'feed')
    const rows: readonly unknown[] = feeds.flatMap(({ body }) => body.items)
    const extras = parseRss(responses)
    const hasExtras = rows.some((row) => extras.has(String((row as { id?: unknown } | null)?.id)))
    return {
      rows,
      toRaw: (item) => toRaw(item, extras.get(item.id), feeds[0]?.body.title),
      // The RSS feed has the newest postings only; others keep the details from when they were new.
      withoutDetails: rows.length > 0 && !hasExtras ? 'the RSS feed could not be read' : undefined,
      incomplete:
        feeds.at(-1)?.body.items.length >= pageSize ? 'the last page of the feed is full' : undefined,
    }
  },
})

/** Empty if the RSS feed could not be read. */
function parseRss(responses: readonly ParsedResponse[]): ReadonlyMap<string, XmlNode> {
  const rss = responses.find(({ kind }) => kind === 'rss')
  try {
    const [channel] = rss === undefined ? [] : childNodes(parseXml(rss.body, 'rss'), 'channel')
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
    workplace: { stated: childText(extra, 'remoteStatus') },
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
