import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Type } from 'typebox'
import { readParquet, readParquetFacts } from '../../../test/support/exports/read-parquet.ts'
import { newFolder } from '../../../test/support/shared-folder.ts'
import { day, instant, nullable, oneOf } from '../openapi/fields.ts'
import type { ListPage } from './exportable-list.ts'
import { writeList } from './write-list.ts'

const Place = Type.Object({ city: nullable(Type.String()), lat: Type.Number() })
const Row = Type.Object({
  id: Type.String(),
  count: Type.Optional(Type.Integer()),
  share: nullable(Type.Number()),
  open: Type.Boolean(),
  kind: oneOf(['a', 'b']),
  on: day(),
  at: nullable(instant()),
  tags: Type.Array(Type.String()),
  places: Type.Array(Place),
  place: nullable(Place),
  free: Type.Record(Type.String(), Type.Unknown()),
})
const columns = Object.keys(Row.properties)

const full = {
  id: 'a',
  count: 9_007_199_254_740_991,
  share: 0.5,
  open: true,
  kind: 'a',
  on: '2026-02-29',
  at: '2026-11-18T10:00:00.123Z',
  tags: ['x', ''],
  places: [
    { city: null, lat: 1.5 },
    { city: 'Łódź', lat: -2 },
  ],
  place: { city: 'Ely', lat: 0 },
  free: { deep: [{ er: 1 }] },
}

describe('a list as Parquet', () => {
  const folder = newFolder('parquet')
  after(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0

  async function write(rows: readonly object[], pageRows = 2) {
    files += 1
    const path = join(folder, `${files}.parquet`)
    async function* pages(): AsyncGenerator<ListPage> {
      for (let at = 0; at === 0 || at < rows.length; at += pageRows)
        yield { rows: rows.slice(at, at + pageRows).map((row) => JSON.stringify(row)), columns }
    }
    const limits = { rowsMax: 100_000, bytesMax: 100_000_000 }
    await writeList(pages(), { path, format: 'parquet', schema: Row, ...limits, about: { a: 'b' } })
    return readFileSync(path)
  }

  it('has the types of the schema, nested as they are', async () => {
    const [row] = await readParquet(await write([{ ...full, on: '2026-02-28' }]))
    assert.deepEqual(row, {
      ...full,
      count: 9_007_199_254_740_991n,
      on: new Date('2026-02-28'),
      at: new Date(full.at),
    })
  })

  it('has null for what is missing or is not of its type, and never fails', async () => {
    const wrong = {
      id: 7,
      count: 1.5,
      share: 'much',
      open: 'yes',
      on: 'tomorrow',
      at: '2026-99-99T00:00:00Z',
      tags: 'x',
      places: [null, 5, { city: 3 }],
      place: [],
    }
    const read = await readParquet(await write([wrong, {}, { tags: [], places: [] }]))
    // The reader has undefined for what is null in a list or an object.
    const rows = JSON.parse(JSON.stringify(read, (_, value) => value ?? null))
    const nothing = Object.fromEntries(columns.map((name) => [name, null]))
    const noPlace = { city: null, lat: null }
    assert.deepEqual(rows[0], { ...nothing, places: [null, null, noPlace] })
    assert.deepEqual(rows[1], nothing)
    assert.deepEqual(rows[2], { ...nothing, tags: [], places: [] })
  })

  it('is written in groups, so that memory does not grow with it', async () => {
    const many = Array.from({ length: 12_000 }, (_, at) => ({ id: `${at}` }))
    const bytes = await write(many, 200)
    assert.deepEqual([readParquetFacts(bytes).rows, readParquetFacts(bytes).groups], [12_000, 3])
    const long = Array.from({ length: 5 }, (_, at) => ({ id: `${at}`.repeat(3_000_000) }))
    const large = await write(long, 1)
    assert.equal(readParquetFacts(large).groups, 3)
    assert.deepEqual(
      (await readParquet(large)).map(({ id }) => (id as string).length),
      [3_000_000, 3_000_000, 3_000_000, 3_000_000, 3_000_000],
    )
    assert.deepEqual(readParquetFacts(bytes).facts, { a: 'b' })
  })
})
