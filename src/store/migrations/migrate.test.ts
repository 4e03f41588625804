import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type Kysely, sql, type Transaction } from 'kysely'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { ConfigurationError, NoDatabaseError } from '../../core/errors.ts'
import { databaseFiles } from '../sqlite/files.ts'
import type { Engine } from '../store.ts'
import { ledgerMigrations, readModelMigrations } from './index.ts'
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
  describe(`${engine}: a read model that does not fit`, { skip }, () => {
    const misfits: [what: string, migrations: readonly Migration[], message: RegExp][] = [
      ['has an edited migration', edit(readModelMigrations, '0002-cinema'), /other contents of 0002-cinema/],
      [
        'has a migration of a newer version',
        [...readModelMigrations, { name: '9999-future', up: async () => {} }],
        /newer version .*9999-future/,
      ],
      [
        'lacks one of the earlier migrations',
        readModelMigrations.filter(({ name }) => ['0001-frame', '0005-epoch'].includes(name)),
        /lacks 0002-cinema/,
      ],
    ]
    for (const [what, migrations, message] of misfits) {
      it(`is built anew when it ${what}, with a new epoch`, async () => {
        await using testDatabase = await createDatabase()
        let epoch = 0
        await testDatabase.migrateAs('readModel', migrations, async (tx) => {
          await tx.insertInto('notice').values(notice).execute()
          const { version } = await tx
            .selectFrom('publication')
            .selectAll()
            .where('scope', '=', ':epoch')
            .executeTakeFirstOrThrow()
          epoch = version
        })
        const warnings: string[] = []
        await using store = await testDatabase.openStore({ onWarning: (warning) => warnings.push(warning) })
        const [warning, ...others] = warnings
        assert.match(warning ?? '', message)
        assert.deepEqual(others, [])
        assert.deepEqual(await store.readModel.read.selectFrom('notice').selectAll().execute(), [])
        assert.notEqual(store.readModel.epoch(), epoch)
        await store.readModel.transaction((tx) => tx.insertInto('notice').values(notice).execute())
        const { migrations: status } = await store.inspect(AbortSignal.timeout(600_000))
        for (const { applied, known } of status) assert.equal(applied, known)
      })

      it(`is not touched by a command that may not rebuild it, when it ${what}`, async () => {
        await using testDatabase = await createDatabase()
        await testDatabase.migrateAs('ledger', ledgerMigrations, async () => {})
        await testDatabase.migrateAs('readModel', migrations, async (tx) => {
          await tx.insertInto('notice').values(notice).execute()
        })
        await assert.rejects(testDatabase.openStore({ mayMigrate: false }), (error) => {
          assert.ok(error instanceof ConfigurationError)
          assert.match(error.message, message)
          assert.match(error.message, /start the server or a sync/)
          return true
        })
        await testDatabase.migrateAs('readModel', migrations, async (tx) => {
          assert.equal((await tx.selectFrom('notice').selectAll().execute()).length, 1)
        })
      })
    }
  })

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
        await testDatabase.migrateAs('ledger', migrations, async (tx) => {
          await tx.insertInto('lease').values({ name: 'mine', holder: 'a', expires_at: 1 }).execute()
        })
        await assert.rejects(testDatabase.openStore(), (error) => {
          assert.ok(error instanceof ConfigurationError)
          assert.match(error.message, message)
          assert.match(error.message, /install the version .* or restore a backup/)
          return true
        })
        await testDatabase.migrateAs('ledger', migrations, async (tx) => {
          assert.equal((await tx.selectFrom('lease').selectAll().execute()).length, 1)
        })
      })
    }
  })

  describe(`${engine}: tables that were dropped by hand`, { skip }, () => {
    for (const table of ['notice', 'migration']) {
      it(`are noticed in the read model, which is built anew: ${table}`, async () => {
        await using testDatabase = await createDatabase()
        await testDatabase.migrateAs('ledger', ledgerMigrations, async () => {})
        await testDatabase.migrateAs('readModel', readModelMigrations, async (tx) => {
          await tx.schema.dropTable(table).execute()
        })
        await assert.rejects(
          testDatabase.openStore({ mayMigrate: false }),
          /(has lost notice|has tables, but no list).*start the server or a sync/,
        )
        const warnings: string[] = []
        await using store = await testDatabase.openStore({ onWarning: (message) => warnings.push(message) })
        assert.match(warnings.join(), /built anew/)
        await store.readModel.transaction((tx) => tx.insertInto('notice').values(notice).execute())
      })
    }

    for (const table of ['artifact_file', 'migration']) {
      it(`are noticed in the ledger, which is refused each time: ${table}`, async () => {
        await using testDatabase = await createDatabase()
        await testDatabase.migrateAs('ledger', ledgerMigrations, async (tx) => {
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
          await db.schema.dropTable('notice_absence').execute()
          await db.schema.alterTable('job_label').renameTo('job_name').execute()
        },
      }
      const migrations = [...readModelMigrations, later]
      let opened = 0
      for (let start = 0; start < 2; start += 1)
        await testDatabase.migrateAs('readModel', migrations, async () => {
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
      const earlier = readModelMigrations.slice(0, -1)
      await testDatabase.migrateAs('ledger', ledgerMigrations, async () => {})
      await testDatabase.migrateAs('readModel', earlier, async () => {})
      await assert.rejects(testDatabase.openStore({ mayMigrate: false }), (error) => {
        assert.ok(error instanceof ConfigurationError && !(error instanceof NoDatabaseError))
        assert.match(error.message, new RegExp(`lacks ${readModelMigrations.at(-1)?.name}: start the server`))
        return true
      })
      await testDatabase.migrateAs('readModel', earlier, async (tx) => {
        assert.equal((await tx.selectFrom('migration').selectAll().execute()).length, earlier.length)
      })
      for (const mayMigrate of [true, false]) {
        await using store = await testDatabase.openStore({ mayMigrate })
        await store.ping(AbortSignal.timeout(600_000))
      }
    })

    // PostgreSQL has both in one database.
    if (engine === 'sqlite')
      it('does not take files without the ledger for a new store', async () => {
        await using testDatabase = await createDatabase()
        await testDatabase.migrateAs('readModel', readModelMigrations, async () => {})
        await assert.rejects(testDatabase.openStore({ mayMigrate: false }), /ledger\.db is missing, although/)
      })

    it('says that a deleted read model is built anew by the server', async () => {
      await using testDatabase = await createDatabase()
      await testDatabase.migrateAs('ledger', ledgerMigrations, async () => {})
      await assert.rejects(testDatabase.openStore({ mayMigrate: false }), (error) => {
        assert.ok(error instanceof ConfigurationError && !(error instanceof NoDatabaseError))
        assert.match(error.message, /is missing: start the server or a sync/)
        return true
      })
    })
  })

  describe(`${engine}: a store from an earlier version`, { skip }, () => {
    it('without checksums keeps every row of both databases and gets the checksums', async () => {
      await using testDatabase = await createDatabase()
      for (const [database, migrations] of [
        ['ledger', ledgerMigrations],
        ['readModel', readModelMigrations],
      ] as const) {
        await testDatabase.migrateAs(database, migrations, async (tx) => {
          if (database === 'readModel') await tx.insertInto('notice').values(notice).execute()
          else await tx.insertInto('lease').values({ name: 'mine', holder: 'a', expires_at: 1 }).execute()
          await sql`alter table migration drop column checksum`.execute(tx)
        })
      }
      for (let start = 0; start < 2; start += 1) {
        await using store = await testDatabase.openStore()
        assert.equal((await store.ledger.read.selectFrom('lease').selectAll().execute()).length, 1)
        assert.equal((await store.readModel.read.selectFrom('notice').selectAll().execute()).length, 1)
        for (const [db, migrations] of [
          [store.ledger, ledgerMigrations],
          [store.readModel, readModelMigrations],
        ] as const) {
          const read = db.read as unknown as Kysely<AnyTables>
          const rows = await read
            .selectFrom('migration')
            .select(['name', 'checksum'])
            .orderBy('name')
            .execute()
          const expected = await withChecksums(migrations, engine)
          assert.deepEqual(
            rows.map((row) => [row.name, row.checksum]),
            expected.map((migration) => [migration.name, migration.checksum]),
          )
        }
      }
    })

    it('has shorter hashes of descriptions that still refer to each other', async () => {
      await using testDatabase = await createDatabase()
      const before = readModelMigrations.filter(({ name }) => name < '0023')
      const [text, base] = ['t', 'b'].map((letter) => letter.repeat(22)) as [string, string]
      await testDatabase.migrateAs('readModel', before, async (tx) => {
        const row = { uses: 1, data: Buffer.from('data') }
        await tx
          .insertInto('job_description')
          .values({ ...row, hash: base, base: null })
          .execute()
        await tx
          .insertInto('job_description')
          .values({ ...row, hash: text, base })
          .execute()
        const version = { slot: 1, version: 1, since: '2026-11-01', hash: text }
        await tx.insertInto('job_description_version').values(version).execute()
        await tx.insertInto('job_description_base').values({ employer: 'acme', hash: base }).execute()
      })
      await testDatabase.migrateAs('readModel', readModelMigrations, async (tx) => {
        const rows = async (table: string) => await tx.selectFrom(table).selectAll().execute()
        const [shortText, shortBase] = [text.slice(0, 14), base.slice(0, 14)]
        assert.deepEqual((await rows('job_description')).map((row) => [row.hash, row.base]).sort(), [
          [shortBase, null],
          [shortText, shortBase],
        ])
        assert.equal((await rows('job_description_version'))[0]?.hash, shortText)
        assert.equal((await rows('job_description_base'))[0]?.hash, shortBase)
      })
    })

    it('has the ranks of postings, and their places by slot', async () => {
      await using testDatabase = await createDatabase()
      const before = readModelMigrations.filter(({ name }) => name < '0024')
      const ids = ['jp_22222222a7zzzzzzzzzz', 'jp_zzzzzzzzz22222222222', 'jp_222222223aaaaaaaaaaa']
      await testDatabase.migrateAs('readModel', before, async (tx) => {
        const job = (await readTables(tx, engine)).find(({ name }) => name === 'job')
        for (const [slot, id] of ids.entries()) {
          const columns = job?.columns.map(({ name, dataType }) => [
            name,
            /int/i.test(dataType) ? slot : null,
          ])
          const texts = Object.fromEntries(
            job?.columns.flatMap(({ name, dataType }) => (/text/i.test(dataType) ? [[name, id]] : [])) ?? [],
          )
          await tx
            .insertInto('job')
            .values({ ...Object.fromEntries(columns ?? []), ...texts })
            .execute()
          const place = { term: 'city:aach', active: 1, listed_on: '2026-11-01', job_id: id }
          await tx.insertInto('job_place').values(place).execute()
        }
      })
      await testDatabase.migrateAs('readModel', readModelMigrations, async (tx) => {
        const ranks = [6, 32 ** 9 - 1, 1]
        const jobs = await tx.selectFrom('job').selectAll().orderBy('slot').execute()
        assert.deepEqual(
          jobs.map((row) => Number(row.id_rank)),
          ranks,
        )
        const places = await tx.selectFrom('job_place').selectAll().orderBy('slot').execute()
        assert.deepEqual(
          places.map((row) => [row.term, Number(row.id_rank), Number(row.slot)]),
          ranks.map((rank, slot) => ['city:aach', rank, slot]),
        )
      })
    })

    for (let count = 1; count < ledgerMigrations.length; count += 1) {
      const applied = ledgerMigrations.slice(0, count)
      it(`with a filled ledger up to ${applied.at(-1)?.name} keeps every row and value`, async () => {
        await using testDatabase = await createDatabase()
        let filled: Record<string, AnyTables[]> = {}
        await testDatabase.migrateAs('ledger', applied, async (tx) => {
          filled = await fillTables(tx, engine)
        })
        assert.ok(Object.keys(filled).length >= 3)
        let compared = 0
        // Of the two databases of a store, only this one: the other takes longer, and is new each time.
        await testDatabase.migrateAs('ledger', ledgerMigrations, async (tx) => {
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
      for (const migrations of [ledgerMigrations, readModelMigrations]) {
        assert.deepEqual(await withChecksums(migrations, engine), await withChecksums(migrations, engine))
      }
    }
  })

  // Add a line for each new migration. A line must never change: stores have these checksums. If an upgrade of a dependency
  // changes the text of the SQL but not its meaning, write the migration so that its text stays the same.
  it('never changes once the migration is released', async () => {
    const short: string[] = []
    for (const [database, migrations] of Object.entries({
      ledger: ledgerMigrations,
      readModel: readModelMigrations,
    })) {
      const sqlite = await withChecksums(migrations, 'sqlite')
      const postgres = await withChecksums(migrations, 'postgres')
      sqlite.forEach(({ name, checksum }, at) => {
        short.push(`${database} ${name} ${checksum.slice(0, 12)} ${postgres[at]?.checksum.slice(0, 12)}`)
      })
    }
    assert.deepEqual(
      short.filter((line) => released.includes(line)),
      released,
    )
  })
})

const released = [
  'ledger 0001-frame a50f0a53d362 413ceb197dcb',
  'ledger 0002-identity ec8667652911 944986ec8573',
  'ledger 0003-stored-response-quota 79c0975b5934 2b83053db8f7',
  'ledger 0004-mailbox c25eddc82abc 823700a933c6',
  'ledger 0005-blocked-identities 19446c5451b6 9bc07046cf60',
  'ledger 0006-profile 0a1f94409172 6589da235bee',
  'ledger 0007-quarantine 10cd66d0f600 8b9069c20ecf',
  'ledger 0008-member-notes d2d29f75c807 55f65f2c3304',
  'ledger 0009-artifact-files 5be36e395edb 5213d21c0c9f',
  'ledger 0010-member-health af014f238d72 55926a124b8f',
  'ledger 0011-source-members 543370705d78 9b8818931643',
  'ledger 0012-host-pauses 8634b818b806 65eb7ca2c336',
  'ledger 0013-run-share a281996f0abc 8a165de08d5f',
  'ledger 0014-rosters e6c6b79891ff 765fa17b3551',
  'ledger 0024-run-requests ab8ff977803b 90e8589af0fd',
  'ledger 0025-cancelled-runs aa423dd984c8 67dd3c9ceecc',
  'ledger 0026-host-turns e22d5eafce44 7f8db80631cc',
  'readModel 0001-frame 0260dd4bc73b eea9c8b64092',
  'readModel 0002-cinema 541524133a89 46a9706e2865',
  'readModel 0003-jobs 876146ac6092 acd43ff6ca84',
  'readModel 0004-trust 92edd67cdf0e de4347499e76',
  'readModel 0005-epoch 6b76366d6786 d8ee89791525',
  'readModel 0006-absent-showtimes e709e65b73f2 c8c338b55306',
  'readModel 0007-profile c4368d47c37a 96b947861051',
  'readModel 0008-confirmed-absences 6c657914999d a0d2d84338e4',
  'readModel 0009-movie-runtime f753211e68da a321cd745118',
  'readModel 0010-retention a7287ec7bcbd b6ec617b958f',
  'readModel 0011-job-times 641a17cc5587 c367e43dbd27',
  'readModel 0012-lost-fields 3da737c357c6 15a1645f833d',
  'readModel 0013-movie-text-index e20772c95777 13637747cd42',
  'readModel 0014-job-words a880754560a1 78d67417c1fa',
  'readModel 0015-job-changes 8e574ae1d6b4 7b0efe829958',
  'readModel 0016-job-source-hash 997c48a7b04e 4acfdc25fece',
  'readModel 0017-job-descriptions 4b318c5144af ca4388d3c4ba',
  'readModel 0018-job-word-lists 594d71e6e97e ab19f6e3f413',
  'readModel 0019-job-title-counts 894a6bd04cb6 894a6bd04cb6',
  'readModel 0020-job-functions 245dcc846593 5f66fad12d64',
  'readModel 0021-job-description-bases 033e330f6843 2edfcfeb38c9',
  'readModel 0022-response-digest e1eefc021ff7 56e86edbb588',
  'readModel 0023-packed-postings edc26e6ae37c edc26e6ae37c',
  'readModel 0024-ranked-postings 04aecd48f307 0248a095ff73',
  'readModel 0025-list-orders 42eb206f44e0 42eb206f44e0',
  'readModel 0026-response-tag 7efa43b7c307 a244078019d1',
]

const notice = {
  id: 'nt_1',
  source_id: 'gazette',
  member_id: 'm',
  town: 'Aach',
  category: 'roads',
  published_on: '2026-11-01',
  title: 'a title',
  hash: 'h',
  doc: '{}',
}

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
    if (name === 'migration' || name === 'publication') continue
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
