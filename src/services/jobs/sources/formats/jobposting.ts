/** schema.org JobPosting: career sites that list their postings in a sitemap and describe each in JSON-LD. */

import { Type } from 'typebox'
import {
  isJsonLdNode,
  type JsonLdNode,
  nodeTypes,
  parseJsonLd,
  textField,
  textListField,
} from '../../../../core/parse/json-ld.ts'
import type { UpstreamResponse } from '../../../../sync/source.ts'
import { canonicalUrl } from '../../normalise/fields.ts'
import type { RawPay } from '../../normalise/pay.ts'
import type { RawPlace } from '../../normalise/places/places.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import { fetchDetails } from '../fetch-board.ts'
import type { Board } from '../members/boards.ts'
import { readSitemaps, UnreadBody } from './sitemaps.ts'
import { parseXml } from './xml.ts'

interface JobPage {
  readonly url: string
  readonly node: JsonLdNode
}

function isJobPage(row: unknown): row is JobPage {
  return (row as Partial<JobPage>).node !== undefined
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
  hostsOf: ({ key }) => [key],
  statusRules: boardStatusRules({}),
  careersPage: (board) => `${homeOf(board)}/`,
  polite: { atOnce: 1, gapMs: 1000 },
  // One request per second, and as many as a site may have postings.
  memberTimeoutMs: 100 * 60_000,
  raw: {
    sitemap: Type.String(),
    page: Type.String(),
    failed: Type.Object({ failed: Type.String() }),
    unread: UnreadBody,
  },

  async *fetch(context) {
    const { responses, pages } = readSitemaps(context, homeOf(context.member))
    for await (const response of responses) {
      yield response
      if (response.kind === 'gone') return
    }
    const onFailure = (url: string) => failedPage(url, context.nowMs)
    yield* fetchDetails(context, 'page', pages.values(), { onFailure })
  },

  isRow: isJobPage,
  urlOf: ({ url }) => String(url),
  readRows(responses) {
    const failed = responses.filter(({ kind }) => kind === 'failed').length
    const unread = responses.find(({ kind }) => kind === 'unread')
    for (const { kind, body } of responses)
      if (kind === 'sitemap') parseXml(body, body.includes('<sitemapindex') ? 'sitemapindex' : 'urlset')
    // A page without a posting may be the error page of a posting that still exists.
    const rows = responses
      .filter(({ kind }) => kind === 'page')
      .map(({ url, body }) => ({ url: canonicalUrl(url) ?? url, node: findJobPosting(body) }))
    return {
      rows,
      toRaw: ({ url, node }) => toRaw(url, node),
      incomplete: unread?.body.unread ?? (failed > 0 ? `${failed} pages could not be fetched` : undefined),
    }
  },
})

function homeOf({ key }: Board): string {
  return `https://${key}`
}

function failedPage(url: string, fetchedAt: number): UpstreamResponse {
  return { kind: 'failed', url, fetchedAt, body: JSON.stringify({ failed: url }) }
}

/** Exported for tests. */
export function findJobPosting(page: string): JsonLdNode | undefined {
  return parseJsonLd(page).nodes.find((node) => nodeTypes(node).includes('JobPosting'))
}

function toRaw(url: string, node: JsonLdNode): RawPosting {
  const title = textField(node, 'title') ?? textField(node, 'name') ?? ''
  const locationType = textField(node, 'jobLocationType') ?? ''
  const isTelecommute = locationType.toUpperCase() === 'TELECOMMUTE'
  const isHybrid = /\bhybrid\b/i.test(title)
  return {
    nativeId: identifierOf(node) || url,
    url: canonicalUrl(textField(node, 'url') ?? '') ?? url,
    title,
    company: textField(node, 'hiringOrganization'),
    department: textField(node, 'occupationalCategory') ?? textField(node, 'industry'),
    places: toPlaces(node),
    workplace: { hybrid: isTelecommute && isHybrid, remote: isTelecommute },
    employment: textListField(node, 'employmentType'),
    pay: [toPay(asNode(node.baseSalary))],
    posted: textField(node, 'datePosted'),
    body: textField(node, 'description'),
  }
}

/** A text, a number, or a `PropertyValue`. */
function identifierOf({ identifier }: JsonLdNode): string {
  const value = isJsonLdNode(identifier) ? identifier.value : identifier
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** If all addresses are equal and the names differ, the names are correct. */
function toPlaces(node: JsonLdNode): RawPlace[] {
  const places = asList(node.jobLocation).map(asNode)
  const addresses = places.map(toRawPlace)
  const names = places.map((place) => (typeof place.name === 'string' ? place.name : ''))
  const isCopied = places.length > 1 && new Set(addresses.map((one) => JSON.stringify(one))).size === 1
  if (isCopied && new Set(names).size === places.length) return names.map((name) => ({ text: name }))
  const rawPlaces =
    addresses.length > 0
      ? addresses
      : textListField(node, 'applicantLocationRequirements').map((country) => ({ country }))
  return rawPlaces.map((place, at) => ({ text: names[at] ?? '', ...place }))
}

function toRawPlace({ address }: JsonLdNode): RawPlace {
  if (typeof address === 'string') return { text: address }
  const parts = asNode(address)
  return {
    city: textField(parts, 'addressLocality'),
    region: textField(parts, 'addressRegion'),
    country: textField(parts, 'addressCountry'),
  }
}

/** The amounts are in the salary itself or in its `value`. */
function toPay(salary: JsonLdNode): RawPay {
  const amounts = isJsonLdNode(salary.value) ? salary.value : salary
  return {
    min: asAmount(amounts.minValue ?? amounts.value),
    max: asAmount(amounts.maxValue ?? amounts.value),
    currency: textField(salary, 'currency') ?? textField(amounts, 'currency'),
    period: textField(amounts, 'unitText') ?? textField(salary, 'unitText'),
  }
}

function asAmount(value: unknown): string | number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function asNode(value: unknown): JsonLdNode {
  return isJsonLdNode(value) ? value : {}
}

function asList(value: unknown): readonly unknown[] {
  return [value].flat().filter((item) => item !== undefined && item !== null)
}
