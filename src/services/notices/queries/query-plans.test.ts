import { describe, it } from 'node:test'
import { assertPlan, type ExpectedPlan } from '../../../../test/support/store/query-plans.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import { readNotice, readNotices, readTowns } from './notices.ts'

interface PlannedRead extends ExpectedPlan {
  readonly read: (db: Database<ReadModelTables>) => unknown
}

const after = ['2026-11-17', 'nt_1'] as const

const reads: Readonly<Record<string, PlannedRead>> = {
  'a notice is found by its id': { read: (db) => readNotice(db, 'nt_1'), indexes: ['notice.primary key'] },
  'the newest notices are read in order': {
    read: (db) => readNotices(db, {}, undefined, 20),
    indexes: ['notice_by_day'],
  },
  'the notices of a town are read in order': {
    read: (db) => readNotices(db, { town: 'Aach' }, undefined, 20),
    indexes: ['notice_by_town'],
  },
  'the notices of a category are read in order': {
    read: (db) => readNotices(db, { category: 'roads' }, undefined, 20),
    indexes: ['notice_by_category'],
  },
  'the next page of a town continues in the index': {
    read: (db) => readNotices(db, { town: 'Aach' }, [...after], 20),
    indexes: ['notice_by_town'],
  },
  'towns are read from the index alone': { read: readTowns, indexes: ['notice_by_town'] },
}

for (const engine of testEngines) {
  describe(`plans of notice reads on ${engine.name}`, { skip: engine.skip }, () => {
    for (const [name, { read, ...expected }] of Object.entries(reads)) {
      it(name, async () => {
        await using database = await engine.borrowDatabase()
        await using store = await database.openStore({ role: 'worker' })
        await assertPlan(store.readModel, read, expected)
      })
    }
  })
}
