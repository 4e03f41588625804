/** How far a new read model is filled from saved responses, for the front page. */

import type { Rebuild } from '../../http/pages/home/front-page.ts'
import { readServicesToRebuild } from '../../store/read-model/rebuild-marks.ts'
import type { Store } from '../../store/store.ts'

/** Undefined if nothing is to be rebuilt, and once all of it is. */
export type RebuildReader = () => Promise<Rebuild | undefined>

export function createRebuildReader(
  store: Pick<Store, 'ledger' | 'readModel'>,
  isSelected: (service: string) => boolean,
): RebuildReader {
  let isComplete = false
  return async () => {
    if (isComplete) return undefined
    const services = (await readServicesToRebuild(store)).filter(isSelected)
    isComplete = services.length === 0
    if (isComplete) return undefined
    const saved = await store.ledger.read
      .selectFrom('artifact')
      .select(['source_id', 'member_id'])
      .distinct()
      .where('service', 'in', services)
      .execute()
    const { published } = await store.readModel.read
      .selectFrom('member_state')
      .select((eb) => eb.fn.countAll<number>().as('published'))
      .where('service', 'in', services)
      .executeTakeFirstOrThrow()
    return { members: saved.length, published }
  }
}
