/** Breezy: one response per board at a subdomain of its own, without the texts of the postings; pay as text. */

import { type Static, Type } from 'typebox'
import { readPayText } from '../../normalise/pay-text.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineSingleRequestBoard } from '../define-board-source.ts'
import { nullish, text } from '../formats/json-fields.ts'

const Named = nullish(Type.Object({ id: nullish(text), name: nullish(text) }))

const Location = Type.Object({
  city: nullish(text),
  state: Named,
  country: Named,
  /** Seldom anything else than the parts; `Colon, PA` is in Panama. */
  name: nullish(text),
  is_remote: nullish(Type.Boolean()),
  remote_details: nullish(Type.Object({ label: nullish(text) })),
})
type Location = Static<typeof Location>

const Row = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: text,
  url: text,
  published_date: nullish(text),
  type: Named,
  location: nullish(Location),
  locations: nullish(Type.Array(Location)),
  department: nullish(text),
  salary: nullish(text),
  company: nullish(Type.Object({ name: nullish(text) })),
})
type Row = Static<typeof Row>

export const breezy = defineSingleRequestBoard({
  id: 'breezy',
  about: {
    name: 'Breezy',
    home: 'https://breezy.hr',
    terms: 'Public list of a career site, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://breezy.hr',
  hosts: ['*.breezy.hr'],
  // It refuses about 14 requests per second with 403.
  polite: { atOnce: 2, gapMs: 500 },
  statusRules: boardStatusRules({ vendorSites: ['breezy.hr'] }),
  careersPage: ({ key }) => `https://${key}.breezy.hr/`,
  list: { kind: 'positions', url: ({ key }) => `https://${key}.breezy.hr/json` },
  row: Row,
  idField: 'id',
  longTexts: [],
  toRaw,
})

function toRaw(job: Row): RawPosting {
  const { location, locations, type } = job
  const all = locations?.length ? locations : location ? [location] : []
  const pay = readPayText(job.salary)
  return {
    nativeId: job.id,
    url: job.url,
    title: job.name,
    company: job.company?.name,
    department: job.department,
    places: all.map(toPlace),
    workplace: {
      stated: all.map((one) => (one.is_remote ? one.remote_details?.label : null)),
      remote: all.some(({ is_remote }) => is_remote),
    },
    employment: [type?.name || type?.id],
    pay: pay === undefined ? [] : [pay],
    posted: job.published_date,
  }
}

function toPlace({ city, state, country, name }: Location) {
  const parts = { city, region: state?.id || state?.name, country: country?.id || country?.name }
  return parts.city || parts.region || parts.country ? parts : { text: name }
}
