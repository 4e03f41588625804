/** Recruitee: everything in one answer at the employer's own subdomain, amounts as text. */

import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import { askList, condenseRows, Gone, maybe, Part, rowsOf, text, toRecords } from './define-board-source.ts'
import { type Board, boardsOn } from './members/load-boards.ts'

const amount = maybe(Type.Union([text, Type.Number()]))

const Row = Type.Object({
  id: Type.Integer(),
  title: text,
  status: maybe(text),
  company_name: maybe(text),
  department: maybe(text),
  location: maybe(text),
  city: maybe(text),
  state_name: maybe(text),
  country_code: maybe(text),
  locations: maybe(
    Type.Array(
      Type.Object({
        city: maybe(text),
        state: maybe(text),
        state_code: maybe(text),
        country_code: maybe(text),
        country: maybe(text),
      }),
    ),
  ),
  remote: maybe(Type.Boolean()),
  hybrid: maybe(Type.Boolean()),
  on_site: maybe(Type.Boolean()),
  employment_type_code: maybe(text),
  salary: maybe(Type.Object({ min: amount, max: amount, period: maybe(text), currency: maybe(text) })),
  published_at: maybe(text),
  close_at: maybe(text),
  careers_url: text,
  description: maybe(text),
  requirements: maybe(text),
})
type Row = Static<typeof Row>
const isRow = shapeOf(Row)
const texts = ['description', 'requirements']

export const recruitee = defineSource<Board, BoardRecord>({
  id: 'recruitee',
  service: 'jobs',
  about: {
    name: 'Recruitee',
    home: 'https://recruitee.com',
    terms: 'Public careers-site interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.recruitee.com',
  hosts: ['*.recruitee.com'],
  everyMinutes: 1440,
  polite: { atOnce: 4, gapMs: 250 },
  members: boardsOn('recruitee'),
  raw: { offers: Type.Object({ offers: Type.Array(Type.Unknown()) }), part: Part, gone: Gone },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const url = `https://${context.member.key}.recruitee.com/api/offers/`
    yield* askList(context, { kind: 'offers', url, list: 'offers' })
  },

  condense(kind, body) {
    if (kind === 'part') return condenseRows(body, Row, texts)
    return kind === 'gone' ? body : { ...body, offers: condenseRows(body.offers, Row, texts) }
  },

  *toRecords(answers, context) {
    yield* toRecords<Row>(answers, context, () => ({
      rows: rowsOf(answers, (body) => body.offers),
      fits: (value) => isRow(value),
      idOf: ({ id }) => id,
      toRaw,
    }))
  },
})

function toRaw(offer: Row): RawPosting | 'skip' {
  if (offer.status && offer.status !== 'published') return 'skip'
  const places = (offer.locations ?? []).map(({ city, state, state_code, country_code, country }) => ({
    city,
    // The code is not always the usual one.
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
