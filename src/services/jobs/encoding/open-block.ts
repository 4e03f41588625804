/** Reads a stored block. One of an earlier version lacks the days on which postings were closed: their rows have them. */

import type { Kysely } from 'kysely'
import { type Block, isEarlierLayout, slotsPerBlock, toBlock, writeClosed } from '../schema/block.ts'
import type { JobsReadModelTables } from '../schema/tables.ts'

export async function openBlock(
  read: Kysely<JobsReadModelTables>,
  number: number,
  data: Uint8Array,
): Promise<Block> {
  const block = toBlock(data)
  if (!isEarlierLayout(data)) return block
  const first = number * slotsPerBlock
  const closed = await read
    .selectFrom('job')
    .select(['slot', 'closed_on'])
    .where('slot', '>=', first)
    .where('slot', '<', first + slotsPerBlock)
    .where('closed_on', 'is not', null)
    .execute()
  for (const { slot, closed_on } of closed) writeClosed(block, Number(slot) - first, closed_on)
  return block
}
