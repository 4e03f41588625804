/** Operations that will be removed, and the headers that say so: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links. */

import type { AnyRoute, Deprecation } from './route.ts'

/** By operation id. docs/reference/deprecation.md is the policy. */
const deprecations: Readonly<Record<string, Deprecation>> = {}

const noticeDaysMin = 180
const dayMs = 86_400_000
const policyPath = '/guides/reference/deprecation'

export function markDeprecated(route: AnyRoute, table = deprecations): AnyRoute {
  const deprecation = Object.hasOwn(table, route.id) ? table[route.id] : undefined
  return deprecation === undefined ? route : { ...route, deprecation }
}

/** A flat list of names and values. Throws if callers have less time than the policy promises. */
export function deprecationHeaders({ since, removal, successor }: Deprecation): readonly string[] {
  const sinceMs = Date.parse(since)
  const removalMs = removal === undefined ? Number.POSITIVE_INFINITY : Date.parse(removal)
  if (!(removalMs - sinceMs >= noticeDaysMin * dayMs))
    throw new RangeError(`an operation stays for ${noticeDaysMin} days after it is deprecated`)
  const successorLink = successor === undefined ? '' : `, <${successor}>; rel="successor-version"`
  return [
    'deprecation',
    `@${sinceMs / 1000}`,
    ...(removal === undefined ? [] : ['sunset', new Date(removalMs).toUTCString()]),
    'link',
    `<${policyPath}>; rel="deprecation"; type="text/html"${successorLink}`,
  ]
}
