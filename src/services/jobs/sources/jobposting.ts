/** schema.org JobPosting: career sites that list their postings in a sitemap and describe each in JSON-LD. */

import { Type } from 'typebox'
import { isFailure } from '../../../core/errors.ts'
import type { FetchContext, UpstreamResponse } from '../../../sync/source.ts'
import { defineSource } from '../../../sync/source.ts'
import { canonicalUrl } from '../normalise/fields.ts'
import type { RawPay } from '../normalise/pay.ts'
import type { RawPlace } from '../normalise/places.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import { fetchResponse, GoneBody, slowBoardTimeoutMs, toBoardRecords } from './define-board-source.ts'
import { findJobPostings, type JsonLdNode } from './json-ld.ts'
import { type Board, sandboxBoardsOn } from './members/load-boards.ts'
import { childNodes, childText, parseXml } from './xml.ts'

const mapsMax = 20
const pagesMax = 5000
const failuresMax = 5

export const jobposting = defineSource<Board, BoardRecord>({
  id: 'jobposting',
  service: 'jobs',
  about: {
    name: 'schema.org JobPosting',
    home: 'https://schema.org/JobPosting',
    terms: 'Descriptions that career sites publish for search engines.',
  },
  baseUrl: 'https://careers.example',
  hosts: ['*.careers.example'],
  everyMinutes: 1440,
  polite: { atOnce: 1, gapMs: 1000 },
  memberTimeoutMs: slowBoardTimeoutMs,
  members: sandboxBoardsOn('jobposting'),
  raw: {
    sitemap: Type.String(),
    page: Type.String(),
    failed: Type.Object({ failed: Type.String() }),
    gone: GoneBody,
  },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const home = `https://${context.member.key}.careers.example`
    const first = await fetchResponse(context, {
      kind: 'sitemap',
      url: `${home}/sitemap.xml`,
      mayBeGone: true,
    })
    yield first
    if (first.kind === 'gone') return
    const addresses = siteUrls(first.body, 'urlset', home)
    for (const map of siteUrls(first.body, 'sitemapindex', home).slice(0, mapsMax)) {
      const child = await fetchResponse(context, { kind: 'sitemap', url: map })
      yield child
      addresses.push(...siteUrls(child.body, 'urlset', home))
    }
    yield* fetchPages(context, addresses.filter((address) => /\/jobs?\//.test(address)).slice(0, pagesMax))
  },

  *toRecords(answers, context) {
    const failed = answers.filter(({ kind }) => kind === 'failed')
    const maps = answers.filter(({ kind }) => kind === 'sitemap')
    for (const { body } of maps) parseXml(body, body.includes('<sitemapindex') ? 'sitemapindex' : 'urlset')
    const rows = answers
      .filter(({ kind }) => kind === 'page')
      .flatMap(({ url, body }) =>
        findJobPostings(body)
          .slice(0, 1)
          .map((node) => ({ url, node })),
      )
    yield* toBoardRecords<(typeof rows)[number]>(answers.slice(0, 1), context, () => ({
      rows,
      fits: (_): _ is (typeof rows)[number] => true,
      idOf: () => undefined,
      toRaw: ({ url, node }) => toRaw(url, node),
      incomplete: failed.length > 0 ? `${failed.length} pages could not be read` : undefined,
    }))
  },
})

/** Only addresses of the site itself. */
function siteUrls(body: string, root: 'urlset' | 'sitemapindex', home: string): string[] {
  if (!body.includes(`<${root}`)) return []
  try {
    return childNodes(parseXml(body, root), root === 'urlset' ? 'url' : 'sitemap')
      .flatMap((entry) => canonicalUrl(childText(entry, 'loc') ?? '') ?? [])
      .filter((address) => address.startsWith(`${home}/`))
  } catch {
    return []
  }
}

async function* fetchPages(
  context: FetchContext<Board>,
  addresses: readonly string[],
): AsyncGenerator<UpstreamResponse> {
  let failures = 0
  for (const url of addresses) {
    try {
      if (failures >= failuresMax) return yield failedPage(url, context.nowMs)
      const answer = await fetchResponse(context, { kind: 'page', url, mayBeGone: true })
      // A page that is gone while still listed has closed.
      if (answer.kind === 'page') yield { ...answer, url }
      failures = 0
    } catch (thrown) {
      if (context.signal.aborted || !isFailure(thrown)) throw thrown
      failures += 1
      yield failedPage(url, context.nowMs)
    }
  }
}

function failedPage(url: string, fetchedAt: number): UpstreamResponse {
  return { kind: 'failed', url, fetchedAt, body: JSON.stringify({ failed: url }) }
}

function toRaw(url: string, node: JsonLdNode): RawPosting {
  const description = asText(node.description)
  const isTelecommute = asText(node.jobLocationType).toUpperCase() === 'TELECOMMUTE'
  const saysHybrid = /\bhybrid\b/i.test(`${asText(node.title)} ${asText(node.jobLocationType)}`)
  return {
    nativeId: identifier(node.identifier) || url,
    url: canonicalUrl(asText(node.url)) ?? url,
    title: asText(node.title) || asText(node.name),
    company:
      typeof node.hiringOrganization === 'string'
        ? node.hiringOrganization
        : asText(asNode(node.hiringOrganization).name),
    department: asText(node.occupationalCategory) || asText(node.industry),
    places: toPlaces(node),
    workplace: { stated: isTelecommute ? (saysHybrid ? 'hybrid' : 'remote') : null },
    employment: asList(node.employmentType).map(asText),
    pay: toPay(node.baseSalary),
    posted: asText(node.datePosted),
    body: description,
  }
}

function identifier(value: unknown): string {
  return asText(value) || asText(asNode(value).value)
}

/** Where every address is the same and the names differ, the names are right. */
function toPlaces(node: JsonLdNode): RawPlace[] {
  const places = asList(node.jobLocation).map(asNode)
  const addresses = places.map((place) => toRawPlace(place.address))
  const names = places.map((place) => asText(place.name))
  const isCopied = places.length > 1 && new Set(addresses.map((one) => JSON.stringify(one))).size === 1
  if (isCopied && new Set(names).size === places.length) return names.map((name) => ({ text: name }))
  const rawPlaces =
    addresses.length > 0
      ? addresses
      : asList(node.applicantLocationRequirements).map((one) => ({ country: asText(asNode(one).name) }))
  return rawPlaces.map((place, at) => ({ text: names[at] ?? '', ...place }))
}

function toRawPlace(value: unknown): RawPlace {
  if (typeof value === 'string') return { text: value }
  const address = asNode(value)
  return {
    city: asText(address.addressLocality),
    region: asText(address.addressRegion),
    country: countryText(address.addressCountry),
  }
}

function countryText(value: unknown): string {
  if (Array.isArray(value)) return countryText(value[0])
  return typeof value === 'object' && value !== null ? countryText((value as JsonLdNode).name) : asText(value)
}

function toPay(value: unknown): RawPay[] {
  const salary = asNode(value)
  const inner = typeof salary.value === 'object' && salary.value !== null ? asNode(salary.value) : salary
  const single = inner.value
  return [
    {
      min: asAmount(inner.minValue ?? single),
      max: asAmount(inner.maxValue ?? single),
      currency: asText(salary.currency) || asText(inner.currency),
      period: asText(inner.unitText) || asText(salary.unitText),
    },
  ]
}

function asAmount(value: unknown): string | number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function asNode(value: unknown): JsonLdNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonLdNode) : {}
}

function asList(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
