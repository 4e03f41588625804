import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { sql, type Transaction } from 'kysely'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { ConfigurationError, NoDatabaseError } from '../../core/errors.ts'
import type { Engine } from '../engine.ts'
import { databaseFiles } from '../sqlite/files.ts'
import { ledgerMigrations } from './index.ts'
import type { Migration } from './migration.ts'
import { withChecksums } from './migration-checksum.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables of every version
type AnyTables = Record<string, any>

/** The same migrations, but this one also creates another table. */
function edit(migrations: readonly Migration[], name: string): Migration[] {
  return migrations.map((migration) =>
    migration.name === name ? { name, up: (db, engine) => editedUp(migration, db, engine) } : migration,
  )
}

async function editedUp(migration: Migration, ...[db, engine]: Parameters<Migration['up']>): Promise<void> {
  await migration.up(db, engine)
  await sql`create table edited (id integer)`.execute(db)
}

for (const { name: engine, skip, createDatabase } of testEngines) {
  describe(`${engine}: a ledger that does not fit`, { skip }, () => {
    const misfits: [what: string, migrations: readonly Migration[], message: RegExp][] = [
      ['an edited migration', edit(ledgerMigrations, '0002-identity'), /other contents of 0002-identity/],
      [
        'a migration of a newer version',
        [...ledgerMigrations, { name: '9999-future', up: async () => {} }],
        /newer version .*9999-future/,
      ],
      [
        'a gap',
        ledgerMigrations.filter(({ name }) => name !== '0003-stored-response-quota'),
        /lacks 0003-stored-response-quota/,
      ],
    ]
    for (const [what, migrations, message] of misfits) {
      it(`is refused with what to do, and keeps its rows: ${what}`, async () => {
        await using testDatabase = await createDatabase()
        await testDatabase.migrateAs(migrations, async (tx) => {
          await tx.insertInto('lease').values({ name: 'mine', holder: 'a', expires_at: 1 }).execute()
        })
        await assert.rejects(testDatabase.openStore(), (error) => {
          assert.ok(error instanceof ConfigurationError)
          assert.match(error.message, message)
          assert.match(error.message, /install the version .* or restore a backup/)
          return true
        })
        await testDatabase.migrateAs(migrations, async (tx) => {
          assert.equal((await tx.selectFrom('lease').selectAll().execute()).length, 1)
        })
      })
    }
  })

  describe(`${engine}: tables that were dropped by hand`, { skip }, () => {
    for (const table of ['artifact_file', 'migration']) {
      it(`are noticed in the ledger, which is refused each time: ${table}`, async () => {
        await using testDatabase = await createDatabase()
        await testDatabase.migrateAs(ledgerMigrations, async (tx) => {
          await tx.schema.dropTable(table).execute()
        })
        for (let start = 0; start < 2; start += 1) {
          await assert.rejects(testDatabase.openStore(), (error) => {
            assert.ok(error instanceof ConfigurationError)
            assert.match(error.message, /has lost artifact_file|has tables, but no list of the migrations/)
            assert.match(error.message, /was not changed; .* restore a backup/)
            return true
          })
        }
      })
    }

    it('are not confused with tables that a later migration drops or renames', async () => {
      await using testDatabase = await createDatabase()
      const later: Migration = {
        name: '9999-later',
        async up(db) {
          await db.schema.dropTable('member_note').execute()
          await db.schema.alterTable('artifact_file').renameTo('artifact_note').execute()
        },
      }
      const migrations = [...ledgerMigrations, later]
      let opened = 0
      for (let start = 0; start < 2; start += 1)
        await testDatabase.migrateAs(migrations, async () => {
          opened += 1
        })
      assert.equal(opened, 2)
    })
  })

  describe(`${engine}: a command that only looks`, { skip }, () => {
    it('creates no database', async () => {
      await using testDatabase = await createDatabase()
      for (let attempt = 0; attempt < 2; attempt += 1)
        await assert.rejects(testDatabase.openStore({ mayMigrate: false }), NoDatabaseError)
      const { dataDir } = testDatabase.storeOptions
      if (dataDir !== undefined) assert.ok(!existsSync(databaseFiles(dataDir).ledger.path))
    })

    it('applies no migration, and says what is missing', async () => {
      await using testDatabase = await createDatabase()
      const earlier = ledgerMigrations.slice(0, -1)
      await testDatabase.migrateAs(earlier)
      await assert.rejects(testDatabase.openStore({ mayMigrate: false }), (error) => {
        assert.ok(error instanceof ConfigurationError && !(error instanceof NoDatabaseError))
        assert.match(error.message, new RegExp(`lacks ${ledgerMigrations.at(-1)?.name}: start the server`))
        return true
      })
      await testDatabase.migrateAs(earlier, async (tx) => {
        assert.equal((await tx.selectFrom('migration').selectAll().execute()).length, earlier.length)
      })
      for (const mayMigrate of [true, false]) {
        await using store = await testDatabase.openStore({ mayMigrate })
        await store.ping(AbortSignal.timeout(600_000))
      }
    })
  })

  describe(`${engine}: a store from an earlier version`, { skip }, () => {
    it('without checksums keeps every row and gets the checksums', async () => {
      await using testDatabase = await createDatabase()
      await testDatabase.migrateAs(ledgerMigrations, async (tx) => {
        await tx.insertInto('lease').values({ name: 'mine', holder: 'a', expires_at: 1 }).execute()
        await sql`alter table migration drop column checksum`.execute(tx)
      })
      const expected = await withChecksums(ledgerMigrations, engine)
      for (let start = 0; start < 2; start += 1) {
        await using store = await testDatabase.openStore()
        const { read } = store.ledger
        assert.equal((await read.selectFrom('lease').selectAll().execute()).length, 1)
        const rows = await read.selectFrom('migration').selectAll().orderBy('name').execute()
        assert.deepEqual(
          rows.map((row) => [row.name, row.checksum]),
          expected.map((migration) => [migration.name, migration.checksum]),
        )
      }
    })

    for (let count = 1; count < ledgerMigrations.length; count += 1) {
      const applied = ledgerMigrations.slice(0, count)
      it(`with a filled ledger up to ${applied.at(-1)?.name} keeps every row and value`, async () => {
        await using testDatabase = await createDatabase()
        let filled: Record<string, AnyTables[]> = {}
        await testDatabase.migrateAs(applied, async (tx) => {
          filled = await fillTables(tx, engine)
        })
        assert.ok(Object.keys(filled).length >= 3)
        let compared = 0
        await testDatabase.migrateAs(ledgerMigrations, async (tx) => {
          for (const [table, rows] of Object.entries(filled)) {
            const found = await tx.selectFrom(table).selectAll().execute()
            for (const row of rows) {
              compared += 1
              assert.ok(
                found.some((other) =>
                  Object.entries(row).every(([column, value]) => other[column] === value),
                ),
                `${table} lost ${JSON.stringify(row)}`,
              )
            }
          }
        })
        assert.ok(compared >= 6)
      })
    }
  })
}

describe('the checksum of a migration', () => {
  it('does not depend on how the statements are formatted', async () => {
    const oneLine: Migration = {
      name: 'a',
      up: async (db) => void (await sql`create table a (id integer, name text)`.execute(db)),
    }
    const manyLines: Migration = {
      name: 'a',
      up: async (db) =>
        void (await sql`
          create table a (id integer,
            name text)
        `.execute(db)),
    }
    const other: Migration = {
      name: 'a',
      up: async (db) => void (await sql`create table a (id integer)`.execute(db)),
    }
    const [one, two, three] = await withChecksums([oneLine, manyLines, other], 'sqlite')
    assert.equal(one?.checksum, two?.checksum)
    assert.notEqual(one?.checksum, three?.checksum)
  })

  it('is the same each time, although a migration may insert a random number', async () => {
    for (const engine of ['sqlite', 'postgres'] as const) {
      assert.deepEqual(
        await withChecksums(ledgerMigrations, engine),
        await withChecksums(ledgerMigrations, engine),
      )
    }
  })

  // Add a line for each new migration. A line must never change: stores have these checksums. If an upgrade of a dependency
  // changes the text of the SQL but not its meaning, write the migration so that its text stays the same.
  it('never changes once the migration is released', async () => {
    const sqlite = await withChecksums(ledgerMigrations, 'sqlite')
    const postgres = await withChecksums(ledgerMigrations, 'postgres')
    const short = sqlite.map(
      ({ name, checksum }, at) => `${name} ${checksum.slice(0, 12)} ${postgres[at]?.checksum.slice(0, 12)}`,
    )
    assert.deepEqual(
      short.filter((line) => released.includes(line)),
      released,
    )
  })
})

const released = [
  '0001-frame a50f0a53d362 413ceb197dcb',
  '0002-identity ec8667652911 944986ec8573',
  '0003-stored-response-quota 79c0975b5934 2b83053db8f7',
  '0004-mailbox c25eddc82abc 823700a933c6',
  '0005-blocked-identities 19446c5451b6 9bc07046cf60',
  '0006-profile 0a1f94409172 6589da235bee',
  '0007-quarantine 10cd66d0f600 8b9069c20ecf',
  '0008-member-notes d2d29f75c807 55f65f2c3304',
  '0009-artifact-files 5be36e395edb 5213d21c0c9f',
  '0010-member-health af014f238d72 55926a124b8f',
  '0011-source-members 543370705d78 9b8818931643',
  '0012-host-pauses 8634b818b806 65eb7ca2c336',
  '0013-run-share a281996f0abc 8a165de08d5f',
  '0014-rosters e6c6b79891ff 765fa17b3551',
  '0024-run-requests ab8ff977803b 90e8589af0fd',
  '0025-cancelled-runs aa423dd984c8 67dd3c9ceecc',
  '0026-host-turns e22d5eafce44 7f8db80631cc',
  '0027-no-host-turns 1ce7b3b314f4 1ce7b3b314f4',
]

interface TableColumns {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly dataType: string }[]
}

/** On PostgreSQL only those of the schema: a look at all of them fails if another test drops one meanwhile. */
async function readTables(tx: Transaction<AnyTables>, engine: Engine): Promise<readonly TableColumns[]> {
  if (engine === 'sqlite') return await tx.introspection.getTables()
  const { rows } = await sql<{ table: string; name: string; dataType: string }>`
    select table_name as "table", column_name as name, data_type as "dataType" from information_schema.columns
    where table_schema = current_schema() order by table_name, ordinal_position`.execute(tx)
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({ name, columns }))
}

/** Two rows per table, with a value in each column. */
async function fillTables(tx: Transaction<AnyTables>, engine: Engine): Promise<Record<string, AnyTables[]>> {
  const filled: Record<string, AnyTables[]> = {}
  for (const { name, columns } of await readTables(tx, engine)) {
    // Dropped by a later migration.
    if (['migration', 'publication', 'host_pause', 'host_turn'].includes(name)) continue
    const rows = [1, 2].map((number) =>
      Object.fromEntries(
        columns.map((column) => [
          column.name,
          /int/i.test(column.dataType) ? number : `${column.name} ${number}`,
        ]),
      ),
    )
    await tx.insertInto(name).values(rows).execute()
    filled[name] = rows
  }
  return filled
}
