import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import { ChangeBatch } from '../../../store/changes/change-batch.ts'
import { pruneChanges } from '../../../store/changes/prune-changes.ts'
import type { TrustTables } from '../schema/tables.ts'
import { pruneTrust } from './prune-trust.ts'

const dayMs = 86_400_000

for (const engine of testEngines) {
  describe(`${engine.name}: vendors`, { skip: engine.skip }, () => {
    it('are deleted once no company lists them and no change names them', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const { readModel } = store
      const vendor = { name_key: 'n', domain: null, parent: null, hash: '', doc: '{}' }
      await readModel.transaction(async (anyTx) => {
        const tx = anyTx.withTables<TrustTables>()
        const log = new ChangeBatch('trust')
        log.add({ type: 't', detectedAt: 0, subject: 'v_old' })
        log.add({ type: 't', detectedAt: 10 * dayMs, subject: 'v_new' })
        await log.write(tx, readModel.dialect)
        const jobsLog = new ChangeBatch('jobs')
        jobsLog.add({ type: 't', detectedAt: 10 * dayMs, subject: 'v_old' })
        await jobsLog.write(tx, readModel.dialect)
        await tx
          .insertInto('trust_vendor')
          .values([
            { ...vendor, id: 'v_old', companies: 0 } as never,
            { ...vendor, id: 'v_new', companies: 0 } as never,
            { ...vendor, id: 'v_used', companies: 2 } as never,
          ])
          .execute()
      })
      const prune = () =>
        readModel.transaction((tx) => pruneTrust({ tx, dialect: readModel.dialect, now: 0 }))
      assert.equal(await prune(), 0)
      await readModel.transaction((tx) =>
        pruneChanges({ tx, now: 731 * dayMs }, { service: 'trust', days: 730, rowsMax: 10 }),
      )
      assert.equal(await prune(), 1)
      assert.equal(await prune(), 0)
      const read = readModel.read.withTables<TrustTables>()
      const vendors = await read.selectFrom('trust_vendor').select('id').orderBy('id').execute()
      assert.deepEqual(
        vendors.map(({ id }) => id),
        ['v_new', 'v_used'],
      )
    })
  })
}
