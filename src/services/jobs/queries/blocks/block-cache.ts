/** Finds and counts postings in the blocks, which are cached by revision. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type BufferSet, type SharedBuffers, toSharedBytes } from '../../../../core/shared-buffers.ts'
import { chunks } from '../../../../store/chunks.ts'
import { Statement } from '../../../../store/statements/statement.ts'
import type { SlotList } from '../../encoding/text-lists.ts'
import { type Block, slotStates, slotsPerBlock, toBlock } from '../../schema/block.ts'
import type { JobsDatabase, JobsReadModelTables } from '../../schema/tables.ts'
import type { Condition, NearCondition } from '../condition.ts'
import type { FoundPostings, JobQuery, Wanted } from '../job-search.ts'
import { readTextMatches } from '../words/text-matches.ts'
import { type UnderstoodQuery, understandQuery } from '../words/understand-query.ts'
import { WordIndex, type Words } from '../words/word-index.ts'
import type { WordScorer } from '../words/word-scorer.ts'
import { Dictionary } from './dictionary.ts'
import { PlacePoints } from './place-points.ts'
import {
  codeFilter,
  dayFilter,
  eitherFilter,
  payFilter,
  Selection,
  type SlotFilter,
  stateFilter,
} from './selection.ts'
import { type BlockMatches, TopK } from './top-k.ts'
import { yearlyFactor } from './yearly-pay.ts'

type Matches = Pick<FoundPostings, 'total' | 'understood'>

/** Revisions and codes start again in a read model that another process has built anew. */
export function blockCacheOf(db: JobsDatabase): BlockCache {
  const epoch = db.epoch()
  const existing = caches.get(db)
  if (existing?.epoch === epoch) return existing.cache
  const cache = new BlockCache(epoch, sharedBuffers.get(db), bytesMaxOf.get(db))
  caches.set(db, { epoch, cache })
  return cache
}

/** Before the first query: with other threads that read the same database, the blocks are in memory once. */
export function shareBlocks(db: JobsDatabase, buffers: SharedBuffers): void {
  sharedBuffers.set(db, buffers)
}

/** In bytes. Further blocks are read for every query; with more words, a search by words fails. */
interface MemoryLimits {
  readonly blocks: number
  readonly words: number
}

/** Before the first query, for a reader that has less memory than the requests of a server. */
export function limitBlocks(db: JobsDatabase, bytesMax: MemoryLimits): void {
  bytesMaxOf.set(db, bytesMax)
}

const bytesMaxOf = new WeakMap<JobsDatabase, MemoryLimits>()
const sharedBuffers = new WeakMap<JobsDatabase, SharedBuffers>()

const caches = new WeakMap<JobsDatabase, { readonly epoch: number; readonly cache: BlockCache }>()

/** Ten million postings. Further blocks are read for every query. */
const cachedBytesMax = 768 * 1024 * 1024
const blocksPerRead = 16
/** Yield to the event loop after this many blocks (a few ms, also if many fields are counted). */
const blocksPerTick = 64
/** A day is a number of 16 bits. */
const dayNumbers = 65_536

interface BlockRevision {
  readonly block: number
  readonly revision: number
}

const blockRevisions = new Statement<JobsReadModelTables, object, BlockRevision>((db) =>
  db.selectFrom('job_block').select(['block', 'revision']),
)

interface NumberedBlock {
  readonly number: number
  readonly block: Block
}

type Visit = (matches: BlockMatches) => void

interface TextSearch {
  readonly words: Words
  readonly scorer: WordScorer
}

class BlockCache {
  readonly #dictionary: Dictionary
  readonly #words: WordIndex
  readonly #places = new PlacePoints()
  readonly #cached = new Map<number, { readonly revision: number; readonly block: Block }>()
  /** Undefined if no other thread reads them. */
  readonly #shared: BufferSet | undefined
  readonly #bytesMax: number
  #bytes = 0

  constructor(epoch: number, buffers: SharedBuffers | undefined, bytesMax: MemoryLimits | undefined) {
    this.#bytesMax = bytesMax?.blocks ?? cachedBytesMax
    this.#dictionary = new Dictionary()
    this.#words = new WordIndex(epoch, buffers, bytesMax?.words)
    this.#shared = buffers?.open('blocks of jobs', epoch, (number) => this.#drop(number))
  }

  /** `read` must be a snapshot: blocks, revisions and values belong together. */
  async find(
    read: Kysely<JobsReadModelTables>,
    query: JobQuery,
    { order, fields, days = [] }: Wanted,
  ): Promise<FoundPostings> {
    await this.#dictionary.refresh(read)
    const near = query.conditions.find((filter) => 'near' in filter)
    const topK =
      order === undefined
        ? undefined
        : new TopK(order, {
            payFactors: order.by === 'pay' ? this.#payFactors(order.currency) : undefined,
            miles: near && (await this.#milesFrom(near)),
          })
    // Fields have no code in common but that of the empty text.
    const counts = new Uint32Array(this.#dictionary.size)
    const countsByDay = days.map(() => new Uint32Array(dayNumbers))
    const found = await this.#eachMatch(read, query, (matches) => {
      const { block, slots, count } = matches
      for (const field of fields) addCounts(counts, block.codes[field], slots, count)
      for (const [at, field] of days.entries())
        addDays(countsByDay[at] as Uint32Array, block.days[field], slots, count)
      topK?.offerAll(matches)
    })
    return {
      ...found,
      rows: topK?.rows() ?? [],
      countsByDay,
      countByKey: (field, toKeys) => this.#dictionary.countByKey(field, counts, found.total, toKeys),
    }
  }

  async #eachMatch(read: Kysely<JobsReadModelTables>, query: JobQuery, visit: Visit): Promise<Matches> {
    if (query.text === undefined) return { total: await this.#scan(read, query, visit) }
    const words = await this.#words.load(read)
    const find = async ({ text, conditions, understood }: UnderstoodQuery): Promise<Matches> => {
      const texts = await readTextMatches(read, text, query.signal)
      const search = { words, scorer: words.scorer(text, texts) }
      const all = { ...query, conditions: [...query.conditions, ...conditions] }
      return { total: await this.#scan(read, all, visit, search), understood }
    }
    const understood = await understandQuery(query.text, words.counts)
    const found = await find(understood)
    // A guess never empties the result.
    if (found.total > 0 || understood.conditions.length === 0) return found
    return await find(await understandQuery(query.text, words.counts, 'no_jobs'))
  }

  /** Calls `visit` once per block with matches. */
  async #scan(
    read: Kysely<JobsReadModelTables>,
    { active, conditions, signal }: JobQuery,
    visit: Visit,
    text?: TextSearch,
  ): Promise<number> {
    const slotFilters: SlotFilter[] = []
    // The cheapest first. The state is the last, because most postings have it.
    for (const filter of conditions.toSorted((a, b) => Number('from' in a) - Number('from' in b)))
      slotFilters.push(await this.#toSlotFilter(filter))
    slotFilters.push(stateFilter(active ? slotStates.active : slotStates.closed))
    const selection = new Selection()
    let total = 0
    for await (const blocks of this.#blocks(read)) {
      signal?.throwIfAborted()
      for (const { number, block } of blocks) {
        const among = text && (await selectByText(text, number, block.slots))
        if (among?.count === 0) continue
        const matches = selection.select(block, slotFilters, among)
        if (matches === 0) continue
        total += matches
        const firstSlot = number * slotsPerBlock
        visit({ block, slots: selection.slots, count: matches, firstSlot, scorer: text?.scorer })
      }
      await nextTurn()
    }
    return total
  }

  /** All blocks, in batches. */
  async *#blocks(read: Kysely<JobsReadModelTables>): AsyncGenerator<NumberedBlock[]> {
    const revisions = await blockRevisions.runIn(read, {})
    const missing: BlockRevision[] = []
    let batch: NumberedBlock[] = []
    for (const { block: number, revision } of revisions) {
      const cached = this.#cached.get(number)
      if (cached?.revision === revision) batch.push({ number, block: cached.block })
      else missing.push({ block: number, revision })
      if (batch.length < blocksPerTick) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
    for (const part of chunks(missing, blocksPerRead)) {
      const opened = this.#openShared(part)
      const openedNumbers = new Set(opened.map(({ number }) => number))
      const unread = part.map(({ block }) => block).filter((number) => !openedNumbers.has(number))
      if (unread.length > 0) opened.push(...(await this.#read(read, unread)))
      yield opened
    }
  }

  /** Those that another thread has read. */
  #openShared(revisions: readonly BlockRevision[]): NumberedBlock[] {
    const opened: NumberedBlock[] = []
    for (const { block: number, revision } of revisions) {
      const buffer = this.#shared?.get(number, revision)
      if (buffer === undefined) continue
      const block = toBlock(new Uint8Array(buffer))
      this.#store(number, revision, block)
      opened.push({ number, block })
    }
    return opened
  }

  async #read(read: Kysely<JobsReadModelTables>, numbers: readonly number[]): Promise<NumberedBlock[]> {
    const rows = await read
      .selectFrom('job_block')
      .selectAll()
      .where('block', 'in', [...numbers])
      .execute()
    const opened: NumberedBlock[] = []
    for (const { block: number, revision, data } of rows) {
      const block = toBlock(this.#shared ? toSharedBytes(data) : data)
      opened.push({ number, block })
      // What is not kept here would be passed on again with every query.
      if (this.#store(number, revision, block) && this.#shared)
        this.#shared.put(number, revision, block.bytes.buffer as SharedArrayBuffer)
    }
    return opened
  }

  /** Returns whether the block was kept. */
  #store(number: number, revision: number, block: Block): boolean {
    const previous = this.#cached.get(number)
    // A slow reader of an older snapshot must not replace a newer block.
    if (previous !== undefined && previous.revision > revision) return false
    const addedBytes = block.bytes.length - (previous?.block.bytes.length ?? 0)
    if (this.#bytes + addedBytes > this.#bytesMax) return false
    this.#bytes += addedBytes
    this.#cached.set(number, { revision, block })
    return true
  }

  /** Another thread has a newer one, or has read the same one first. */
  #drop(number: number): void {
    this.#bytes -= this.#cached.get(number)?.block.bytes.length ?? 0
    this.#cached.delete(number)
  }

  /** By the code of currency and period. */
  #payFactors(currency: string): Float64Array {
    const factors = new Float64Array(this.#dictionary.size).fill(Number.NaN)
    for (const code of this.#dictionary.codesOf('pay'))
      factors[code] = yearlyFactor(this.#dictionary.entry(code).value, currency)
    return factors
  }

  #milesFrom({ near, radiusMiles }: NearCondition): Promise<Float64Array> {
    return this.#places.milesWithin(this.#dictionary, near, radiusMiles)
  }

  async #toSlotFilter(filter: Condition): Promise<SlotFilter> {
    if ('from' in filter)
      return filter.field === 'yearlyPay'
        ? payFilter(this.#payFactors(filter.currency), filter)
        : dayFilter(filter.field, filter)
    if ('near' in filter) {
      const miles = await this.#milesFrom(filter)
      return eitherFilter(
        'city',
        'region',
        Uint8Array.from(miles, (each) => (each === Number.POSITIVE_INFINITY ? 0 : 1)),
      )
    }
    const { field, keys, isExcluded = false } = filter
    const mask = new Uint8Array(this.#dictionary.size).fill(isExcluded ? 1 : 0)
    const codes = keys.flatMap((key) => this.#dictionary.codesForKey(field, key))
    for (const code of codes) mask[code] = isExcluded ? 0 : 1
    return codeFilter(field, mask)
  }
}

async function selectByText({ words, scorer }: TextSearch, number: number, size: number): Promise<SlotList> {
  const block = await words.block(number)
  const count = block === undefined ? 0 : scorer.select(block, number, size)
  return { slots: scorer.slots, count }
}

function addCounts(counts: Uint32Array, codes: Uint32Array, slots: Uint16Array, count: number): void {
  for (let index = 0; index < count; index++) {
    const code = codes[slots[index] as number] as number
    counts[code] = (counts[code] as number) + 1
  }
}

function addDays(counts: Uint32Array, days: Uint16Array, slots: Uint16Array, count: number): void {
  for (let index = 0; index < count; index++) {
    const day = days[slots[index] as number] as number
    counts[day] = (counts[day] as number) + 1
  }
}
