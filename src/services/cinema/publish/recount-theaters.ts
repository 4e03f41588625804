/** Keeps the counts of theaters true when rows change without their listing. */

import type { Dialect } from '../../../store/store.ts'
import { cinemaScope } from '../scopes.ts'
import { publishCoverage } from './coverage.ts'
import type { CinemaTransaction } from './publish-context.ts'
import { countTheater } from './theaters.ts'

/** In a transaction at whose end the version of the service is increased. */
export async function recountTheaters(
  tx: CinemaTransaction,
  dialect: Dialect,
  theaterIds: Iterable<string>,
): Promise<void> {
  const publication = await tx
    .selectFrom('publication')
    .select('version')
    .where('scope', '=', cinemaScope)
    .executeTakeFirst()
  for (const id of theaterIds) {
    const theater = await tx
      .selectFrom('theater')
      .select(['chain_id', 'source_id', 'captured_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (theater === undefined) continue
    const { chain_id: chainId, source_id: sourceId, captured_at: capturedAt } = theater
    await publishCoverage({ tx, dialect, chainId, sourceId, capturedAt }, id)
    // Servers read again the theaters whose stamp is new.
    const stamp = (publication?.version ?? 0) + 1
    await tx
      .updateTable('theater')
      .set({ ...(await countTheater(tx, id)), stamp, hash: String(stamp) })
      .where('id', '=', id)
      .execute()
  }
}
