import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { appendSuffix, type Compression, compressPrefix } from './compress.ts'

const decompressors: Readonly<Record<Compression, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

function compressed(...parts: Parameters<typeof appendSuffix>): Buffer {
  return Buffer.from(appendSuffix(...parts), 'latin1')
}

describe('compression', () => {
  for (const encoding of Object.keys(decompressors) as Compression[]) {
    const decompress = decompressors[encoding]

    it(`${encoding}: any decoder reads prefix and suffix as one body`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.uint8Array({ minLength: 1, maxLength: 5000 }),
            fc.string({ minLength: 1, maxLength: 5000 }),
          ),
          fc.uint8Array({ maxLength: 300 }),
          async (content, suffix) => {
            const body = Buffer.from(content as string)
            const prefix = await compressPrefix(encoding, body)
            assert.deepEqual(
              decompress(compressed(encoding, prefix, Buffer.from(suffix))),
              Buffer.concat([body, Buffer.from(suffix)]),
            )
          },
        ),
      )
    })

    it(`${encoding}: one prefix serves many suffixes, including those larger than a block`, async () => {
      const body = Buffer.from(
        JSON.stringify(Array.from({ length: 5000 }, (_, index) => ({ index, word: 'again' }))),
      )
      const prefix = await compressPrefix(encoding, body)
      assert.ok(prefix.text.length < body.length / 4)
      for (const length of [0, 1, 65_534, 65_535, 65_536, 131_070, 200_000]) {
        const suffix = Buffer.alloc(length, 'tail ')
        assert.deepEqual(decompress(compressed(encoding, prefix, suffix)), Buffer.concat([body, suffix]))
      }
    })
  }
})
