/** Which services of a new read model are still to be filled from artifacts: rows of `store_mark`. */

import type { Store } from '../store.ts'

const prefix = 'rebuild '

export function rebuildMark(service: string): string {
  return `${prefix}${service}`
}

export async function readServicesToRebuild({ readModel }: Pick<Store, 'readModel'>): Promise<string[]> {
  const rows = await readModel.read
    .selectFrom('store_mark')
    .select('name')
    .where('name', 'like', `${prefix}%`)
    .execute()
  return rows.map(({ name }) => name.slice(prefix.length))
}

export async function markRebuilt({ readModel }: Pick<Store, 'readModel'>, service: string): Promise<void> {
  await readModel.transaction(async (tx) => {
    await tx.deleteFrom('store_mark').where('name', '=', rebuildMark(service)).execute()
  })
}
