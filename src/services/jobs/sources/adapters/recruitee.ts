/**
 * Recruitee: one response per board at a subdomain of its own, amounts as text. The list needs a token from 10 February
 * 2027 on; the XML feed, which has no pay, does not.
 */

import { type Static, Type } from 'typebox'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { condenseRows } from '../condense-rows.ts'
import { defineSingleRequestBoard, type JobAdapter } from '../define-board-source.ts'
import { fetchListResponse, ListRefused } from '../fetch-board.ts'
import { nullish, text } from '../formats/json-fields.ts'
import { childNodes, childText, parseXml, type XmlNode } from '../formats/xml.ts'

const amount = nullish(Type.Union([text, Type.Number()]))

const Row = Type.Object({
  id: Type.Integer(),
  title: text,
  status: nullish(text),
  company_name: nullish(text),
  department: nullish(text),
  location: nullish(text),
  city: nullish(text),
  state_name: nullish(text),
  country_code: nullish(text),
  locations: nullish(
    Type.Array(
      Type.Object({
        city: nullish(text),
        state: nullish(text),
        state_code: nullish(text),
        country_code: nullish(text),
        country: nullish(text),
      }),
    ),
  ),
  remote: nullish(Type.Boolean()),
  hybrid: nullish(Type.Boolean()),
  on_site: nullish(Type.Boolean()),
  employment_type_code: nullish(text),
  salary: nullish(Type.Object({ min: amount, max: amount, period: nullish(text), currency: nullish(text) })),
  published_at: nullish(text),
  close_at: nullish(text),
  careers_url: text,
  description: nullish(text),
  requirements: nullish(text),
})
type Row = Static<typeof Row>
const longTexts = ['description', 'requirements'] as const

/** When the vendor begins to ask for the token. */
const tokenSinceMs = Date.UTC(2027, 1, 10)

const list = defineSingleRequestBoard({
  id: 'recruitee',
  about: {
    name: 'Recruitee',
    home: 'https://recruitee.com',
    terms: 'Public careers-site interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.recruitee.com',
  hosts: ['*.recruitee.com'],
  polite: { atOnce: 4, gapMs: 250 },
  statusRules: boardStatusRules({
    rules: [
      {
        statuses: [401],
        kinds: ['list'],
        means: 'refused',
        evidence: 'From 10 February 2027 the list needs X-Careers-Sites-Token (vendor, 12 August 2026).',
      },
    ],
    vendorSites: ['recruitee.com', 'tellent.com'],
  }),
  careersPage: ({ key }) => `https://${key}.recruitee.com/`,
  list: {
    kind: 'offers',
    field: 'offers',
    url: (board) => `https://${board.key}.recruitee.com/api/offers/`,
  },
  row: Row,
  idField: 'id',
  longTexts,
  toRaw,
})

export const recruitee: JobAdapter = {
  ...list,
  raw: { ...list.raw, feed: Type.String() },
  async *fetch(context) {
    try {
      if (context.nowMs < tokenSinceMs) return yield* list.fetch(context)
    } catch (thrown) {
      if (!(thrown instanceof ListRefused)) throw thrown
    }
    const url = `https://${context.member.key}.recruitee.com/api/feeds/offers.xml`
    yield await fetchListResponse(
      { ...context, statusRules: list.statusRules, careersPage: list.careersPage },
      { kind: 'feed', url },
    )
  },
  condense: (kind, body) =>
    kind === 'feed'
      ? { offers: condenseRows(childNodes(parseXml(body, 'offers'), 'offer').map(toRow), Row, longTexts) }
      : list.condense?.(kind, body),
}

/** An offer of the feed, in the form of the list. */
function toRow(offer: XmlNode): unknown {
  const texts = (node: XmlNode) =>
    Object.fromEntries(Object.keys(node).map((name) => [name, childText(node, name) ?? null]))
  const flag = (name: string) => childText(offer, name) === 'true'
  return {
    ...texts(offer),
    id: Number(childText(offer, 'id') ?? Number.NaN),
    remote: flag('remote'),
    hybrid: flag('hybrid'),
    on_site: flag('on_site'),
    locations: childNodes(offer, 'locations')
      .flatMap((all) => childNodes(all, 'location'))
      .map(texts),
  }
}

function toRaw(offer: Row): RawPosting | 'skip' {
  if (offer.status && offer.status !== 'published') return 'skip'
  const places = (offer.locations ?? []).map(({ city, state, state_code, country_code, country }) => ({
    city,
    // The code is not always the ISO code.
    region: state || state_code,
    country: country_code || country,
  }))
  return {
    nativeId: offer.id,
    url: offer.careers_url,
    title: offer.title,
    company: offer.company_name,
    department: offer.department,
    places:
      places.length > 0
        ? places
        : [{ city: offer.city, region: offer.state_name, country: offer.country_code, text: offer.location }],
    workplace: { hybrid: offer.hybrid, remote: offer.remote, onSite: offer.on_site },
    employment: [offer.employment_type_code],
    pay: offer.salary ? [offer.salary] : [],
    posted: offer.published_at,
    closes: offer.close_at,
    body: `${offer.description ?? ''}\n${offer.requirements ?? ''}`,
  }
}
