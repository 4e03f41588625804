/** How many requests one read of a member takes, on average by source: the responses in the newest artifacts. */

import type { Store } from '../../store/store.ts'
import type { ArtifactType } from '../artifacts/artifact-rows.ts'

/** Of members that were read before: a first read may take many more. */
export async function readRequestsPerRead({
  ledger,
}: Pick<Store, 'ledger'>): Promise<ReadonlyMap<string, number>> {
  const type = 'answers' satisfies ArtifactType
  const rows = await ledger.read
    .selectFrom('artifact')
    .select((query) => ['source_id', query.fn.avg('row_count').as('requests')])
    .where('id', 'in', (query) =>
      query
        .selectFrom('artifact')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('artifact_type', '=', type)
        .groupBy(['source_id', 'member_id'])
        .having(({ fn }) => fn.countAll(), '>', 1),
    )
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id, requests }) => [source_id, Number(requests)]))
}
