/** Reads schema.org JobPosting, which career sites put into their pages as JSON-LD or as microdata. */

import { isFailure } from '../../../../core/errors.ts'
import {
  isJsonLdNode,
  type JsonLdNode,
  nodeTypes,
  parseJsonLd,
  textField,
  textListField,
} from '../../../../core/parse/json-ld.ts'
import { parseMicrodata } from '../../../../core/parse/microdata.ts'
import type { RawPay } from '../../normalise/pay.ts'
import type { RawPlace } from '../../normalise/places/places.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'

/**
 * The first posting of a page. Undefined for a page beyond the limits: it costs its own posting and no other. `onInvalid`
 * receives each block that is not JSON.
 */
export function findJobPosting(page: string, onInvalid?: (source: string) => void): JsonLdNode | undefined {
  try {
    const node = parseJsonLd(page, onInvalid).nodes.find((one) => nodeTypes(one).includes('JobPosting'))
    return node ?? parseMicrodata(page, 'JobPosting')
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
    return undefined
  }
}

/** `url`: of the page. One that the posting names may be that of another site. */
export function toRawPosting(url: string, node: JsonLdNode): RawPosting {
  const title = textField(node, 'title') ?? textField(node, 'name') ?? ''
  const locationType = textField(node, 'jobLocationType') ?? ''
  const isTelecommute = locationType.toUpperCase() === 'TELECOMMUTE'
  const isHybrid = /\bhybrid\b/i.test(title)
  return {
    nativeId: identifierOf(node) || url,
    url,
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
  const city = textField(parts, 'addressLocality')
  const region = textField(parts, 'addressRegion')
  const country = textField(parts, 'addressCountry')
  // Some sites have the whole address in the first line of it.
  if (city === undefined && region === undefined) return { text: textField(parts, 'streetAddress'), country }
  return { city, region, country }
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
