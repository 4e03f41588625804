/** Reads a Parquet file back, as its readers do. */

import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'

const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) }

export async function readParquet(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  return await parquetReadObjects({ file: toArrayBuffer(bytes), compressors })
}

/** What the file says about itself. */
export function readParquetFacts(bytes: Uint8Array) {
  const {
    key_value_metadata: facts = [],
    num_rows,
    row_groups,
    schema,
  } = parquetMetadata(toArrayBuffer(bytes))
  return {
    rows: Number(num_rows),
    groups: row_groups.length,
    schema,
    facts: Object.fromEntries(facts.map(({ key, value }) => [key, value])),
  }
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
