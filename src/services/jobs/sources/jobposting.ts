/** schema.org JobPosting: career sites that list their postings in a sitemap and describe each in JSON-LD. */

import { Type } from 'typebox'
import type { UpstreamResponse } from '../../../sync/source.ts'
import { canonicalUrl } from '../normalise/fields.ts'
import type { RawPay } from '../normalise/pay.ts'
import type { RawPlace } from '../normalise/places.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import { defineBoardSource } from './define-board-source.ts'
import { fetchDetails, fetchResponse, slowBoardTimeoutMs } from './fetch-board.ts'
import { findJobPostings, type JsonLdNode } from './json-ld.ts'
import { childNodes, childText, parseXml } from './xml.ts'

const mapsMax = 20
const pagesMax = 5000

interface JobPage {
  readonly url: string
  readonly node: JsonLdNode
}

export const jobposting = defineBoardSource({
  id: 'jobposting',
  about: {
    name: 'schema.org JobPosting',
    home: 'https://schema.org/JobPosting',
    terms: 'Descriptions that career sites publish for search engines.',
  },
  atsName: 'JSON-LD',
  baseUrl: 'https://careers.example',
  hosts: ['*.careers.example'],
  polite: { atOnce: 1, gapMs: 1000 },
  memberTimeoutMs: slowBoardTimeoutMs,
  raw: {
    sitemap: Type.String(),
    page: Type.String(),
    failed: Type.Object({ failed: Type.String() }),
  },

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
    const pages = addresses.filter((address) => /\/jobs?\//.test(address)).slice(0, pagesMax)
    yield* fetchDetails(context, 'page', pages, (url) => failedPage(url, context.nowMs))
  },

  isRow: (_row): _row is JobPage => true,
  readRows(answers) {
    const failed = answers.filter(({ kind }) => kind === 'failed').length
    for (const { kind, body } of answers)
      if (kind === 'sitemap') parseXml(body, body.includes('<sitemapindex') ? 'sitemapindex' : 'urlset')
    const rows: JobPage[] = answers.flatMap(({ kind, url, body }) => {
      const [node] = kind === 'page' ? findJobPostings(body) : []
      return node === undefined ? [] : [{ url, node }]
    })
    return {
      rows,
      toRaw: ({ url, node }) => toRaw(url, node),
      incomplete: failed > 0 ? `${failed} pages could not be fetched` : undefined,
    }
  },
})

/** The URLs of the site itself; links to other sites are ignored. */
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

/** If all addresses are equal and the names differ, the names are correct. */
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
