/** The parameters of the filters that searches, counts, pages and feeds share. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { day, oneOf, valuesParameter, withDefault } from '../../../http/openapi/fields.ts'
import { requireOnGlobe, unknownPlace } from '../../../http/request/near-failure.ts'
import { payCurrencies } from '../queries/blocks/yearly-pay.ts'
import { type JobFilter, radiusMilesDefault } from '../queries/filters.ts'
import { locate } from '../queries/locate.ts'
import { employmentLabels, payPeriods, workplaceTypes } from '../schema/vocabulary.ts'

/** Values with `|` between them, each possibly after `!`. */
function valuesPattern(value: string): string {
  return `^!?(${value})(\\|!?(${value}))*$`
}

const workplaceValues = 'On Site|Remote|Hybrid|on_site|remote|hybrid'
const employmentValue = `(${employmentLabels.join('|')})(, (${employmentLabels.join('|')}))*`

export const filterParameters = {
  active: withDefault(Type.Boolean({ description: '`true`: open jobs. `false`: closed jobs.' }), true),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description:
        'Words in title, company, department, place or description, in any form of the word. All words must match. Use quotes for phrases, `word*` for prefixes, and `-word`, `!word` or `NOT word` to exclude; excluded words are not looked for in descriptions. The words of a phrase are next to each other in one field; a description matches if it has all of them, in any order. Prefixes do not look in descriptions. The name of a place finds the jobs that are there, unless it can mean something else. Abbreviations and other spellings count as the same, and a word that is far rarer than one in which a letter differs also finds that. `meta.understood` says how the words were understood.',
      examples: ['"data engineer" lond*'],
    }),
  ),
  literal: Type.Optional(
    Type.Boolean({
      description: '`true`: the words of `q` as they are written: no place, no variants, no corrections.',
    }),
  ),
  department: valuesParameter(
    'Department as named by the employer, ignoring case, character width and spacing. Like the other filters for labels it takes several values (`a|b`) and values to exclude (`!a`).',
    'Engineering',
  ),
  company: valuesParameter('Name of the employer, ignoring case, character width and spacing.'),
  city: valuesParameter(
    'Name of a city in any language, or a usual short form, and optionally its country: `London, Canada`, `München`, `NYC`. City, region and country match one and the same place.',
    'Berlin',
  ),
  region: valuesParameter(
    'ISO 3166-2 code of a region, with or without the country, or its name: `US-CA`, `Bavaria`.',
    'CA',
  ),
  country: valuesParameter('Name of a country, or its code of two or three letters.', 'United States'),
  near: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      description:
        'Jobs in cities within `radius_miles` of this place: a city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`. If several places have this name, the largest is chosen; add a region or a country to choose another. `meta.near` says which.',
      examples: ['Portland, Oregon'],
    }),
  ),
  radius_miles: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1000,
      description: `Great-circle distance from \`near\`. Default: ${radiusMilesDefault}.`,
    }),
  ),
  workplace_type: Type.Optional(
    Type.String({
      pattern: valuesPattern(workplaceValues),
      'x-values': workplaceTypes,
      maxLength: 200,
      description: 'Workplace type: `On Site`, `Remote`, `Hybrid`, or `on_site`, `remote`, `hybrid`.',
      examples: ['Remote|Hybrid'],
    }),
  ),
  employment_type: Type.Optional(
    Type.String({
      pattern: valuesPattern(employmentValue),
      'x-values': employmentLabels,
      maxLength: 400,
      description:
        'One label matches every job that has it. A comma-separated list matches exactly that combination.',
      examples: ['Full Time'],
    }),
  ),
  ats: valuesParameter('Name of the applicant-tracking system.', 'Greenhouse'),
  job_function: valuesParameter('Function derived from title and department.', 'Customer Success'),
  seniority: valuesParameter('Seniority as the title states it.', 'Senior|Lead'),
  salary_min: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      description:
        'Jobs whose maximum pay per year is at least this amount. It is in `salary_currency` per `salary_period`; pay in other currencies and periods is converted, see `meta.pay`.',
    }),
  ),
  salary_currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      description:
        'ISO 4217 code. With `salary_min`, the currency of the amount (default: `USD`); without it, jobs whose pay is stated in this currency.',
      examples: ['USD'],
    }),
  ),
  salary_period: Type.Optional(
    oneOf(payPeriods, {
      description:
        'With `salary_min`, the period of the amount (default: `year`); without it, jobs whose pay is stated per this period.',
    }),
  ),
  posted_after: Type.Optional(day({ description: 'Posted after this date.' })),
  posted_before: Type.Optional(day({ description: 'Posted before this date.' })),
  first_seen_after: Type.Optional(day({ description: 'First seen after this date.' })),
  changed_after: Type.Optional(day({ description: 'Changed after this date.' })),
  closed_since: Type.Optional(day({ description: 'Closed on this date or later. Requires `active=false`.' })),
}

/** Adds the place in `near`. Throws for an unknown one, and for filters that contradict each other. */
export function resolveFilter(filter: JobFilter): JobFilter {
  checkFilter(filter)
  const { near } = filter
  if (near === undefined) return filter
  requireOnGlobe(near)
  const answer = locate(near)
  if (answer.location === undefined) throw unknownPlace(near, answer)
  return { ...filter, location: answer.location }
}

function checkFilter(filter: JobFilter): void {
  if (filter.closed_since !== undefined && filter.active)
    throw new Failure('invalid_request', 'The parameter closed_since requires active=false.', {
      details: { parameter: 'closed_since', expected: 'active=false' },
    })
  const { posted_after, posted_before } = filter
  if (posted_after !== undefined && posted_before !== undefined && posted_before <= posted_after)
    throw new Failure('invalid_request', 'posted_before must be later than posted_after.', {
      details: { parameter: 'posted_before', expected: 'a date after posted_after' },
    })
  const currency = filter.salary_currency?.toUpperCase()
  if (filter.salary_min !== undefined && currency !== undefined && !payCurrencies.includes(currency))
    throw new Failure('invalid_request', `Amounts in ${currency} cannot be converted.`, {
      details: { parameter: 'salary_currency', allowed: payCurrencies },
    })
  if (filter.radius_miles !== undefined && filter.near === undefined)
    throw new Failure('invalid_request', 'The parameter radius_miles requires near.', {
      details: { parameter: 'radius_miles', expected: 'near' },
    })
}
