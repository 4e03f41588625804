/**
 * Finds the postings whose description has the words of a query. Prefixes are not listed. Lists have no positions: those of
 * a phrase are of the postings that have all its words, until they are replaced by what `text-phrases.ts` has verified.
 */

import type { Kysely } from 'kysely'
import {
  blockOfTextList,
  decodeSlots,
  encodeSlots,
  findTextList,
  textListIds,
  textPartOf,
} from '../../encoding/text-lists.ts'
import { toTextToken } from '../../normalise/text-tokens.ts'
import { slotsPerBlock } from '../../schema/block.ts'
import type { JobsReadModelTables } from '../../schema/tables.ts'
import type { JobStatements } from '../statements.ts'
import type { Clause, TextQuery } from './parse-query.ts'

export interface TextMatches {
  /** The encoded lists of a clause in a block, by the index of the clause. A posting may be in several. */
  lists(clause: number, block: number): readonly Uint8Array[]
  /** The slots of which the lists have an earlier description. */
  readonly outdated: ReadonlySet<number>
}

type ListsByBlock = ReadonlyMap<number, Uint8Array>

/** Matches of which the phrases are not verified. */
export interface TextCandidates extends TextMatches {
  /** The tokens of each phrase that some description may have, by the index of the clause. */
  readonly phrases: ReadonlyMap<number, readonly string[]>
  /** `slots`: those that have the phrase, by the index of the clause. */
  verified(slots: ReadonlyMap<number, readonly number[]>): TextMatches
}

/** `read` must be a snapshot. */
export async function readTextMatches(
  statements: JobStatements,
  read: Kysely<JobsReadModelTables>,
  { clauses }: TextQuery,
): Promise<TextCandidates> {
  const tokens = new Set(clauses.flatMap((clause) => [...tokensOf(clause), ...phraseTokensOf(clause)]))
  const byToken = new Map<string, ListsByBlock>()
  for (const token of tokens) byToken.set(token, await readLists(statements, read, token))
  const listsOf = (token: string): ListsByBlock => byToken.get(token) ?? new Map()
  const phrases = new Map<number, readonly string[]>()
  const byClause = clauses.map((clause, index): ListsByBlock[] => {
    const phrase = phraseTokensOf(clause)
    if (phrase.length === 0) return tokensOf(clause).map(listsOf)
    const common = intersect([...new Set(phrase)].map(listsOf))
    if (common.size > 0) phrases.set(index, phrase)
    return [common]
  })
  const outdated = tokens.size === 0 ? new Set<number>() : await readOutdated(statements, read)
  return {
    ...toMatches(byClause, outdated),
    phrases,
    verified: (slots) =>
      toMatches(
        byClause.map((lists, index) => (phrases.has(index) ? [toLists(slots.get(index) ?? [])] : lists)),
        outdated,
      ),
  }
}

function toMatches(
  byClause: readonly (readonly ListsByBlock[])[],
  outdated: ReadonlySet<number>,
): TextMatches {
  return {
    lists: (clause, block) => (byClause[clause] ?? []).flatMap((byBlock) => byBlock.get(block) ?? []),
    outdated,
  }
}

/** Of single words. */
function tokensOf({ phrases }: Clause): string[] {
  const tokens = phrases.flatMap(([first, ...others]) =>
    first === undefined || others.length > 0 || first.isPrefix ? [] : [toTextToken(first.text)],
  )
  return [...new Set(tokens)]
}

/** Of several words in quotes, in their order. */
function phraseTokensOf({ phrases, isQuoted }: Clause): string[] {
  const [words = []] = phrases
  return isQuoted && words.length > 1 ? words.map(({ text }) => toTextToken(text)) : []
}

/** The slots that are in all lists. */
function intersect(lists: readonly ListsByBlock[]): ListsByBlock {
  const [first = new Map<number, Uint8Array>(), ...others] = lists
  const common = new Map<number, Uint8Array>()
  for (const [block, list] of first) {
    const more = others.map((byBlock) => byBlock.get(block))
    if (more.includes(undefined)) continue
    let slots = decodeSlots(list)
    for (const other of more) {
      const isIn = new Set(decodeSlots(other as Uint8Array))
      slots = slots.filter((slot) => isIn.has(slot))
    }
    if (slots.length > 0) common.set(block, encodeSlots(slots))
  }
  return common
}

function toLists(slots: readonly number[]): ListsByBlock {
  const byBlock = Map.groupBy(slots, (slot) => Math.floor(slot / slotsPerBlock))
  return new Map(
    [...byBlock].map(([block, inBlock]) => [
      block,
      encodeSlots(Uint16Array.from(inBlock, (slot) => slot % slotsPerBlock).sort()),
    ]),
  )
}

async function readLists(
  statements: JobStatements,
  read: Kysely<JobsReadModelTables>,
  token: string,
): Promise<Map<number, Uint8Array>> {
  const rows = await statements.run<JobsReadModelTables['job_word_list']>(
    read,
    'lists of a part',
    (db, param) =>
      db
        .selectFrom('job_word_list')
        .selectAll()
        .where('id', '>=', param<number>('from'))
        .where('id', '<', param<number>('below')),
    { ...textListIds(textPartOf(token)) },
  )
  const name = Buffer.from(token)
  const lists = new Map<number, Uint8Array>()
  for (const { id, data } of rows) {
    const list = findTextList(data, name)
    if (list !== undefined) lists.set(blockOfTextList(Number(id)), list)
  }
  return lists
}

async function readOutdated(
  statements: JobStatements,
  read: Kysely<JobsReadModelTables>,
): Promise<Set<number>> {
  const rows = await statements.run<{ slot: number }>(read, 'outdated slots', (db) =>
    db.selectFrom('job_pending_words').select('slot').where('was_listed', '=', 1),
  )
  return new Set(rows.map(({ slot }) => Number(slot)))
}

export function slotOfBlock(block: number, at: number): number {
  return block * slotsPerBlock + at
}
