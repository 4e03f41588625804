import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import { ChangeBatch } from '../../../src/store/changes/change-batch.ts'
import { type Case, median } from '../../case.ts'
import { createCinemaDataset, theaterRecords } from '../../data/cinema-dataset.ts'
import { openCinemaStore, publishTheater } from '../../data/cinema-store.ts'
import { interleave } from '../../interleave.ts'

const theaters = 100

/** Every showtime is new, so every one is a change: no publish has more of them. */
export const bench: Case = {
  name: 'changes publish',
  description:
    'processor time of publishing 100 theaters of 100 new showtimes with the change log, against the same without it',
  threshold: { below: 1.1 },
  async measure({ rounds }) {
    const seen = await interleave(Math.min(rounds, 7), {
      logged: publish,
      unlogged: () => withoutLog(publish),
    })
    return {
      value: median(seen.map(({ logged, unlogged }) => logged / unlogged)),
      unit: '×',
      ours: `${Math.round(median(seen.map(({ logged }) => logged)))} ms`,
      baseline: `${Math.round(median(seen.map(({ unlogged }) => unlogged)))} ms`,
      rounds: seen,
    }
  },
}

/** Returns milliseconds of processor time, which is steadier than what passes beside the work of others. */
async function publish(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-log-'))
  try {
    const writer = cinemaWriter([createCinemaDataset(theaters).source])
    const records = Array.from({ length: theaters }, (_, theater) => theaterRecords(theater))
    await using store = await openCinemaStore({ dataDir }, 'worker')
    const before = process.cpuUsage()
    for (const [theater, ofTheater] of records.entries()) {
      await store.readModel.transaction(async (tx) => {
        await publishTheater(store, writer, tx, theater, ofTheater)
        await store.readModel.dialect.bumpVersion(tx, 'cinema', 0)
      })
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Whatever is added is neither kept nor written. */
async function withoutLog(work: () => Promise<number>): Promise<number> {
  const { add, write } = ChangeBatch.prototype
  Object.assign(ChangeBatch.prototype, { add: () => {}, write: async () => {} })
  try {
    return await work()
  } finally {
    Object.assign(ChangeBatch.prototype, { add, write })
  }
}
