import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { projectRoot } from '../support/project-root.ts'
import { testEngines } from '../support/store/test-engines.ts'

describe('docs/reference/data-life-cycle.md', () => {
  const page = readFileSync(join(projectRoot, 'docs/reference/data-life-cycle.md'), 'utf8')
  const [, ledgerPart = '', readModelPart = ''] = page.split(/^## /m)
  const tablesIn = (part: string) =>
    part
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
      .sort()

  for (const { name, skip, borrowDatabase } of testEngines) {
    it(`says what bounds every table (${name})`, { skip }, async () => {
      await using testDatabase = await borrowDatabase()
      await using store = await testDatabase.openStore()
      const { tables } = await store.inspect(AbortSignal.timeout(600_000))
      const tablesOf = (database: string) =>
        tables
          .filter((size) => size.database === database && !/_text(_|$)/.test(size.table))
          .map(({ table }) => table)
          .sort()
      assert.deepEqual(tablesIn(ledgerPart), tablesOf('ledger'))
      assert.deepEqual(tablesIn(readModelPart), tablesOf('read_model'))
    })
  }
})
