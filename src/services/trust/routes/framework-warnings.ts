/** Says that no framework has the name in a filter. */

import { type UnknownValue, unknownValue } from '../../../http/response/unknown-value.ts'
import { frameworks } from '../normalise/frameworks/catalogue.ts'
import { frameworkById, toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { splitList } from '../queries/listing.ts'

export function frameworkWarnings({ certification }: { readonly certification?: string }): UnknownValue[] {
  if (certification === undefined) return []
  return splitList('certification', certification)
    .filter((name) => frameworkById(toFrameworkId(name)) === undefined)
    .map((name) =>
      unknownValue(
        'certification',
        name,
        frameworks.map(({ id }) => id),
      ),
    )
}
