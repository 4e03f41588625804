/** `node scripts/build-gazetteer.ts`: builds the offline gazetteer, the names of cities and regions as sorted, packed lines. */

import { writeFileSync } from 'node:fs'
import { gazetteerTables } from './places/gazetteer-tables.ts'
import { packLines } from './places/pack-lines.ts'

const tables = gazetteerTables()
const packed = packLines(tables)
writeFileSync(new URL('../src/core/places/gazetteer.pack', import.meta.url), packed)
process.stdout.write(`${tables.flat().length} lines in ${packed.length} bytes\n`)
