/** `node scripts/build-gazetteer.ts`: builds the offline gazetteer, the names of cities and regions as sorted, compressed lines. */

import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { gazetteerText } from './places/gazetteer-text.ts'

const text = gazetteerText()
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
writeFileSync(new URL('../src/core/places/gazetteer.br', import.meta.url), packed)
process.stdout.write(
  `${text.split('\n').length} lines, ${text.length} characters in ${packed.length} bytes\n`,
)
