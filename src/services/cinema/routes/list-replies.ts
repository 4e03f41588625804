/** What lists share: cached `meta`, and pages of lists that are in memory. */

import { pageReply } from '../../../http/reply.ts'
import type { RequestContext } from '../../../http/route.ts'
import type { CapabilityName, DataCapabilities } from '../schema/index.ts'

export const catalogueRoute = { method: 'GET', tag: 'Catalogue', access: 'optional' } as const
export const cachedMeta = { source_mode: 'cached' } as const

interface CapableRow {
  readonly id: string
  readonly capabilities: DataCapabilities
}

/** A page of rows sorted by id, filtered by capability. */
export function capablePage<Row extends CapableRow>(
  rows: readonly Row[],
  {
    query: { limit, capability },
    after,
  }: Pick<
    RequestContext<{ limit: number; capability?: CapabilityName }, unknown, unknown>,
    'query' | 'after'
  >,
) {
  const afterId = String(after()?.[0] ?? '')
  const matches = rows.filter(({ capabilities }) => capability === undefined || capabilities[capability])
  return pageReply({
    rows: matches.filter(({ id }) => id > afterId).slice(0, limit + 1),
    limit,
    doc: (row) => JSON.stringify(row),
    key: (row) => [row.id],
    meta: { ...cachedMeta, total: matches.length },
  })
}
