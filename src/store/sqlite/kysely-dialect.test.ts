import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadModelTables } from '../tables.ts'
import { SqliteConnection } from './connection.ts'
import { kyselyOver, SessionConnection } from './kysely-dialect.ts'

describe('statements for SQLite', () => {
  it('compute a limit, so that its value is no part of the plan', async () => {
    await using session = new SqliteConnection(
      { path: ':memory:', synchronous: 'normal', mmapBytes: 0, cacheBytes: 2 ** 20 },
      false,
    )
    session.run('create table notice (id text primary key)', [])
    session.runMany('insert into notice values (?)', [['a'], ['b'], ['c']])
    const query = kyselyOver<ReadModelTables>(new SessionConnection(session)).selectFrom('notice')
    const two = query.select('id').orderBy('id').limit(2).offset(1)
    assert.match(two.compile().sql, /limit cast\(\? as integer\) offset \?$/)
    assert.deepEqual(await two.execute(), [{ id: 'b' }, { id: 'c' }])
  })
})
