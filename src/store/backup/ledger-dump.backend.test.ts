import assert from 'node:assert/strict'
import { open as openFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newFolder } from '../../../test/support/shared-folder.ts'
import { postgres, type TestDatabase } from '../../../test/support/store/test-engines.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { ledgerMigrations } from '../migrations/index.ts'
import { dumpFile, dumpLedger } from './dump-ledger.ts'
import { loadLedger } from './load-ledger.ts'

function ledgerOf({ storeOptions }: TestDatabase) {
  const { databaseUrl = '', schemaPrefix = '' } = storeOptions
  return { url: databaseUrl, schemaPrefix, statementTimeoutMs: 60_000, poolMax: 1, onWarning: () => {} }
}

const empty = { mayOverwrite: false, nowMs: 1 }

describe('postgres: the dump of a ledger', { skip: postgres.skip }, () => {
  async function open() {
    const stack = new AsyncDisposableStack()
    const folder = newFolder('dump')
    stack.defer(() => rm(folder, { recursive: true }))
    const from = stack.use(await postgres.createDatabase())
    const to = stack.use(await postgres.createDatabase())
    return { from, to, folder, [Symbol.asyncDispose]: () => stack.disposeAsync() }
  }

  it('makes another one with the same rows, which continues to count', async () => {
    await using fixture = await open()
    const { from, to, folder } = fixture
    const artifact = (location: string) => ({
      service: 'jobs',
      source_id: 'lever',
      member_id: 'acme',
      run_id: null,
      artifact_type: 'answers',
      location,
      storage: 'disk' as const,
      sha256: 'f'.repeat(64),
      bytes: 2 ** 40,
      row_count: 1,
      captured_at: 1_790_000_000_000,
      imported_at: null,
    })
    const notes = Array.from({ length: 1200 }, (_, at) => ({
      source_id: 'lever',
      member_id: `m${at}`,
      note: `line\nwith "quotes", a \\ and ${'é'.repeat(at % 7)} 漢 \u2028`,
      noted_at: at,
    }))
    {
      await using store = await from.openStore()
      await store.ledger.transaction(async (tx) => {
        for (const location of ['a', 'b'])
          await tx
            .insertInto('artifact')
            .values(artifact(location) as never)
            .execute()
        for (let at = 0; at < notes.length; at += 400)
          await tx
            .insertInto('member_note')
            .values(notes.slice(at, at + 400))
            .execute()
      })
    }
    const { artifactLocations } = await dumpLedger(ledgerOf(from), folder)
    assert.deepEqual([...artifactLocations].sort(), ['a', 'b'])
    await loadLedger(ledgerOf(to), folder, empty)
    await using copy = await to.openStore()
    const read = await copy.ledger.read.selectFrom('member_note').selectAll().orderBy('noted_at').execute()
    assert.deepEqual(read, notes)
    const next = await copy.ledger.transaction((tx) =>
      tx
        .insertInto('artifact')
        .values(artifact('c') as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    assert.equal(next.id, 3)
    const artifacts = await copy.ledger.read.selectFrom('artifact').selectAll().orderBy('id').execute()
    assert.deepEqual(artifacts[0], { id: 1, ...artifact('a') })
  })

  it('is not loaded over a ledger, unless that is to be overwritten', async () => {
    await using fixture = await open()
    const { from, to, folder } = fixture
    const lease = (name: string) => ({ name, holder: 'h', expires_at: 1 })
    for (const [database, name] of [
      [from, 'old'],
      [to, 'new'],
    ] as const) {
      await using store = await database.openStore()
      await store.ledger.transaction((tx) => tx.insertInto('lease').values(lease(name)).execute())
    }
    await dumpLedger(ledgerOf(from), folder)
    await assert.rejects(loadLedger(ledgerOf(to), folder, empty), /is not empty: add --overwrite/)
    await loadLedger(ledgerOf(to), folder, { ...empty, mayOverwrite: true })
    await using store = await to.openStore()
    assert.deepEqual(await store.ledger.read.selectFrom('lease').selectAll().execute(), [lease('old')])
  })

  it('of an earlier version is loaded as it is, and migrated by the next start', async () => {
    await using fixture = await open()
    const { from, to, folder } = fixture
    await from.migrateAs(ledgerMigrations.slice(0, -2))
    await dumpLedger(ledgerOf(from), folder)
    await loadLedger(ledgerOf(to), folder, empty)
    await assert.rejects(to.openStore({ mayMigrate: false }), /of an earlier version/)
    await (await to.openStore())[Symbol.asyncDispose]()
  })

  it('that is incomplete, edited or of a newer version leaves nothing behind', async () => {
    await using fixture = await open()
    const { from, to, folder } = fixture
    {
      await using store = await from.openStore()
      const lease = { name: 'kept', holder: 'h', expires_at: 1 }
      await store.ledger.transaction((tx) => tx.insertInto('lease').values(lease).execute())
    }
    await dumpLedger(ledgerOf(from), folder)
    const path = join(folder, dumpFile)
    const whole = await readFile(path, 'utf8')
    const last = ledgerMigrations.at(-1)?.name ?? ''
    const lease = /^{"name":"kept".*$/m
    for (const [text, problem] of [
      [whole.slice(0, -20), /damaged or incomplete/],
      [whole.replace(/^.*"table":"lease".*$/m, ''), /damaged or incomplete/],
      [whole.replace('"table":"lease"', '"table":"pg_class"'), /has lost lease/],
      [whole.replace(last, '9999-later'), /newer version/],
      [whole.replace(/^{"name".*$/m, 'no JSON'), /damaged or incomplete/],
      [whole.replace(lease, 'no JSON'), /damaged or incomplete/],
      [whole.replace(lease, '{"name":"kept"}'), /damaged or incomplete/],
      ['', /damaged or incomplete/],
    ] as const) {
      await writeFile(path, text)
      await assert.rejects(
        loadLedger(ledgerOf(to), folder, empty),
        (error: Error) => error instanceof ConfigurationError && problem.test(error.message),
      )
    }
    await writeFile(path, whole)
    await loadLedger(ledgerOf(to), folder, empty)
  })

  it('with a line that never ends is refused soon', async () => {
    await using fixture = await open()
    const { to, folder } = fixture
    const file = await openFile(join(folder, dumpFile), 'w')
    await file.writeFile('{"table":"migration","rows":1}\n')
    // A hole: it is read as zeros, and takes no space.
    await file.truncate(1024 ** 3)
    await file.close()
    await assert.rejects(loadLedger(ledgerOf(to), folder, empty), /damaged or incomplete/)
  })

  it('needs a ledger, and names what to check', async () => {
    await using fixture = await open()
    await assert.rejects(
      dumpLedger(ledgerOf(fixture.from), fixture.folder),
      /no schema \w+: check DATABASE_URL/,
    )
  })
})
