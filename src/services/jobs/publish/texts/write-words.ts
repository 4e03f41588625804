/** Maintains the words of a block as its postings change. */

import {
  fromBytes,
  noWords,
  replaceLines,
  toBytes,
  toWordLine,
  type WordField,
} from '../../encoding/word-lines.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { JobRow, JobsTransaction } from '../../schema/tables.ts'

/** The posting of each changed slot, or undefined if it was deleted. Call it when the rows are written. */
export async function writeWords(
  tx: JobsTransaction,
  block: number,
  changes: ReadonlyMap<number, Pick<JobRow, WordField> | undefined>,
): Promise<void> {
  if (changes.size === 0) return
  const stored = await tx.selectFrom('job_words').select('data').where('block', '=', block).executeTakeFirst()
  const before = stored === undefined ? noWords : fromBytes(stored.data)
  const words = replaceLines(
    before,
    new Map(
      [...changes].map(([slot, row]) => [slot % slotsPerBlock, row === undefined ? '' : toWordLine(row)]),
    ),
  )
  // Readers load a block again when its revision changes.
  if (words === before) return
  await tx
    .insertInto('job_words')
    .values({ block, revision: 1, data: toBytes(words) })
    .onConflict((conflict) =>
      conflict.column('block').doUpdateSet((eb) => ({
        revision: eb('job_words.revision', '+', 1),
        data: eb.ref('excluded.data'),
      })),
    )
    .execute()
}
