/** Reads the current versions of postings as they are indexed: from the same blocks that searches without an index read. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { unpackText } from '../../../../core/text/packed-text.ts'
import { chunks } from '../../../../store/chunks.ts'
import { toIndexedWords } from '../../encoding/index-tokens.ts'
import { fromBytes, unpackLines } from '../../encoding/word-lines.ts'
import { safeHtmlToText } from '../../normalise/description.ts'
import { TextTokenReader } from '../../normalise/text-tokens.ts'
import {
  type Block,
  dayFieldNames,
  dictionaryFieldNames,
  slotStates,
  slotsPerBlock,
  toBlock,
} from '../../schema/block.ts'
import { lookupKeys } from '../../schema/facets.ts'
import type { IndexedPosting, IndexedValue } from '../../schema/search-index.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'
import { readDescriptions } from '../texts/read-descriptions.ts'

/** Without its numbers in the index. */
export type PostingVersion = Omit<IndexedPosting, 'row' | 'revision'>

/** `read` must be a snapshot. Slots without a posting are left out. */
export async function readVersions(
  read: Kysely<JobsReadModelTables>,
  slots: Iterable<number>,
): Promise<PostingVersion[]> {
  const versions: PostingVersion[] = []
  const byBlock = Map.groupBy(slots, (slot) => Math.floor(slot / slotsPerBlock))
  for (const [number, ofBlock] of byBlock) versions.push(...(await readBlock(read, number, ofBlock)))
  return versions
}

async function readBlock(
  read: Kysely<JobsReadModelTables>,
  number: number,
  slots: readonly number[],
): Promise<PostingVersion[]> {
  const stored = await read
    .selectFrom('job_block')
    .select('data')
    .where('block', '=', number)
    .executeTakeFirst()
  if (stored === undefined) return []
  const words = await read
    .selectFrom('job_words')
    .select('data')
    .where('block', '=', number)
    .executeTakeFirst()
  const block = toBlock(stored.data)
  const lines = words === undefined ? [] : unpackLines(fromBytes(words.data))
  const texts = await readTexts(read, slots)
  const versions: PostingVersion[] = []
  for (const chunk of chunks(slots)) {
    const rows = await read
      .selectFrom('job')
      .select(['slot', 'id', 'title'])
      .where('slot', 'in', chunk)
      .execute()
    for (const { slot: stated, id, title } of rows) {
      const slot = Number(stated)
      const at = slot % slotsPerBlock
      if (block.state[at] === slotStates.unused) continue
      versions.push({
        id,
        slot,
        title,
        ...toColumns(block, at),
        ...toIndexedWords(lines[at] ?? ''),
        text: texts.get(slot) ?? [],
      })
    }
  }
  return versions
}

/** The first values after a code. */
export async function readValues(
  read: Kysely<JobsReadModelTables>,
  after: number,
  limit: number,
): Promise<IndexedValue[]> {
  const rows = await read
    .selectFrom('job_value')
    .selectAll()
    .where('code', '>', after)
    .orderBy('code')
    .limit(limit)
    .execute()
  return rows.map(({ code, field, value }) => ({
    code: Number(code),
    field,
    value,
    keys: lookupKeys(field, value),
  }))
}

type Columns = Pick<
  PostingVersion,
  (typeof dictionaryFieldNames)[number] | (typeof dayFieldNames)[number] | 'state' | 'pay_max'
>

function toColumns({ codes, days, payMax, state }: Block, at: number): Columns {
  const pay = payMax[at] as number
  const numbers = [
    ...dictionaryFieldNames.map((field) => [field, codes[field][at]] as const),
    ...dayFieldNames.map((field) => [field, days[field][at]] as const),
    ['state', state[at]] as const,
    ...(Number.isNaN(pay) ? [] : [['pay_max', pay] as const]),
  ]
  return Object.fromEntries(numbers) as Columns
}

/** A few milliseconds of work. */
const textsPerTick = 32

const tokenReader = new TextTokenReader((token) => token)

/** The tokens of the current descriptions. */
async function readTexts(
  read: Kysely<JobsReadModelTables>,
  slots: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = await readDescriptions(read, slots)
  tokenReader.forgetMany()
  const texts = new Map<number, readonly string[]>()
  for (const [slot, data] of found) {
    texts.set(slot, tokenReader.read(safeHtmlToText(unpackText(data))))
    if (texts.size % textsPerTick === 0) await nextTurn()
  }
  return texts
}
