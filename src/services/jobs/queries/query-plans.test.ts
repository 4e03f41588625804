import { describe, it } from 'node:test'
import { assertPlan, type ExpectedPlan } from '../../../../test/support/store/query-plans.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import { openPostings } from '../publish/close-unread-boards.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { type ChangeFilter, readChanges } from './read-changes.ts'
import { readJob } from './read-job.ts'
import { searchJobs } from './search-jobs.ts'

interface PlannedRead extends ExpectedPlan {
  readonly read: (db: JobsDatabase) => Promise<unknown>
}

function list(sort: 'posted' | 'first_seen' | 'changed'): PlannedRead['read'] {
  return (db) => searchJobs(db, { active: true }, { sort, limit: 25 })
}

function changes(filter: Partial<ChangeFilter> = {}): PlannedRead['read'] {
  const all = { order: 'newest', since: undefined, type: undefined, after: undefined, limit: 25 } as const
  return (db) => readChanges(db, { ...all, ...filter })
}

const reads: Readonly<Record<string, PlannedRead>> = {
  'a posting is found by its id, with the time of its board': {
    read: (db) => readJob(db, 'jp_1'),
    indexes: ['job.primary key', 'job_board.primary key'],
  },
  'the newest postings are read in order': { read: list('posted'), indexes: ['job_by_day'] },
  'postings are read in the order of their first day': {
    read: list('first_seen'),
    indexes: ['job_by_first_seen'],
  },
  'postings are read in the order of their last change': {
    read: list('changed'),
    indexes: ['job_by_change'],
  },
  'the open postings of a board are read without those that are closed': {
    read: (db) => db.run(openPostings, { source: 'lever', member: 'acme', max: 500 }),
    indexes: ['job_by_member'],
  },
  'changes are read from the newest on': {
    read: changes(),
    indexes: ['change.primary key', 'job.primary key'],
  },
  'changes after another are read in the order of the log': {
    read: changes({ order: 'oldest', after: 7 }),
    indexes: ['change.primary key'],
  },
  'changes of a type are read without the others': {
    read: changes({ type: 'reopened' }),
    indexes: ['job_change_by_type'],
  },
}

for (const engine of testEngines) {
  describe(`plans of reads of postings on ${engine.name}`, { skip: engine.skip }, () => {
    for (const [name, { read, ...expected }] of Object.entries(reads)) {
      it(name, async () => {
        await using database = await engine.borrowDatabase()
        await using store = await database.openStore({ role: 'worker' })
        await assertPlan(store.readModel, read, expected)
      })
    }
  })
}
