/**
 * The layout of `job_words.data`: one line per slot of a block with the searchable words of the posting, fields separated
 * by tabs and words by spaces. Words are stored as written, so a change of the stemmer needs no new lines.
 */

import type { Kysely } from 'kysely'
import { toWords } from '../normalise/words.ts'
import { slotsPerBlock } from '../schema/block.ts'
import type { JobRow, JobsReadModelTables } from '../schema/tables.ts'

/** The order is part of the layout. */
export const wordFields = ['title', 'company', 'department', 'place'] as const
export type WordField = (typeof wordFields)[number]

/** Increase it when `toWords` or the layout changes: lines of another version are derived from the postings. */
export const wordsVersion = 1

const wordsPerFieldMax = 200

export function toWordLine(row: Pick<JobRow, WordField>): string {
  return wordFields.map((field) => toWords(row[field]).slice(0, wordsPerFieldMax).join(' ')).join('\t')
}

export function packLines(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.join('\n'))
}

/** A slot without a posting has an empty line; slots at the end may have none. */
export function unpackLines(data: Uint8Array): string[] {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString().split('\n')
}

/** For blocks whose lines are not stored, or in another version. */
export async function deriveLines(read: Kysely<JobsReadModelTables>, block: number): Promise<string[]> {
  const first = block * slotsPerBlock
  const rows = await read
    .selectFrom('job')
    .select(['slot', ...wordFields])
    .where('slot', '>=', first)
    .where('slot', '<', first + slotsPerBlock)
    .execute()
  const lines: string[] = []
  for (const row of rows) lines[Number(row.slot) - first] = toWordLine(row)
  return Array.from(lines, (line) => line ?? '')
}
