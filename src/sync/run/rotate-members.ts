/** The order in which a run processes members: another start each time, so that an outage never hits the same ones. */

import type { Store } from '../../store/store.ts'
import type { AnySource, Member } from '../source.ts'

/** Multiples of the golden ratio spread evenly over the list, whatever its length. */
const goldenRatio = (1 + Math.sqrt(5)) / 2

/** `runsBefore`: the number of earlier runs; the first run begins with the first member. */
export function rotateMembers<M extends Member>(members: readonly M[], runsBefore: number): M[] {
  const start = Math.floor(((runsBefore * goldenRatio) % 1) * members.length)
  return [...members.slice(start), ...members.slice(0, start)]
}

export async function countRunsBefore(
  { ledger }: Pick<Store, 'ledger'>,
  source: Pick<AnySource, 'id'>,
  runId: string,
): Promise<number> {
  const { runs } = await ledger.read
    .selectFrom('sync_run')
    .select((eb) => eb.fn.countAll().as('runs'))
    .where('source_id', '=', source.id)
    .where('id', '!=', runId)
    .executeTakeFirstOrThrow()
  return Number(runs)
}
