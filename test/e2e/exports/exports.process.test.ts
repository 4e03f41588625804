/** Whole lists as files, with notices as the simplest service. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { type ExportApp, openExportApp } from '../../support/exports/export-app.ts'
import { readParquet, readParquetFacts } from '../../support/exports/read-parquet.ts'
import { testEngines } from '../../support/store/test-engines.ts'
import { until } from '../../support/until.ts'

const formats = ['ndjson', 'csv', 'parquet']
/** What programs that read a file might take for something else. */
const hostileTitles = [
  '=HYPERLINK("http://evil.example")',
  '+1',
  '@SUM(A1)',
  'a "quoted"; text,\r\nof two lines',
  '\u202e\ud83d\ude00 é',
  'PAR1',
  '{"json":true}',
  ' ',
]

async function get({ origin }: ExportApp, path: string) {
  const response = await fetch(origin + path)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
}

async function errorOf(app: ExportApp, path: string) {
  const { status, text } = await get(app, path)
  const { code, details } = JSON.parse(text).error
  return { status, code, details }
}

/** All pages of the list. */
async function readList(app: ExportApp): Promise<{ rows: unknown[]; changesAfter: string }> {
  const rows: unknown[] = []
  let cursor = ''
  let changesAfter = ''
  do {
    const page = JSON.parse((await get(app, `/v1/notices?limit=200${cursor}`)).text)
    rows.push(...page.data)
    changesAfter ||= page.meta.changes_after
    const next = page.meta.pagination.next_cursor
    cursor = next === null ? '' : `&cursor=${next}`
  } while (cursor !== '')
  return { rows, changesAfter }
}

function numbered(count: number, of: object = {}) {
  return Array.from({ length: count }, (_, at) => ({ id: `nt_${String(at).padStart(5, '0')}`, ...of }))
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  yield* createInterface({ input: Readable.fromWeb(body as ReadableStream) })
}

for (const engine of testEngines) {
  describe(`${engine.name}: the export of a list`, { skip: engine.skip }, () => {
    it('has every row in every format, beyond the limit of a page, and the position to follow from', async () => {
      await using app = await openExportApp(engine)
      await app.publish(hostileTitles.map((title, at) => ({ id: `nt_h${at}`, title })))
      await app.publish(numbered(450, { town: 'York' }))
      const { rows, changesAfter } = await readList(app)
      assert.equal(rows.length, 458)
      const files: Awaited<ReturnType<typeof get>>[] = []
      for (const format of formats) files.push(await get(app, `/v1/notices.${format}`))
      for (const { status, headers, bytes } of files) {
        assert.equal(status, 200)
        assert.equal(headers.get('x-rows'), '458')
        assert.equal(headers.get('x-changes-after'), changesAfter)
        assert.equal(headers.get('x-credits-charged'), '5')
        assert.equal(headers.get('content-length'), String(bytes.length))
        assert.equal(headers.get('x-sha256'), createHash('sha256').update(bytes).digest('hex'))
      }
      const [ndjson, csv, parquet] = files.map(({ bytes }) => bytes) as [Buffer, Buffer, Buffer]
      assert.deepEqual(
        ndjson
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
        rows,
      )
      const titles = rows.map((row) => (row as { title: string }).title)
      const cells: { title: string }[] = parse(csv, { columns: true, record_delimiter: '\r\n' })
      assert.deepEqual(
        cells.map(({ title }) => title),
        titles.map((title) => (/^[=+@]/.test(title) ? `'${title}` : title)),
      )
      assert.deepEqual(
        (await readParquet(parquet)).map(toJson),
        rows.map((row) => ({ ...(row as object), updated_at: null })),
      )
      assert.deepEqual(readParquetFacts(parquet).facts, { changes_after: changesAfter })
      await until(() => app.spooled().length === 0)
    })

    it('has the filters of the list, and is valid without rows', async () => {
      await using app = await openExportApp(engine)
      await app.publish([{ id: 'nt_a', town: 'Bath' }, { id: 'nt_b' }])
      const { text } = await get(app, '/v1/notices.ndjson?town=bath')
      assert.equal(JSON.parse(text).id, 'nt_a')
      const empty = '?town=bath&category=tenders'
      assert.equal((await get(app, `/v1/notices.ndjson${empty}`)).text, '')
      const csv = (await get(app, `/v1/notices.csv${empty}`)).text
      assert.match(csv, /^id,title,town,[^\n]*\r\n$/)
      const parquet = await get(app, `/v1/notices.parquet${empty}`)
      assert.deepEqual(await readParquet(parquet.bytes), [])
    })

    it('refuses formats that there are not, and parameters of pages', async () => {
      await using app = await openExportApp(engine)
      const unknown = await errorOf(app, '/v1/notices.xlsx')
      assert.deepEqual([unknown.status, unknown.code], [406, 'not_acceptable'])
      assert.deepEqual(unknown.details.formats, formats)
      for (const query of ['limit=5', 'cursor=abc', 'tonw=Bath', 'category=unknown']) {
        const { status, code } = await errorOf(app, `/v1/notices.csv?${query}`)
        assert.deepEqual([status, code], [400, 'invalid_request'], query)
      }
      assert.equal((await errorOf(app, '/v1/notices/nt_a.csv')).status, 404)
      assert.equal((await errorOf(app, '/v1/changes.csv')).status, 404)
    })

    it('is neither written nor charged for HEAD', async () => {
      // The allowance of an address is 50.
      await using app = await openExportApp(engine, { EXPORT_CREDITS: '50' })
      await app.publish([{ id: 'nt_a' }])
      const head = (query = '') => fetch(`${app.origin}/v1/notices.parquet${query}`, { method: 'HEAD' })
      for (const _ of [1, 2]) {
        const { status, headers } = await head()
        assert.equal(status, 200)
        assert.equal(headers.get('content-type'), 'application/vnd.apache.parquet')
        assert.match(
          headers.get('content-disposition') ?? '',
          /^attachment; filename="notices-\d{4}-\d\d-\d\d\.parquet"$/,
        )
        assert.equal(headers.get('cache-control'), 'no-store')
        for (const name of ['content-length', 'transfer-encoding', 'x-rows', 'x-credits-charged'])
          assert.equal(headers.get(name), null, name)
      }
      assert.equal((await head('?limit=5')).status, 400)
      assert.equal((await get(app, '/v1/notices.parquet')).status, 200)
      assert.equal((await errorOf(app, '/v1/notices.parquet')).code, 'insufficient_credits')
      assert.equal((await head()).status, 200)
    })

    it('that is too large is refused, costs nothing and leaves nothing on the disk', async () => {
      const settings = { EXPORT_ROWS_MAX: '300', EXPORT_BYTES_MAX: '100000', EXPORT_CREDITS: '20' }
      await using app = await openExportApp(engine, settings)
      await app.publish(numbered(301))
      const rows = await errorOf(app, '/v1/notices.parquet')
      assert.deepEqual(
        [rows.status, rows.code, rows.details],
        [422, 'export_too_large', { unit: 'rows', max: 300 }],
      )
      await app.publish([{ id: 'nt_large', town: 'Ely', body: 'x'.repeat(100_000) }])
      const bytes = await errorOf(app, '/v1/notices.csv?town=Ely')
      assert.deepEqual(bytes.details, { unit: 'bytes', max: 100_000 })
      assert.equal((await errorOf(app, '/v1/notices.ndjson')).code, 'export_too_large')
      assert.deepEqual(app.spooled(), [])
      // The allowance of an address is 50.
      for (const charged of ['20', '20']) {
        const paid = await get(app, '/v1/notices.csv?town=None')
        assert.equal(paid.headers.get('x-credits-charged'), charged)
      }
      const third = await errorOf(app, '/v1/notices.csv?town=None')
      assert.deepEqual([third.status, third.code], [402, 'insufficient_credits'])
    })

    it('whose rows are large has all of them, though a page of them is more than the memory of its thread', async () => {
      await using app = await openExportApp(engine)
      const body = 'x'.repeat(3_000_000)
      for (let at = 0; at < 60; at++) await app.publish([{ id: `nt_${at}`, town: 'Large', body }])
      await app.publish(numbered(50))
      const file = await fetch(`${app.origin}/v1/notices.ndjson`)
      assert.equal(file.headers.get('x-rows'), '110')
      const ids = new Set<string>()
      for await (const line of linesOf(file)) ids.add(JSON.parse(line).id)
      assert.equal(ids.size, 110)
    })

    it('that would need more memory than its thread may have is refused, and the server goes on', async () => {
      await using app = await openExportApp(engine)
      await app.publish([{ id: 'nt_large', town: 'Large', body: 'x'.repeat(60_000_000) }])
      await app.publish([{ id: 'nt_small', town: 'Small' }])
      const refused = await errorOf(app, '/v1/notices.ndjson')
      assert.deepEqual([refused.status, refused.code], [422, 'export_too_large'])
      assert.deepEqual(app.spooled(), [])
      const small = await get(app, '/v1/notices.ndjson?town=Small')
      assert.deepEqual([small.status, small.headers.get('x-rows')], [200, '1'])
    })

    it('is one of two at a time for an address, and a reader who leaves makes room', async () => {
      await using app = await openExportApp(engine)
      // More than the buffers of a connection hold.
      await app.publish(numbered(200, { body: 'x'.repeat(100_000) }))
      const leaving = new AbortController()
      for (const files of [1, 2]) {
        const slow = await fetch(`${app.origin}/v1/notices.ndjson`, { signal: leaving.signal })
        assert.equal(slow.status, 200)
        assert.equal(app.spooled().length, files)
      }
      const third = await errorOf(app, '/v1/notices.csv?town=None')
      assert.deepEqual([third.status, third.code, third.details], [429, 'rate_limited', { at_once: 2 }])
      leaving.abort()
      await until(() => app.spooled().length === 0)
      // The file is gone a moment before its place is free.
      await until(async () => (await get(app, '/v1/notices.csv?town=None')).status === 200)
      await until(() => app.spooled().length === 0)
      const early = new AbortController()
      const unfinished = fetch(`${app.origin}/v1/notices.parquet`, { signal: early.signal })
      await until(() => app.spooled().length === 1)
      early.abort()
      await assert.rejects(unfinished)
      await until(() => app.spooled().length === 0)
    })
  })
}

function toJson(row: Record<string, unknown>): unknown {
  const { published_on, source_lineage, ...rest } = row as {
    published_on: Date
    source_lineage: { captured_at: Date }
  }
  const { captured_at, ...lineage } = source_lineage
  return {
    ...rest,
    published_on: published_on.toISOString().slice(0, 10),
    source_lineage: { ...lineage, captured_at: captured_at.toISOString() },
  }
}
