/** Abbreviations and spellings that mean the same, from a table: `sre` and `site reliability engineer`. */

import { readFileSync } from 'node:fs'
import { toWords } from '../../normalise/words.ts'

type Form = readonly string[]

/** The words of the longest form. */
export const variantWordsMax = 6

/** The other forms of each, by its words. A form may be in several rows. */
let known: ReadonlyMap<string, readonly Form[]> | undefined

/** Empty if there are none. */
export function variantsOf(words: Form): readonly Form[] {
  known ??= readVariants(readFileSync(new URL('./variants.tsv', import.meta.url), 'utf8'))
  return known.get(words.join(' ')) ?? []
}

function readVariants(table: string): Map<string, Form[]> {
  const byForm = new Map<string, Form[]>()
  const [, ...rows] = table.trimEnd().split('\n')
  for (const row of rows) {
    const [column = ''] = row.split('\t')
    const forms = column.split('|').map(toWords)
    for (const form of forms) {
      const key = form.join(' ')
      byForm.set(key, [...(byForm.get(key) ?? []), ...forms.filter((other) => other !== form)])
    }
  }
  return byForm
}
