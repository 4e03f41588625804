import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { columnTypes } from '../migrations/column-types.ts'
import { databaseFiles } from '../sqlite/files.ts'
import type { Database, Store } from '../store.ts'
import type { ReadModelTables } from '../tables.ts'
import { parseSearch } from './full-text.ts'
import { textIndexStatements } from './text-index.ts'

interface PageTable {
  page: { id: string; title: string; body: string | null; hash: string }
}

const pages: Record<string, [title: string, body: string | null]> = {
  a: ['Senior Data Engineer', 'Python and SQL, full-time in Zürich'],
  b: ['Data Platform Lead', 'You lead senior engineers. Node.js, pythonic taste'],
  c: ['Café opens on Ångström Street', null],
  d: ['CAFE closes', 'e-mail to jobs@example.org or see https://example.org/path_to/it'],
  e: ['Σίσυφος ΟΔΟΣ', 'Россия, Йод'],
  f: ['ニュース 2026年', '数据 工程师'],
  g: ['C++ and C#', '100% remote (1.5 days) — “quoted” it’s 3D 12e3x'],
  h: ['İstanbul', 'Straße, Øresund, naïve fiancée résumé'],
  i: ['x'.repeat(300_000), 'needle'],
  j: ['हिन्दी भाषा', 'emoji 🎬cinema🎬'],
}

const queries: Record<string, string> = {
  'senior "data engineer" pyth*': 'a',
  senior: 'ab',
  'Senior LEAD': 'b',
  engineer: 'a',
  'engineer*': 'ab',
  'lead you': 'b',
  '"lead you"': '',
  '"engineer python"': '',
  python: 'a',
  'pyth*': 'ab',
  zurich: 'a',
  ZÜRICH: 'a',
  'full time': 'a',
  'full-time': 'a',
  'time-full': '',
  cafe: 'cd',
  café: 'cd',
  'angstrom street': 'c',
  'node.js': 'b',
  node: 'b',
  'js.node': '',
  'jobs@example.org': 'd',
  'example.org/path_to': 'd',
  path: 'd',
  οδος: 'e',
  ΟΔΟΣ: 'e',
  σίσυφοσ: 'e',
  σισυφος: '',
  россия: 'e',
  йод: 'e',
  иод: '',
  ニュース: 'f',
  'ニュ*': 'f',
  数据: 'f',
  'c++': 'g',
  'c#': 'g',
  c: 'g',
  '1.5': 'g',
  '100% remote': 'g',
  quoted: 'g',
  "it's": 'g',
  '3d': 'g',
  '12e3x': 'g',
  istanbul: 'h',
  strasse: '',
  straße: 'h',
  øresund: 'h',
  'naive resume': 'h',
  'fiance*': 'h',
  needle: 'i',
  हिन्दी: 'j',
  cinema: 'j',
  '': '',
  '"': '',
  '"" * - ( ) : ^ & | ! <->': '',
  '"unclosed phrase': '',
  '"data engineer': 'a',
  "data' OR ''='": '',
  'title:data': '',
  'NEAR(data engineer)': '',
  'data AND engineer': 'a',
  'nowhere*': '',
}

for (const { name, skip, borrowDatabase } of testEngines) {
  describe(`${name}: full-text search`, { skip }, () => {
    let testDatabase: TestDatabase
    let store: Store
    let database: Database<ReadModelTables & PageTable>

    before(async () => {
      testDatabase = await borrowDatabase()
      store = await testDatabase.openStore({ role: 'worker' })
      database = store.readModel as unknown as typeof database
      await database.transaction(async (tx) => {
        const { text } = columnTypes(database.engine)
        await tx.schema
          .createTable('page')
          .addColumn('id', text, (column) => column.primaryKey().notNull())
          .addColumn('title', text, (column) => column.notNull())
          .addColumn('body', text)
          .addColumn('hash', text, (column) => column.notNull())
          .execute()
        await tx
          .insertInto('page')
          .values({ id: 'a', title: 'early', body: 'already there', hash: '' })
          .execute()
        for (const statement of textIndexStatements(database.engine, 'page', ['title', 'body'], true))
          await sql.raw(statement).execute(tx)
      })
      assert.equal(await found('already'), 'a')
      await database.transaction((tx) =>
        database.dialect.upsertChanged(
          tx,
          'page',
          ['id'],
          Object.entries(pages).map(([id, [title, body]]) => ({ id, title, body, hash: title })),
        ),
      )
    })

    after(async () => {
      await store?.[Symbol.asyncDispose]()
      await testDatabase?.[Symbol.asyncDispose]()
    })

    async function found(text: string): Promise<string> {
      const { fullText } = database.dialect
      const match = fullText.toMatch(parseSearch(text))
      const rows = await database.read
        .selectFrom('page')
        .select('id')
        .where(fullText.matches('page', match))
        .orderBy('id')
        .execute()
      return rows.map((row) => row.id).join('')
    }

    for (const [text, ids] of Object.entries(queries)) {
      it(`finds [${ids}] for ${text}`, async () => {
        assert.equal(await found(text), ids)
      })
    }

    it('accepts any input without an error', async () => {
      const signs = fc.string({
        unit: fc.constantFrom(...`"'*()-+:^&|!<>\\/{}[]~@%,;.?#$\t aAβ1é数🎬\u0301\u200d\ud800`),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(signs, fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' })),
          async (text) => {
            await found(text)
          },
        ),
        { numRuns: 300 },
      )
    })

    it('limits the length of a query', async () => {
      assert.equal(await found('a '.repeat(100_000)), '')
      assert.equal(await found('y'.repeat(100_000)), '')
      assert.ok(parseSearch('word '.repeat(1_000)).length <= 16)
    })

    it('follows updates and deletes', async () => {
      const put = (title: string) =>
        database.transaction((tx) =>
          database.dialect.upsertChanged(
            tx,
            'page',
            ['id'],
            [{ id: 'z', title, body: 'unchanged', hash: title }],
          ),
        )
      await put('first wording')
      assert.equal(await found('wording'), 'z')
      await put('second version')
      assert.equal(await found('wording'), '')
      assert.equal(await found('version unchanged'), 'z')
      await database.transaction((tx) => tx.deleteFrom('page').where('id', '=', 'z').execute())
      assert.equal(await found('version'), '')
    })

    if (name !== 'sqlite') return
    it('still finds the right rows after the file is compacted', async () => {
      await database.transaction((tx) => tx.deleteFrom('page').where('id', 'in', ['b', 'd']).execute())
      const { dataDir = '' } = testDatabase.storeOptions
      const db = new DatabaseSync(databaseFiles(dataDir).readModel.path, { timeout: 5_000 })
      db.exec('vacuum')
      db.close()
      assert.equal(await found('cafe'), 'c')
      assert.equal(await found('istanbul'), 'h')
    })
  })
}

describe('parseSearch', () => {
  it('distinguishes words, phrases and prefixes', () => {
    assert.deepEqual(parseSearch('senior "data engineer" pyth*'), [
      { words: ['senior'], prefix: false },
      { words: ['data', 'engineer'], prefix: false },
      { words: ['pyth'], prefix: true },
    ])
  })

  it('returns an empty query for punctuation only', () => {
    for (const text of ['', ' ', '"', '""', '***', '()&|!', '\u0301', '🎬'])
      assert.deepEqual(parseSearch(text), [])
  })

  it('treats a single letter with a star as a word', () => {
    assert.deepEqual(parseSearch('a*'), [{ words: ['a'], prefix: false }])
  })
})
