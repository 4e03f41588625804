/** Packs tables of lines for `PackedLines`: a directory as one line of JSON, then the parts of all tables. */

import { constants, zstdCompressSync } from 'node:zlib'

const partBytes = 64 * 1024

/** The first field of a line is its key. Lines are sorted byte by byte, because that is how they are searched. */
export function packLines(tables: readonly (readonly string[])[]): Buffer {
  const packed = tables.map((lines) =>
    [...partsOf(sorted(lines))].map((part) => ({ firstKey: keyOf(part), bytes: pack(part) })),
  )
  const directory = packed.map((parts) => parts.map(({ firstKey, bytes }) => [firstKey, bytes.length]))
  const header = Buffer.from(`${JSON.stringify(directory)}\n`)
  return Buffer.concat([header, ...packed.flatMap((parts) => parts.map(({ bytes }) => bytes))])
}

/** All lines of a key are in one part. */
function* partsOf(lines: readonly string[]): Generator<string> {
  let part: string[] = []
  let size = 0
  for (const line of lines) {
    if (size >= partBytes && keyOf(line) !== keyOf(part.at(-1) ?? '')) {
      yield part.join('')
      part = []
      size = 0
    }
    part.push(`${line}\n`)
    size += Buffer.byteLength(line) + 1
  }
  if (part.length > 0) yield part.join('')
}

function keyOf(line: string): string {
  return line.slice(0, line.indexOf('\t'))
}

function pack(text: string): Buffer {
  return zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })
}

function sorted(lines: readonly string[]): string[] {
  return [...new Set(lines)].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
}
