/**
 * Finds the postings whose description has the words of a query. Prefixes are not listed. Lists have no positions, so a
 * description matches a phrase if it has all words of it.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Statement } from '../../../../store/statements/statement.ts'
import {
  blockOfTextList,
  encodeSlots,
  estimateSlots,
  findTextList,
  readSlots,
  textListIds,
  textPartOf,
} from '../../encoding/text-lists.ts'
import { toTextToken } from '../../normalise/text-tokens.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'
import type { Clause, TextQuery } from './clauses.ts'

export interface TextMatches {
  /** The encoded lists of a clause in a block, by the index of the clause. A posting may be in several. */
  lists(clause: number, block: number): readonly Uint8Array[]
  /** The slots of which the lists have an earlier description. */
  readonly outdated: ReadonlySet<number>
}

type ListsByBlock = ReadonlyMap<number, Uint8Array>

/** `read` must be a snapshot. */
export async function readTextMatches(
  read: Kysely<JobsReadModelTables>,
  { clauses }: TextQuery,
  signal: AbortSignal | undefined,
): Promise<TextMatches> {
  const tokens = new Set(clauses.flatMap((clause) => [...tokensOf(clause), ...phraseTokensOf(clause)]))
  const byToken = new Map<string, ListsByBlock>()
  for (const token of tokens) {
    signal?.throwIfAborted()
    byToken.set(token, await readLists(read, token))
  }
  const listsOf = (token: string): ListsByBlock => byToken.get(token) ?? new Map()
  const byClause: (readonly ListsByBlock[])[] = []
  for (const clause of clauses) {
    const phrase = phraseTokensOf(clause)
    byClause.push(
      phrase.length === 0
        ? tokensOf(clause).map(listsOf)
        : [await intersect([...new Set(phrase)].map(listsOf), signal)],
    )
  }
  const outdated = tokens.size === 0 ? new Set<number>() : await readOutdated(read)
  return {
    lists: (clause, block) => (byClause[clause] ?? []).flatMap((byBlock) => byBlock.get(block) ?? []),
    outdated,
  }
}

/** Of single words. */
function tokensOf({ textWords }: Clause): string[] {
  return [...new Set(textWords.map(toTextToken))]
}

/** Of several words in quotes. */
function phraseTokensOf({ phrases, isQuoted }: Clause): string[] {
  const [words = []] = phrases
  return isQuoted && words.length > 1 ? words.map(({ text }) => toTextToken(text)) : []
}

/** A few milliseconds of work, also with many words. */
const blocksPerTurn = 64

/** The slots that are in all lists. */
async function intersect(
  lists: readonly ListsByBlock[],
  signal: AbortSignal | undefined,
): Promise<ListsByBlock> {
  const [first = new Map<number, Uint8Array>(), ...others] = lists.toSorted((a, b) => a.size - b.size)
  const common = new Map<number, Uint8Array>()
  const [slots, listed] = [new Uint16Array(slotsPerBlock), new Uint16Array(slotsPerBlock)]
  let blocks = 0
  for (const [block, list] of first) {
    const inBlock = [list, ...others.flatMap((byBlock) => byBlock.get(block) ?? [])]
    if (inBlock.length < lists.length) continue
    const count = intersectBlock(inBlock, slots, listed)
    if (count > 0) common.set(block, encodeSlots(slots.subarray(0, count)))
    blocks += 1
    if (blocks % blocksPerTurn > 0) continue
    await nextTurn()
    signal?.throwIfAborted()
  }
  return common
}

/** Writes the common slots to the beginning of `slots`, and returns their number. */
function intersectBlock(lists: readonly Uint8Array[], slots: Uint16Array, listed: Uint16Array): number {
  const [shortest, ...others] = lists.toSorted((a, b) => estimateSlots(a) - estimateSlots(b))
  if (shortest === undefined) return 0
  let count = readSlots(shortest, slots)
  for (const list of others) {
    if (count === 0) return 0
    const listedCount = readSlots(list, listed, { slots, count })
    count = keepCommon(slots, count, listed, listedCount)
  }
  return count
}

/** Both are ascending. Keeps those of `slots` that are also listed, and returns their number. */
function keepCommon(slots: Uint16Array, count: number, listed: Uint16Array, listedCount: number): number {
  let kept = 0
  for (let at = 0, other = 0; at < count && other < listedCount; ) {
    const [slot, listedSlot] = [slots[at] as number, listed[other] as number]
    if (slot === listedSlot) slots[kept++] = slot
    if (slot <= listedSlot) at++
    if (listedSlot <= slot) other++
  }
  return kept
}

const listsOfPart = new Statement<
  JobsReadModelTables,
  ReturnType<typeof textListIds>,
  JobsReadModelTables['job_word_list']
>((db, param) =>
  db
    .selectFrom('job_word_list')
    .selectAll()
    .where('id', '>=', param('from'))
    .where('id', '<', param('below')),
)

async function readLists(read: Kysely<JobsReadModelTables>, token: string): Promise<Map<number, Uint8Array>> {
  const rows = await listsOfPart.runIn(read, textListIds(textPartOf(token)))
  const name = Buffer.from(token)
  const lists = new Map<number, Uint8Array>()
  for (const { id, data } of rows) {
    const list = findTextList(data, name)
    if (list !== undefined) lists.set(blockOfTextList(Number(id)), list)
  }
  return lists
}

/** The number of descriptions that have a form of the word. */
export async function countInTexts(read: Kysely<JobsReadModelTables>, word: string): Promise<number> {
  const lists = await readLists(read, toTextToken(word))
  const slots = new Uint16Array(slotsPerBlock)
  return lists.values().reduce((sum, list) => sum + readSlots(list, slots), 0)
}

const outdatedSlots = new Statement<JobsReadModelTables, object, { slot: number }>((db) =>
  db.selectFrom('job_pending_words').select('slot').where('was_listed', '=', 1),
)

async function readOutdated(read: Kysely<JobsReadModelTables>): Promise<Set<number>> {
  const rows = await outdatedSlots.runIn(read, {})
  return new Set(rows.map(({ slot }) => Number(slot)))
}

export function slotOfBlock(block: number, at: number): number {
  return block * slotsPerBlock + at
}
