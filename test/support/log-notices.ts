/** Publishes changes of notices, the simplest service, as `town` or `town/category`. */

import { ChangeBatch } from '../../src/store/changes/change-batch.ts'
import type { Store } from '../../src/store/store.ts'

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
