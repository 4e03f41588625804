import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { readRequestsPerRead } from './requests-per-read.ts'

for (const engine of testEngines)
  describe(`${engine.name}: requests per read`, { skip: engine.skip }, () => {
    it('are those of the newest reads, of members that were read before', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const reads = [
        ['rippling', 'one', 13],
        ['rippling', 'two', 40],
        ['rippling', 'one', 3],
        ['rippling', 'two', 5],
        ['lever', 'three', 9],
      ] as const
      await store.ledger.transaction(async (tx) => {
        for (const [at, [source_id, member_id, row_count]] of reads.entries())
          await tx
            .insertInto('artifact')
            .values({
              service: 'jobs',
              source_id,
              member_id,
              run_id: null,
              artifact_type: 'answers',
              location: `${at}`,
              storage: 'disk',
              sha256: '',
              bytes: 1,
              row_count,
              captured_at: at,
              imported_at: null,
            } as never)
            .execute()
      })
      assert.deepEqual([...(await readRequestsPerRead(store))], [['rippling', 4]])
    })
  })
