/** How many requests one read of a member has taken, on average by source: the responses in the stored artifacts. */

import type { Store } from '../../store/store.ts'
import type { ArtifactType } from '../artifacts/artifact-rows.ts'

export async function readRequestsPerRead({
  ledger,
}: Pick<Store, 'ledger'>): Promise<ReadonlyMap<string, number>> {
  const rows = await ledger.read
    .selectFrom('artifact')
    .select((query) => ['source_id', query.fn.avg('row_count').as('requests')])
    .where('artifact_type', '=', 'answers' satisfies ArtifactType)
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id, requests }) => [source_id, Number(requests)]))
}
