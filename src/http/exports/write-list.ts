/** Writes the rows of a list to a file, page by page: what is in memory does not grow with the list. */

import { zstdCompressSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { TSchema } from 'typebox'
import { toCsv } from '../../core/text/csv.ts'
import { ExportFile, exportTooLarge } from './export-file.ts'
import type { ExportFormat } from './export-format.ts'
import type { ListPage } from './exportable-list.ts'
import { type ParquetColumn, parquetColumns, parquetSchema } from './parquet-columns.ts'

export interface WrittenList {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

interface ListFile {
  readonly path: string
  readonly format: ExportFormat
  /** The schema of a row. */
  readonly schema: TSchema
  readonly rowsMax: number
  readonly bytesMax: number
  /** Stated in the file itself, by formats that have a place for it. */
  readonly about: Readonly<Record<string, string>>
}

interface RowWriter {
  write(page: ListPage): void
  finish(): void
}

/** Throws `export_too_large`. Whoever calls it removes the file of an export that fails. */
export async function writeList(
  pages: AsyncIterable<ListPage>,
  { path, format, schema, rowsMax, bytesMax, about }: ListFile,
): Promise<WrittenList> {
  using file = new ExportFile(path, bytesMax)
  let writer: RowWriter | undefined
  let rows = 0
  for await (const page of pages) {
    rows += page.rows.length
    if (rows > rowsMax) throw exportTooLarge('rows', rowsMax)
    writer ??= createWriter[format](file, page.columns, schema, about)
    writer.write(page)
  }
  writer?.finish()
  return { rows, ...file.finish() }
}

type CreateWriter = (
  file: ExportFile,
  columns: readonly string[],
  schema: TSchema,
  about: ListFile['about'],
) => RowWriter

const createWriter: Readonly<Record<ExportFormat, CreateWriter>> = {
  ndjson: (file) => ({
    write: ({ rows }) => file.write(Buffer.from(rows.map((row) => `${row}\n`).join(''))),
    finish: () => {},
  }),
  csv: (file, columns) => ({
    write: ({ rows }) => file.write(Buffer.from(toCsv(rows, columns, { hasHeader: file.bytes === 0 }))),
    finish: () => {},
  }),
  parquet: (file, names, schema, about) => new ParquetRows(file, parquetColumns(schema, names), about),
}

/** What is in memory at once: a group of rows is as large as either. */
const groupRowsMax = 5000
const groupCharsMax = 4 * 1024 * 1024

class ParquetRows implements RowWriter {
  readonly #file: ExportFile
  readonly #columns: readonly ParquetColumn[]
  readonly #bytes = new ByteWriter(64 * 1024)
  readonly #writer: ParquetWriter
  #values: unknown[][]
  #chars = 0

  constructor(file: ExportFile, columns: readonly ParquetColumn[], about: ListFile['about']) {
    this.#file = file
    this.#columns = columns
    this.#values = columns.map(() => [])
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: parquetSchema(columns),
      codec: 'ZSTD',
      compressors: { ZSTD: (input) => zstdCompressSync(input) },
      kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
      createdBy: 'broadsheet',
    })
  }

  write({ rows }: ListPage): void {
    for (const row of rows) {
      const record = JSON.parse(row) as Readonly<Record<string, unknown>>
      for (const [at, { name, toValue }] of this.#columns.entries())
        this.#values[at]?.push(toValue(record[name]))
      this.#chars += row.length
      if (this.#chars >= groupCharsMax || (this.#values[0]?.length ?? 0) >= groupRowsMax) this.#writeGroup()
    }
  }

  finish(): void {
    this.#writeGroup()
    this.#writer.finish()
    this.#flush()
  }

  #writeGroup(): void {
    const rowGroupSize = this.#values[0]?.length ?? 0
    if (rowGroupSize === 0) return
    const columnData = this.#columns.map(({ name }, at) => ({
      name,
      data: this.#values[at] ?? [],
      // It would be in memory until the end.
      offsetIndex: false,
    }))
    this.#writer.write({ columnData, rowGroupSize })
    this.#values = this.#columns.map(() => [])
    this.#chars = 0
    this.#flush()
  }

  #flush(): void {
    this.#file.write(this.#bytes.getBytes())
    this.#bytes.index = 0
  }
}
