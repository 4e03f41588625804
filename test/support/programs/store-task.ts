/** A second process for the store's tests: opens the given store and runs one task on it. */

import { systemClock } from '../../../src/core/clock.ts'
import { lockDataDir } from '../../../src/store/files/data-dir-lock.ts'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { noticesOfRound, type StoreTask } from '../store/start-store-task.ts'

const { database, task }: StoreTask = JSON.parse(process.argv[2] ?? '')

if (task === 'lock') {
  holdLock(database.dataDir ?? '')
} else {
  await using store = await openStore({
    ...database,
    role: 'server',
    statementTimeoutMs: 600_000,
    poolMax: 2,
    clock: systemClock,
  })
  if (task === 'count') await incrementCounter(store, 50)
  if (task === 'publish') await publishForever(store)
}

/** Keeps the lock until it is killed. */
function holdLock(dataDir: string): void {
  try {
    lockDataDir(dataDir)
  } catch {
    printLine('refused')
    return
  }
  printLine('locked')
  setInterval(() => {}, 1_000)
}

/** Adds one to a counter, `times` times, each in a transaction that reads first. */
async function incrementCounter({ ledger }: Store, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await ledger.transaction(async (tx) => {
      await ledger.dialect.lock(tx, 'counter')
      const row = await tx
        .selectFrom('lease')
        .where('name', '=', 'counter')
        .selectAll()
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('lease')
        .set({ expires_at: row.expires_at + 1 })
        .where('name', '=', 'counter')
        .execute()
    })
  }
}

/** Publishes one whole state after another and says so after each commit, until it is killed. */
async function publishForever({ readModel }: Store): Promise<void> {
  for (let round = readModel.version('notices') + 1; ; round += 1) {
    await readModel.transaction(async (tx) => {
      await readModel.dialect.upsertChanged(tx, 'notice', ['id'], noticesOfRound(round))
      await readModel.dialect.bumpVersion(tx, 'notices', round)
    })
    printLine(`published ${round}`)
  }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
