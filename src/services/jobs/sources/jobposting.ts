/** schema.org JobPosting: career sites that list their postings in a sitemap and describe each in JSON-LD. */

import { Type } from 'typebox'
import { isFailure } from '../../../core/errors.ts'
import type { Answer, FetchContext } from '../../../sync/source.ts'
import { defineSource } from '../../../sync/source.ts'
import { plainAddress } from '../normalise/fields.ts'
import type { RawPay } from '../normalise/pay.ts'
import type { RawPlace } from '../normalise/places.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import { ask, Gone, manyRequestsMs, toRecords } from './define-board-source.ts'
import { jobPostingsIn, type LinkedNode } from './json-ld.ts'
import { type Board, boardsOn } from './members/load-boards.ts'
import { nodes, readXml, textOf } from './xml.ts'

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
  memberTimeoutMs: manyRequestsMs,
  members: boardsOn('jobposting'),
  raw: {
    sitemap: Type.String(),
    page: Type.String(),
    failed: Type.Object({ failed: Type.String() }),
    gone: Gone,
  },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const home = `https://${context.member.key}.careers.example`
    const first = await ask(context, { kind: 'sitemap', url: `${home}/sitemap.xml`, mayBeGone: true })
    yield first
    if (first.kind === 'gone') return
    const addresses = addressesIn(first.body, 'urlset', home)
    for (const map of addressesIn(first.body, 'sitemapindex', home).slice(0, mapsMax)) {
      const child = await ask(context, { kind: 'sitemap', url: map })
      yield child
      addresses.push(...addressesIn(child.body, 'urlset', home))
    }
    yield* pages(context, addresses.filter((address) => /\/jobs?\//.test(address)).slice(0, pagesMax))
  },

  *toRecords(answers, context) {
    const failed = answers.filter(({ kind }) => kind === 'failed')
    const maps = answers.filter(({ kind }) => kind === 'sitemap')
    for (const { body } of maps) readXml(body, body.includes('<sitemapindex') ? 'sitemapindex' : 'urlset')
    const rows = answers
      .filter(({ kind }) => kind === 'page')
      .flatMap(({ url, body }) =>
        jobPostingsIn(body)
          .slice(0, 1)
          .map((node) => ({ url, node })),
      )
    yield* toRecords<(typeof rows)[number]>(answers.slice(0, 1), context, () => ({
      rows,
      fits: (_): _ is (typeof rows)[number] => true,
      idOf: () => undefined,
      toRaw: ({ url, node }) => toRaw(url, node),
      incomplete: failed.length > 0 ? `${failed.length} pages could not be read` : undefined,
    }))
  },
})

/** Only addresses of the site itself. */
function addressesIn(body: string, root: 'urlset' | 'sitemapindex', home: string): string[] {
  if (!body.includes(`<${root}`)) return []
  try {
    return nodes(readXml(body, root), root === 'urlset' ? 'url' : 'sitemap')
      .flatMap((entry) => plainAddress(textOf(entry, 'loc') ?? '') ?? [])
      .filter((address) => address.startsWith(`${home}/`))
  } catch {
    return []
  }
}

async function* pages(context: FetchContext<Board>, addresses: readonly string[]): AsyncGenerator<Answer> {
  let failures = 0
  for (const url of addresses) {
    try {
      if (failures >= failuresMax) return yield failedAnswer(url, context.nowMs)
      const answer = await ask(context, { kind: 'page', url, mayBeGone: true })
      // A page that is gone while still listed has closed.
      if (answer.kind === 'page') yield { ...answer, url }
      failures = 0
    } catch (thrown) {
      if (context.signal.aborted || !isFailure(thrown)) throw thrown
      failures += 1
      yield failedAnswer(url, context.nowMs)
    }
  }
}

function failedAnswer(url: string, fetchedAt: number): Answer {
  return { kind: 'failed', url, fetchedAt, body: JSON.stringify({ failed: url }) }
}

function toRaw(url: string, node: LinkedNode): RawPosting {
  const description = str(node.description)
  const isTelecommute = str(node.jobLocationType).toUpperCase() === 'TELECOMMUTE'
  const saysHybrid = /\bhybrid\b/i.test(`${str(node.title)} ${str(node.jobLocationType)}`)
  return {
    nativeId: identifier(node.identifier) || url,
    url: plainAddress(str(node.url)) ?? url,
    title: str(node.title) || str(node.name),
    company:
      typeof node.hiringOrganization === 'string'
        ? node.hiringOrganization
        : str(part(node.hiringOrganization).name),
    department: str(node.occupationalCategory) || str(node.industry),
    places: placesOf(node),
    workplace: { stated: isTelecommute ? (saysHybrid ? 'hybrid' : 'remote') : null },
    employment: list(node.employmentType).map(str),
    pay: payOf(node.baseSalary),
    posted: str(node.datePosted),
    body: description,
  }
}

function identifier(value: unknown): string {
  return str(value) || str(part(value).value)
}

/** Where every address is the same and the names differ, the names are right. */
function placesOf(node: LinkedNode): RawPlace[] {
  const places = list(node.jobLocation).map(part)
  const addresses = places.map((place) => addressOf(place.address))
  const names = places.map((place) => str(place.name))
  const isCopied = places.length > 1 && new Set(addresses.map((one) => JSON.stringify(one))).size === 1
  if (isCopied && new Set(names).size === places.length) return names.map((name) => ({ text: name }))
  const given =
    addresses.length > 0
      ? addresses
      : list(node.applicantLocationRequirements).map((one) => ({ country: str(part(one).name) }))
  return given.map((place, at) => ({ text: names[at] ?? '', ...place }))
}

function addressOf(value: unknown): RawPlace {
  if (typeof value === 'string') return { text: value }
  const address = part(value)
  return {
    city: str(address.addressLocality),
    region: str(address.addressRegion),
    country: countryOf(address.addressCountry),
  }
}

function countryOf(value: unknown): string {
  if (Array.isArray(value)) return countryOf(value[0])
  return typeof value === 'object' && value !== null ? countryOf((value as LinkedNode).name) : str(value)
}

function payOf(value: unknown): RawPay[] {
  const salary = part(value)
  const inner = typeof salary.value === 'object' && salary.value !== null ? part(salary.value) : salary
  const single = inner.value
  return [
    {
      min: amount(inner.minValue ?? single),
      max: amount(inner.maxValue ?? single),
      currency: str(salary.currency) || str(inner.currency),
      period: str(inner.unitText) || str(salary.unitText),
    },
  ]
}

function amount(value: unknown): string | number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function part(value: unknown): LinkedNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LinkedNode) : {}
}

function list(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
}

function str(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
