/** The facets of a Workday board: they split a list that is too long to be read at once. */

import { listAt, numberAt, textAt } from '../../formats/json-fields.ts'

/** Many tenants stop counting here, and return the first page again beyond it. */
export const cappedTotal = 2000

/** Values that one request may select. */
const valuesMax = 100
const valuesOfFacetMax = 1000
const depthMax = 4

export interface FacetValue {
  readonly id: string
  readonly name: string
  /** Undefined if the board does not say it. */
  readonly count: number | undefined
}

export interface Facet {
  readonly parameter: string
  readonly values: readonly FacetValue[]
}

export type AppliedFacets = Readonly<Record<string, readonly string[]>>

/** All facets of a page. A value may be a facet itself, e.g. places by country. Names are no help: tenants choose them. */
export function facetsOf(page: unknown): Facet[] {
  return listAt(page, 'facets').flatMap((facet) => toFacets(facet, depthMax))
}

function toFacets(facet: unknown, depth: number): Facet[] {
  const parameter = textAt(facet, 'facetParameter')
  const entries = listAt(facet, 'values').slice(0, valuesOfFacetMax)
  const nested = depth > 0 ? entries.flatMap((entry) => toFacets(entry, depth - 1)) : []
  const values = entries.flatMap((entry) => {
    const id = textAt(entry, 'id')
    const name = textAt(entry, 'descriptor')
    const count = numberAt(entry, 'count')
    if (id === undefined || name === undefined || listAt(entry, 'values').length > 0) return []
    return [{ id, name, count: count > 0 ? count : undefined }]
  })
  return [...(parameter !== undefined && values.length > 0 ? [{ parameter, values }] : []), ...nested]
}

/**
 * The groups of values to read one after the other, each short enough; those of the facet with the fewest groups.
 * Undefined if no facet splits the list. A value that is too long is a group of its own.
 */
export function chooseSplit(
  facets: readonly Facet[],
  isUsed: (facet: Facet) => boolean,
): AppliedFacets[] | undefined {
  const candidates = facets
    .filter((facet) => facet.values.length > 1 && !isUsed(facet))
    .map((facet) => ({ facet, groups: groupValues(facet.values), long: longValues(facet) }))
    .toSorted((one, other) => one.long - other.long || one.groups.length - other.groups.length)
  const best = candidates[0]
  return best?.groups.map((ids) => ({ [best.facet.parameter]: ids }))
}

function longValues({ values }: Facet): number {
  return values.filter(({ count }) => (count ?? 0) >= cappedTotal).length
}

function groupValues(values: readonly FacetValue[]): string[][] {
  const groups: string[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const { id, count = cappedTotal } of values) {
    const group = groups.at(-1)
    if (group === undefined || rows + count >= cappedTotal || group.length >= valuesMax) {
      groups.push([id])
      rows = count
    } else {
      group.push(id)
      rows += count
    }
  }
  return groups
}
