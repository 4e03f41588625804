/** Finds and counts postings in the blocks, which stay in memory as long as they are the newest. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import {
  type Block,
  type CodedField,
  type DayField,
  openBlock,
  slotStates,
  slotsPerBlock,
} from '../../schema/block.ts'
import type { AllTables, JobsDatabase } from '../../schema/tables.ts'
import { BlockValues } from './dictionary.ts'
import { type Check, Sieve } from './selection.ts'
import { type BlockOrder, FirstInOrder } from './top-k.ts'

/** One condition on a block: the text of a field has to be or contain a key, or a number lie within bounds. */
export type BlockTest =
  | { readonly field: CodedField; readonly key: string }
  | { readonly field: CodedField; has(value: string): boolean }
  | { readonly field: DayField | 'payTop'; readonly from: number; readonly to: number }

interface BlockQuestion {
  readonly active: boolean
  readonly tests: readonly BlockTest[]
}

interface BlockMatches {
  readonly total: number
  /** Of those after `after`, the first, in order. */
  readonly slots: readonly number[]
}

interface BlockCount {
  readonly total: number
  /** How many postings have each key of the counted field. */
  readonly byKey: ReadonlyMap<string, number>
}

export function keptBlocks(db: JobsDatabase): KeptBlocks {
  const known = keptFor.get(db)
  if (known !== undefined) return known
  const blocks = new KeptBlocks()
  keptFor.set(db, blocks)
  return blocks
}

const keptFor = new WeakMap<JobsDatabase, KeptBlocks>()

/** Eleven million postings; blocks beyond are read again for every question. */
const keptBytesMax = 768 * 1024 * 1024
const readAtOnce = 16
/** Others get their turn after so many blocks: a few milliseconds. */
const blocksPerTurn = 256

interface NumberedBlock {
  readonly number: number
  readonly block: Block
}

class KeptBlocks {
  readonly #values = new BlockValues()
  readonly #kept = new Map<number, { readonly revision: number; readonly block: Block }>()
  #bytes = 0

  /** `read` has to be a snapshot: blocks, revisions and values are of one moment. */
  async count(read: Kysely<AllTables>, question: BlockQuestion, field: CodedField): Promise<BlockCount> {
    await this.#values.refresh(read)
    const counts = new Uint32Array(this.#values.size)
    let total = 0
    await this.#eachMatch(read, question, ({ codes }, slots, matches) => {
      addCounts(counts, codes[field], slots, matches)
      total += matches
    })
    return { total, byKey: this.#values.byKey(field, counts) }
  }

  /** In a snapshot, likewise. */
  async find(read: Kysely<AllTables>, question: BlockQuestion, order: BlockOrder): Promise<BlockMatches> {
    await this.#values.refresh(read)
    const first = new FirstInOrder(order)
    let total = 0
    await this.#eachMatch(read, question, ({ days, idHead, idTail }, slots, matches, firstSlot) => {
      const day = days[order.by]
      total += matches
      for (let index = 0; index < matches; index++) {
        const at = slots[index] as number
        first.offer(day[at] as number, idHead[at] as number, idTail[at] as number, firstSlot + at)
      }
    })
    return { total, slots: first.slots() }
  }

  /** Calls `take` once per block, with the slots that match: so many in front of `slots`. */
  async #eachMatch(
    read: Kysely<AllTables>,
    { active, tests }: BlockQuestion,
    take: (block: Block, slots: Uint16Array, matches: number, firstSlot: number) => void,
  ): Promise<void> {
    const state = active ? slotStates.active : slotStates.closed
    // What is cheapest to look up comes first, and leaves fewer slots to the rest.
    const checks = tests
      .map((test) => this.#checkOf(test))
      .sort((a, b) => Number('from' in a) - Number('from' in b))
    const sieve = new Sieve()
    for await (const blocks of this.#blocks(read)) {
      for (const { number, block } of blocks) {
        const matches = sieve.sift(block, state, checks)
        take(block, sieve.slots, matches, number * slotsPerBlock)
      }
      await nextTurn()
    }
  }

  /** All blocks, in handfuls. */
  async *#blocks(read: Kysely<AllTables>): AsyncGenerator<NumberedBlock[]> {
    const newest = await read.selectFrom('job_block').select(['block', 'revision']).execute()
    const missing: number[] = []
    let known: NumberedBlock[] = []
    for (const { block: number, revision } of newest) {
      const kept = this.#kept.get(number)
      if (kept?.revision === revision) known.push({ number, block: kept.block })
      else missing.push(number)
      if (known.length < blocksPerTurn) continue
      yield known
      known = []
    }
    if (known.length > 0) yield known
    for (let at = 0; at < missing.length; at += readAtOnce) {
      const rows = await read
        .selectFrom('job_block')
        .selectAll()
        .where('block', 'in', missing.slice(at, at + readAtOnce))
        .execute()
      yield rows.map(({ block: number, revision, data }) => {
        const block = openBlock(data)
        this.#keep(number, revision, block)
        return { number, block }
      })
    }
  }

  #keep(number: number, revision: number, block: Block): void {
    const before = this.#kept.get(number)
    // A slower reader of an older moment must not push out what is newer.
    if (before !== undefined && before.revision > revision) return
    const grown = block.bytes.length - (before?.block.bytes.length ?? 0)
    if (this.#bytes + grown > keptBytesMax) return
    this.#bytes += grown
    this.#kept.set(number, { revision, block })
  }

  #checkOf(test: BlockTest): Check {
    if ('from' in test) return test
    const { field } = test
    const wanted = new Uint8Array(this.#values.size)
    const codes =
      'key' in test ? this.#values.codesOf(field, test.key) : this.#values.codesWhere(field, test.has)
    for (const code of codes) wanted[code] = 1
    return { field, wanted }
  }
}

function addCounts(counts: Uint32Array, codes: Uint32Array, slots: Uint16Array, count: number): void {
  for (let index = 0; index < count; index++) {
    const code = codes[slots[index] as number] as number
    counts[code] = (counts[code] as number) + 1
  }
}
