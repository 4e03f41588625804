import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cinemaWriter } from '../../../src/services/cinema/sync.ts'
import { databaseFiles } from '../../../src/store/sqlite/files.ts'
import { type Case, median } from '../../case.ts'
import { createCinemaDataset, theaterRecords } from '../../data/cinema-dataset.ts'
import { openCinemaStore, publishTheater } from '../../data/cinema-store.ts'

const theaters = 100

/** The rows a publish writes, written again by bare prepared statements into the same tables in the same order. */
export const bench: Case = {
  name: 'cinema publish',
  description: 'publishing 100 theaters of 100 showtimes with seats, against raw inserts of the same rows',
  threshold: { atLeast: 0.5 },
  async measure({ rounds }) {
    const seen: { ours: number; raw: number }[] = []
    for (let turn = 0; turn < Math.min(rounds, 5); turn++) {
      const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-publish-'))
      try {
        const ours = await publish(dataDir)
        seen.push({ ours, raw: insertAgain(dataDir) })
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    }
    return {
      value: median(seen.map(({ ours, raw }) => raw / ours)),
      unit: '×',
      ours: `${Math.round(median(seen.map(({ ours }) => ours)))} ms`,
      baseline: `${Math.round(median(seen.map(({ raw }) => raw)))} ms`,
      rounds: seen,
    }
  },
}

async function publish(dataDir: string): Promise<number> {
  const writer = cinemaWriter([createCinemaDataset(theaters).source])
  const records = Array.from({ length: theaters }, (_, theater) => theaterRecords(theater))
  await using store = await openCinemaStore({ dataDir }, 'worker')
  const startedAt = performance.now()
  for (const [theater, ofTheater] of records.entries()) {
    await store.readModel.transaction(async (tx) => {
      await publishTheater(store, writer, tx, theater, ofTheater)
      await store.readModel.dialect.bumpVersion(tx, 'cinema', 0)
    })
  }
  return performance.now() - startedAt
}

const tables = [
  'theater',
  'theater_day',
  'movie',
  'movie_listing',
  'showtime',
  'seat_layout',
  'showtime_seats',
  'price_list',
  'showtime_prices',
]

/** A table clustered by its key has lost its insertion order; its showtimes have not. */
function inOrder(table: string): string {
  return ['showtime_seats', 'showtime_prices'].includes(table)
    ? `select k.* from "${table}" k join showtime s on s.id = k.showtime_id order by s.rowid`
    : `select * from "${table}"`
}

/** The same rows, read into memory first, into the emptied tables, in as many transactions. */
function insertAgain(dataDir: string): number {
  const db = new DatabaseSync(databaseFiles(dataDir).readModel.path)
  db.exec('pragma synchronous = normal')
  const rows = tables.map((table) => db.prepare(inOrder(table)).all())
  for (const table of tables) db.exec(`delete from "${table}"`)
  db.exec('pragma wal_checkpoint(truncate)')
  const statements = tables.map((table, at) => {
    const columns = Object.keys(rows[at]?.[0] ?? {})
    return db.prepare(`insert into "${table}" values (${columns.map(() => '?').join(', ')})`)
  })
  const startedAt = performance.now()
  for (let part = 0; part < theaters; part++) {
    db.exec('begin immediate')
    for (const [at, statement] of statements.entries()) {
      const all = rows[at] ?? []
      const share = all.slice(
        Math.floor((all.length * part) / theaters),
        Math.floor((all.length * (part + 1)) / theaters),
      )
      for (const row of share) statement.run(...Object.values(row))
    }
    db.exec('commit')
  }
  const ms = performance.now() - startedAt
  db.close()
  return ms
}
