/** Maintains the words of a block as its postings change. */

import {
  deriveLines,
  fromBytes,
  packLines,
  replaceLines,
  toBytes,
  toWordLine,
  type WordField,
  wordsVersion,
} from '../encoding/word-lines.ts'
import { slotsPerBlock } from '../schema/block.ts'
import type { JobRow, JobsTransaction } from '../schema/tables.ts'

/** The posting of each changed slot, or undefined if it was deleted. Call it when the rows are written. */
export async function writeWords(
  tx: JobsTransaction,
  block: number,
  changes: ReadonlyMap<number, Pick<JobRow, WordField> | undefined>,
): Promise<void> {
  if (changes.size === 0) return
  const stored = await tx
    .selectFrom('job_words')
    .select(['version', 'data'])
    .where('block', '=', block)
    .executeTakeFirst()
  const isCurrent = stored !== undefined && Number(stored.version) === wordsVersion
  const before = isCurrent ? fromBytes(stored.data) : packLines(await deriveLines(tx, block))
  const words = replaceLines(
    before,
    new Map(
      [...changes].map(([slot, row]) => [slot % slotsPerBlock, row === undefined ? '' : toWordLine(row)]),
    ),
  )
  // Readers load a block again when its revision changes.
  if (isCurrent && words === before) return
  await tx
    .insertInto('job_words')
    .values({ block, revision: 1, version: wordsVersion, data: toBytes(words) })
    .onConflict((conflict) =>
      conflict.column('block').doUpdateSet((eb) => ({
        revision: eb('job_words.revision', '+', 1),
        version: eb.ref('excluded.version'),
        data: eb.ref('excluded.data'),
      })),
    )
    .execute()
}
