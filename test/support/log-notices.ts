/** Notices, the simplest service, and their changes. */

import { ChangeBatch } from '../../src/store/changes/change-batch.ts'
import type { Store } from '../../src/store/store.ts'

/** Publishes changes, as `town` or `town/category`. */
export async function logNotices(
  { readModel }: Store,
  detectedAt: number,
  notices: readonly string[],
): Promise<void> {
  await readModel.transaction(async (tx) => {
    const log = new ChangeBatch('notices')
    for (const notice of notices) {
      const [town = '', category = 'roads'] = notice.split('/')
      log.add({ type: 'notice.published', subject: town, detectedAt, keys: { town, category } })
    }
    await log.write(tx, readModel.dialect)
    await readModel.dialect.bumpVersion(tx, 'notices', detectedAt)
  })
}

/** So that the town is one that notices have. */
export async function insertNotice({ readModel }: Store, town: string): Promise<void> {
  const facts = { category: 'roads', published_on: '2026-11-18', title: 't', hash: 'h', doc: '{}' }
  await readModel.transaction(async (tx) => {
    const row = { id: `nt_${town}`, source_id: 's', member_id: 'm', town, ...facts }
    await tx.insertInto('notice').values(row).execute()
  })
}
