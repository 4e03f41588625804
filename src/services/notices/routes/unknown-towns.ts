/** Explains an empty list by a town that no notice has. */

import { type UnknownValue, unknownValue } from '../../../http/response/unknown-value.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import { readTowns, spellTown } from '../queries/notices.ts'

/** Empty before the first sync, or if other filters exclude the notices of the town. */
export async function unknownTowns(db: Database<ReadModelTables>, town: string): Promise<UnknownValue[]> {
  const towns = await readTowns(db)
  if (towns.length === 0 || towns.includes(await spellTown(db, town))) return []
  return [unknownValue('town', town, towns)]
}
