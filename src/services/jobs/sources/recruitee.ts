/** Recruitee: one response per board at a subdomain of its own, amounts as text. */

import { type Static, Type } from 'typebox'
import type { RawPosting } from '../normalise/to-posting.ts'
import { defineSingleRequestBoard } from './define-board-source.ts'
import { nullish, text } from './json-fields.ts'

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

export const recruitee = defineSingleRequestBoard({
  id: 'recruitee',
  about: {
    name: 'Recruitee',
    home: 'https://recruitee.com',
    terms: 'Public careers-site interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.recruitee.com',
  hosts: ['*.recruitee.com'],
  polite: { atOnce: 4, gapMs: 250 },
  list: {
    kind: 'offers',
    field: 'offers',
    url: (board) => `https://${board.key}.recruitee.com/api/offers/`,
  },
  row: Row,
  idField: 'id',
  longTexts: ['description', 'requirements'],
  toRaw,
})

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
    body: `${offer.description ?? ''} ${offer.requirements ?? ''}`,
  }
}
