import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { TrustTables } from '../schema/tables.ts'
import { pruneTrust } from './prune-trust.ts'

const dayMs = 86_400_000

for (const engine of testEngines) {
  describe(`${engine.name}: changes of trust centers`, { skip: engine.skip }, () => {
    it('are deleted after their time, and vendors once nothing names them', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const { readModel } = store
      const change = {
        type: 't',
        severity: 's',
        provider: 'p',
        company_id: 'c',
        center_id: 'tc',
        hash: '',
        doc: '{}',
      }
      const vendor = { name_key: 'n', domain: null, parent: null, hash: '', doc: '{}' }
      await readModel.transaction(async (anyTx) => {
        const tx = anyTx.withTables<TrustTables>()
        await tx
          .insertInto('trust_change')
          .values([
            { ...change, id: 'old', detected_at: 0, subject: 'v_old' } as never,
            { ...change, id: 'new', detected_at: 10 * dayMs, subject: 'v_new' } as never,
          ])
          .execute()
        await tx
          .insertInto('trust_vendor')
          .values([
            { ...vendor, id: 'v_old', companies: 0 } as never,
            { ...vendor, id: 'v_new', companies: 0 } as never,
            { ...vendor, id: 'v_used', companies: 2 } as never,
          ])
          .execute()
      })
      const prune = (now: number) =>
        readModel.transaction((tx) => pruneTrust({ tx, dialect: readModel.dialect, now }, 730))
      assert.equal(await prune(730 * dayMs), 0)
      assert.equal(await prune(731 * dayMs), 2)
      assert.equal(await prune(731 * dayMs), 0)
      const read = readModel.read.withTables<TrustTables>()
      const changes = await read.selectFrom('trust_change').select('id').execute()
      const vendors = await read.selectFrom('trust_vendor').select('id').orderBy('id').execute()
      assert.deepEqual(
        [changes.map(({ id }) => id), vendors.map(({ id }) => id)],
        [['new'], ['v_new', 'v_used']],
      )
    })
  })
}
