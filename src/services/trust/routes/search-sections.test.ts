import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { ReadModelTables } from '../../../store/tables.ts'
import { trustSearches } from './search-sections.ts'

describe('a search that nobody waits for', () => {
  for (const at of [0, 1])
    it(`sends no further query: section ${at}`, async () => {
      const page = new AbortController()
      let queries = 0
      const read = new Kysely<ReadModelTables>({
        dialect: {
          createAdapter: () => new SqliteAdapter(),
          createDriver: () => new DummyDriver(),
          createIntrospector: (db) => new SqliteIntrospector(db),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        },
        log() {
          queries += 1
          page.abort()
        },
      })
      const section = trustSearches({ read } as never)[at] ?? assert.fail()
      const request = { base: '', q: 'acme', limit: 5, signal: page.signal }
      await assert.rejects(section.find(request as never), { name: 'AbortError' })
      assert.equal(queries, 1)
    })
})
