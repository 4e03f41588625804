import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { appendSuffix, type Compression, compressPrefix } from './compress.ts'

const unpackers: Readonly<Record<Compression, (packed: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

function packed(...parts: Parameters<typeof appendSuffix>): Buffer {
  return Buffer.from(appendSuffix(...parts), 'latin1')
}

describe('packing', () => {
  for (const encoding of Object.keys(unpackers) as Compression[]) {
    const unpack = unpackers[encoding]

    it(`${encoding}: any decoder reads head and tail as one body`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.uint8Array({ minLength: 1, maxLength: 5000 }),
            fc.string({ minLength: 1, maxLength: 5000 }),
          ),
          fc.uint8Array({ maxLength: 300 }),
          async (body, tail) => {
            const before = Buffer.from(body as string)
            const head = await compressPrefix(encoding, before)
            assert.deepEqual(
              unpack(packed(encoding, head, Buffer.from(tail))),
              Buffer.concat([before, Buffer.from(tail)]),
            )
          },
        ),
      )
    })

    it(`${encoding}: one head serves many tails, also those larger than a block`, async () => {
      const before = Buffer.from(
        JSON.stringify(Array.from({ length: 5000 }, (_, index) => ({ index, word: 'again' }))),
      )
      const head = await compressPrefix(encoding, before)
      assert.ok(head.text.length < before.length / 4)
      for (const length of [0, 1, 65_534, 65_535, 65_536, 131_070, 200_000]) {
        const tail = Buffer.alloc(length, 'tail ')
        assert.deepEqual(unpack(packed(encoding, head, tail)), Buffer.concat([before, tail]))
      }
    })
  }
})
