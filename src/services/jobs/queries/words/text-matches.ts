/** Finds the postings whose description has the words of a query. Phrases of several words and prefixes are not listed. */

import type { Kysely } from 'kysely'
import { blockOfTextList, findTextList, textListIds, textPartOf } from '../../encoding/text-lists.ts'
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

/** `read` must be a snapshot. */
export async function readTextMatches(
  statements: JobStatements,
  read: Kysely<JobsReadModelTables>,
  { clauses }: TextQuery,
): Promise<TextMatches> {
  const byToken = new Map<string, ReadonlyMap<number, Uint8Array>>()
  const tokensOfClauses = clauses.map(tokensOf)
  for (const token of new Set(tokensOfClauses.flat()))
    byToken.set(token, await readLists(statements, read, token))
  const byClause = tokensOfClauses.map((tokens) => tokens.map((token) => byToken.get(token)))
  return {
    lists(clause, block) {
      const lists: Uint8Array[] = []
      for (const byBlock of byClause[clause] ?? []) {
        const list = byBlock?.get(block)
        if (list !== undefined) lists.push(list)
      }
      return lists
    },
    outdated: byToken.size === 0 ? new Set() : await readOutdated(statements, read),
  }
}

function tokensOf({ phrases }: Clause): string[] {
  const tokens = phrases.flatMap(([first, ...others]) =>
    first === undefined || others.length > 0 || first.isPrefix ? [] : [toTextToken(first.text)],
  )
  return [...new Set(tokens)]
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
