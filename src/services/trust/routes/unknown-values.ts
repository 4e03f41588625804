/** Explains an empty list by values of filters that nothing has. */

import { type UnknownValue, unknownValue } from '../../../http/response/unknown-value.ts'
import { frameworks } from '../normalise/frameworks/catalogue.ts'
import { frameworkById, toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { providerById, providers } from '../normalise/providers/registry.ts'
import { toVendorId } from '../normalise/vendors/match.ts'
import { readCompanies } from '../queries/companies.ts'
import { type ListPage, readDoc, splitList } from '../queries/listing.ts'
import { readVendors } from '../queries/subprocessors.ts'
import type { TrustDb } from '../schema/tables.ts'

interface NamedFilters {
  readonly certification?: string | undefined
  readonly provider?: string | undefined
  readonly subprocessor?: string | undefined
  readonly company?: string | undefined
}

/** The most used vendors, or the first companies, among which the closest is looked for. */
const knownMax = 500

/** Before the first sync there are no vendors and companies to compare with. */
export async function unknownValues(
  db: TrustDb,
  { certification, provider, subprocessor, company }: NamedFilters,
): Promise<UnknownValue[]> {
  const range = { limit: knownMax, offset: 0 }
  return [
    ...list('certification', certification)
      .filter((name) => frameworkById(toFrameworkId(name)) === undefined)
      .map((name) => unknownValue('certification', name, idsOf(frameworks), { isClosed: true })),
    ...list('provider', provider)
      .filter((id) => providerById(id) === undefined)
      .map((id) => unknownValue('provider', id, idsOf(providers), { isClosed: true })),
    ...(await unknownRows(db, 'subprocessor', list('subprocessor', subprocessor), () =>
      readVendors(db, range),
    )),
    ...(await unknownRows(db, 'company', company === undefined ? [] : [company], () =>
      readCompanies(db, { ...range, sort: 'name' }),
    )),
  ]
}

async function unknownRows(
  db: TrustDb,
  parameter: 'subprocessor' | 'company',
  values: readonly string[],
  readKnown: () => Promise<ListPage>,
): Promise<UnknownValue[]> {
  const unknown: string[] = []
  for (const value of values) {
    const doc =
      parameter === 'subprocessor'
        ? await readDoc(db, 'trust_vendor', toVendorId(value))
        : await readDoc(db, 'trust_company', value)
    if (doc === undefined) unknown.push(value)
  }
  if (unknown.length === 0) return []
  const rows = (await readKnown()).docs.map(
    (doc) => JSON.parse(doc) as { readonly id: string; readonly name: string },
  )
  // Vendors are also found by name, companies are not.
  const known = parameter === 'company' ? idsOf(rows) : rows.flatMap(({ id, name }) => [name, id])
  return known.length === 0 ? [] : unknown.map((value) => unknownValue(parameter, value, known))
}

function list(parameter: string, value: string | undefined): string[] {
  return value === undefined ? [] : splitList(parameter, value)
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
