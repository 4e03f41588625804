/** Publishes notices like the sync thread: in one transaction, on another thread than the one that handles requests. */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../src/core/clock.ts'
import type { NoticeRecord } from '../../src/services/notices/schema/notice.ts'
import { noticesWriter } from '../../src/services/notices/sync.ts'
import { openStore } from '../../src/store/open.ts'
import { noticeId } from '../data/notice-id.ts'
import type { StorePlace } from '../data/store-place.ts'

const { place, count } = workerData as { place: StorePlace; count: number }
const store = await openStore({
  ...place,
  role: 'worker',
  statementTimeoutMs: 60_000,
  poolMax: 2,
  clock: systemClock,
})

let edition = 0
await publish()
parentPort?.on('message', publish)

async function publish(): Promise<void> {
  edition += 1
  const { readModel } = store
  await readModel.transaction(async (tx) => {
    const records = Array.from({ length: count }, (_, index) => toNotice(index))
    const { dialect } = readModel
    const from = { sourceId: 'bench', memberId: 'bench', capturedAt: systemClock.now(), artifactId: edition }
    await noticesWriter.write({ tx, dialect, records, ...from } as never)
    await dialect.bumpVersion(tx as never, 'notices', systemClock.now())
  })
  parentPort?.postMessage('published')
}

/** Another title in each edition, so that every row is written again. */
function toNotice(index: number): NoticeRecord {
  const day = String(1 + (index % 28)).padStart(2, '0')
  return {
    id: noticeId(index),
    title: `Notice ${index} of edition ${edition}`,
    town: `Town ${index % 400}`,
    category: 'planning',
    published_on: `2026-${String(1 + (index % 12)).padStart(2, '0')}-${day}`,
    body: 'The council gives notice that an application was received. '.repeat(2),
    url: `https://town.example/notices/${index}`,
  }
}
