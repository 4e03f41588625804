import { DatabaseSync } from 'node:sqlite'
import { random } from '../../sandbox/random.ts'
import { searchJobs } from '../../src/services/jobs/queries/search-jobs.ts'
import { databaseFiles } from '../../src/store/sqlite/files.ts'
import { type Case, compareTimes, measureMs } from '../case.ts'
import { jobsStoreFolder, openJobsStore, twoWordQuery } from '../data/jobs-store.ts'
import { interleave } from '../interleave.ts'

const postings = 1_000_000

/** The same titles in a full-text index in memory; ours also reads companies, departments and descriptions. */
export const peer: Case = {
  name: 'fts5',
  description:
    'the 25 best of two words and their number at 1,000,000 postings, against the full-text index of SQLite',
  async measure({ rounds }) {
    const folder = await jobsStoreFolder(postings)
    const index = copyTitles(folder)
    const best = index.prepare('select rowid from posting where posting match ? order by rank limit 25')
    const count = index.prepare('select count(*) from posting where posting match ?')
    await using store = await openJobsStore(folder, 'server')
    const chance = random('words')
    let q = ''
    const seen = await interleave(rounds * 5, {
      fts5: () => {
        q = twoWordQuery(chance)
        return measureMs(async () => [best.all(q), count.get(q)])
      },
      ours: () =>
        measureMs(() => searchJobs(store.readModel, { active: true, q }, { sort: 'relevance', limit: 25 })),
    })
    index.close()
    return compareTimes(
      seen.map(({ ours }) => ours),
      seen.map((one) => one.fts5),
    )
  },
}

function copyTitles(folder: string): DatabaseSync {
  const index = new DatabaseSync(':memory:')
  index.exec(`attach '${databaseFiles(folder).readModel.path}' as store;
    create virtual table posting using fts5(title, content='', tokenize='porter');
    insert into posting (rowid, title) select slot, title from store.job where active = 1;
    detach store`)
  return index
}
