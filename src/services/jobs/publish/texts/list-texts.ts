/**
 * Maintains the lists of the words of descriptions. To change a list is cheap only for many postings at once, so a
 * publish notes whose words are to be listed, and the end of the run lists them, block by block.
 */

import { unpackText } from '../../../../core/text/packed-text.ts'
import { chunks } from '../../../../store/chunks.ts'
import type { WriteBatch } from '../../../../sync/source.ts'
import {
  changeTextLists,
  RemovedSlots,
  textListId,
  textPartOf,
  textParts,
} from '../../encoding/text-lists.ts'
import { safeHtmlToText } from '../../normalise/description.ts'
import { TextTokenReader } from '../../normalise/text-tokens.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { JobsTables, JobsTransaction } from '../../schema/tables.ts'
import { readDescriptions } from './read-descriptions.ts'

/** Per transaction at the end of a run. */
const pendingMax = 4096
const blocksMax = 4

/** `wasListed`: whether the slot may have had words before. */
export async function noteTextChanges(
  tx: JobsTransaction,
  slots: readonly number[],
  wasListed: boolean,
): Promise<void> {
  for (const chunk of chunks(slots))
    await tx
      .insertInto('job_pending_words')
      .values(chunk.map((slot) => ({ slot, was_listed: wasListed ? 1 : 0 })))
      .onConflict((conflict) =>
        wasListed
          ? conflict.column('slot').doUpdateSet({ was_listed: 1 })
          : conflict.column('slot').doNothing(),
      )
      .execute()
}

/** Lists the words of those blocks of the slots in which many postings wait for it. */
export async function listFullBlocks(
  tx: JobsTransaction,
  slots: Iterable<number>,
  pause?: WriteBatch<unknown>['pause'],
): Promise<void> {
  for (const block of new Set(Iterator.from(slots).map(blockOf))) {
    await pause?.()
    const pending = tx
      .selectFrom('job_pending_words')
      .where('slot', '>=', block * slotsPerBlock)
      .where('slot', '<', (block + 1) * slotsPerBlock)
    // Most calls end here, so the rows are not read before.
    const { n } = await pending.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    if (Number(n) < slotsPerBlock / 2) continue
    await listBlock(tx, block, await pending.selectAll().orderBy('slot').execute())
  }
}

/** Returns whether there are more to be listed. */
export async function listTexts(tx: JobsTransaction): Promise<boolean> {
  const pending = await tx
    .selectFrom('job_pending_words')
    .selectAll()
    .orderBy('slot')
    .limit(pendingMax)
    .execute()
  const byBlock = Map.groupBy(pending, ({ slot }) => blockOf(Number(slot)))
  const blocks = [...byBlock].sort(([, one], [, other]) => other.length - one.length).slice(0, blocksMax)
  for (const [block, rows] of blocks) await listBlock(tx, block, rows)
  return byBlock.size > blocks.length || pending.length === pendingMax
}

function blockOf(slot: number): number {
  return Math.floor(slot / slotsPerBlock)
}

async function listBlock(
  tx: JobsTransaction,
  block: number,
  pending: readonly JobsTables['job_pending_words'][],
): Promise<void> {
  const slots = pending.map(({ slot }) => Number(slot))
  for (const chunk of chunks(slots))
    await tx.deleteFrom('job_pending_words').where('slot', 'in', chunk).execute()
  const first = block * slotsPerBlock
  const added = await readTokens(tx, slots, first)
  const removed = new RemovedSlots(
    pending.filter(({ was_listed }) => Number(was_listed) === 1).map(({ slot }) => Number(slot) - first),
  )
  const parts = removed.count > 0 ? Array.from({ length: textParts }, (_, part) => part) : [...added.keys()]
  for (const chunk of chunks(parts, 256)) {
    const stored = new Map(
      (
        await tx
          .selectFrom('job_word_list')
          .selectAll()
          .where(
            'id',
            'in',
            chunk.map((part) => textListId(part, block)),
          )
          .execute()
      ).map(({ id, data }) => [Number(id), data]),
    )
    const written: { id: number; data: Uint8Array }[] = []
    const deleted: number[] = []
    for (const part of chunk) {
      const id = textListId(part, block)
      const before = stored.get(id)
      const more = new Map((added.get(part) ?? []).map(({ token, slots }) => [token, slots]))
      const data = changeTextLists(before ?? noLists, removed, more)
      if (data.length === 0) deleted.push(id)
      else if (before === undefined || Buffer.compare(before, data) !== 0) written.push({ id, data })
    }
    if (deleted.length > 0) await tx.deleteFrom('job_word_list').where('id', 'in', deleted).execute()
    if (written.length > 0)
      await tx
        .insertInto('job_word_list')
        .values(written)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })),
        )
        .execute()
  }
}

const noLists = new Uint8Array(0)

/** The slots in a block whose texts have the token, ascending. */
interface ListedToken {
  readonly token: string
  readonly part: number
  slots: number[]
  /** The block that the slots are in, by the order in which blocks are read. */
  reading: number
}

const tokenReader = new TextTokenReader((token): ListedToken => {
  return { token, part: textPartOf(token), slots: [], reading: 0 }
})
let readings = 0

/** The tokens of the current descriptions, by part. They are valid until the next block is read. */
async function readTokens(
  tx: JobsTransaction,
  slots: readonly number[],
  first: number,
): Promise<ReadonlyMap<number, readonly ListedToken[]>> {
  const texts = await readDescriptions(tx, slots)
  tokenReader.forgetMany()
  readings += 1
  const found: ListedToken[] = []
  for (const [slot, data] of texts) {
    for (const listed of tokenReader.read(safeHtmlToText(unpackText(data)))) {
      if (listed.reading !== readings) {
        listed.reading = readings
        listed.slots = []
        found.push(listed)
      }
      listed.slots.push(slot - first)
    }
  }
  return Map.groupBy(found, ({ part }) => part)
}
