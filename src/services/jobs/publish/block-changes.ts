/** Maintains the blocks, and the number of postings by state, as postings change. */

import { chunks } from '../../../store/chunks.ts'
import { idList } from '../../../store/id-list.ts'
import type { Dialect } from '../../../store/store.ts'
import {
  type Block,
  type DictionaryField,
  dictionaryFields,
  emptyBlock,
  growBlock,
  slotStates,
  slotsPerBlock,
  toBlock,
  toSlotState,
  writeClosed,
  writeRow,
} from '../schema/block.ts'
import { type JobRow, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { noteUnindexed } from './search-index/unindexed.ts'
import { writeWords } from './texts/write-words.ts'

/** Free slots that one publish uses; the next one uses more. */
const freeSlotsMax = 10_000

/** Collects the changes of all boards of a transaction, which are written once at its end. */
export class BlockChanges {
  readonly #rows = new Map<number, JobRow>()
  readonly #closedSlots = new Map<number, string | null>()
  readonly #freedSlots = new Set<number>()
  /** Slots of deleted postings, which are used again before new ones. */
  #freeSlots: number[] = []
  #reusedSlots: number[] = []
  #nextSlot: number | undefined
  /** What is added to the number of postings, by the state of their slots. */
  readonly #added = new Map<number, number>()

  /** Once is enough. The caller must hold the `job blocks` lock. */
  async loadNextSlot(tx: JobsTransaction): Promise<void> {
    if (this.#nextSlot !== undefined) return
    const last = await tx
      .selectFrom('job')
      .select((eb) => eb.fn.max('slot').as('slot'))
      .executeTakeFirst()
    this.#nextSlot = last?.slot == null ? 0 : Number(last.slot) + 1
    // Slots at the end are free anyway.
    await tx.deleteFrom('job_free_slot').where('slot', '>=', this.#nextSlot).execute()
    const free = await tx
      .selectFrom('job_free_slot')
      .select('slot')
      .orderBy('slot', 'desc')
      .limit(freeSlotsMax)
      .execute()
    this.#freeSlots = free.map(({ slot }) => Number(slot))
  }

  allocateSlot(): number {
    const free = this.#freeSlots.pop()
    if (free !== undefined) {
      this.#reusedSlots.push(free)
      return free
    }
    const slot = this.#nextSlot ?? 0
    this.#nextSlot = slot + 1
    return slot
  }

  put(row: JobRow): void {
    this.#rows.set(row.slot, row)
  }

  /** `closedOn`: null if another posting counts for the days on which this one was open. */
  close(slot: number, closedOn: string | null): void {
    this.#closedSlots.set(slot, closedOn)
  }

  /** For a posting that is deleted. */
  free(slot: number): void {
    this.#freedSlots.add(slot)
  }

  /** The caller must hold the `job blocks` lock. */
  async write(tx: JobsTransaction, dialect: Dialect): Promise<void> {
    await this.#saveFreeSlots(tx, dialect)
    const codes = await this.#resolveCodes(tx, dialect)
    const slotsOf = Map.groupBy(
      [...this.#rows.keys(), ...this.#closedSlots.keys(), ...this.#freedSlots],
      (slot) => Math.floor(slot / slotsPerBlock),
    )
    for (const [number, slots] of slotsOf) {
      const stored = await tx
        .selectFrom('job_block')
        .select('data')
        .where('block', '=', number)
        .executeTakeFirst()
      const last = Math.max(...slots) % slotsPerBlock
      const block = stored === undefined ? emptyBlock(last + 1) : growBlock(toBlock(stored.data), last + 1)
      for (const slot of slots) this.#apply(block, slot, codes)
      await tx
        .insertInto('job_block')
        .values({ block: number, revision: 1, data: block.bytes })
        .onConflict((conflict) =>
          conflict.column('block').doUpdateSet((eb) => ({
            revision: eb('job_block.revision', '+', 1),
            data: eb.ref('excluded.data'),
          })),
        )
        .execute()
      const worded = slots.filter((slot) => this.#rows.has(slot) || this.#freedSlots.has(slot))
      await writeWords(tx, number, new Map(worded.map((slot) => [slot, this.#rows.get(slot)])))
    }
    await this.#writeTotals(tx)
    await noteUnindexed(tx, [...slotsOf.values()].flat())
  }

  async #writeTotals(tx: JobsTransaction): Promise<void> {
    const totals = Object.values(jobStates).map((active) => ({
      active,
      n: this.#added.get(toSlotState(active)) ?? 0,
    }))
    await tx
      .insertInto('job_total')
      .values(totals)
      .onConflict((conflict) =>
        conflict.column('active').doUpdateSet((eb) => ({ n: eb('job_total.n', '+', eb.ref('excluded.n')) })),
      )
      .execute()
  }

  #apply(block: Block, slot: number, codes: CodesByKey): void {
    const at = slot % slotsPerBlock
    const row = this.#rows.get(slot)
    const before = block.state[at] as number
    if (this.#freedSlots.has(slot)) block.state[at] = slotStates.unused
    else if (row === undefined) {
      block.state[at] = slotStates.closed
      writeClosed(block, at, this.#closedSlots.get(slot) ?? null)
    } else
      writeRow(block, at, row, (field, value) =>
        value === '' ? 0 : (codes.get(dictionaryKey(field, value)) as number),
      )
    const after = block.state[at] as number
    this.#added.set(before, (this.#added.get(before) ?? 0) - 1)
    this.#added.set(after, (this.#added.get(after) ?? 0) + 1)
  }

  async #saveFreeSlots(tx: JobsTransaction, dialect: Dialect): Promise<void> {
    for (const slots of chunks(this.#reusedSlots))
      await tx.deleteFrom('job_free_slot').where('slot', 'in', slots).execute()
    const freed = this.#freedSlots.values().map((slot) => ({ slot }))
    await dialect.insertRows(tx, 'job_free_slot', freed)
  }

  /** Returns the codes of all values to be written; new values get the next codes. */
  async #resolveCodes(tx: JobsTransaction, dialect: Dialect): Promise<CodesByKey> {
    const entries = new Map<string, { field: DictionaryField; value: string }>()
    for (const row of this.#rows.values()) {
      for (const field of Object.keys(dictionaryFields) as DictionaryField[]) {
        const value = dictionaryFields[field](row)
        if (value !== '') entries.set(dictionaryKey(field, value), { field, value })
      }
    }
    const codes = new Map<string, number>()
    for (const [field, values] of Map.groupBy(entries.values(), (one) => one.field)) {
      for (const chunk of chunks(values)) {
        const existingRows = await tx
          .selectFrom('job_value')
          .select(['value', 'code'])
          .where('field', '=', field)
          .where('value', 'in', idList(dialect.engine, JSON.stringify(chunk.map(({ value }) => value))))
          .execute()
        for (const { value, code } of existingRows) codes.set(dictionaryKey(field, value), Number(code))
      }
    }
    await insertValues(
      tx,
      dialect,
      [...entries].filter(([name]) => !codes.has(name)),
      codes,
    )
    return codes
  }
}

type CodesByKey = Map<string, number>

async function insertValues(
  tx: JobsTransaction,
  dialect: Dialect,
  newEntries: readonly (readonly [string, { field: DictionaryField; value: string }])[],
  codes: CodesByKey,
): Promise<void> {
  if (newEntries.length === 0) return
  const last = await tx
    .selectFrom('job_value')
    .select((eb) => eb.fn.max('code').as('code'))
    .executeTakeFirst()
  const first = Number(last?.code ?? 0) + 1
  for (const [at, [name]] of newEntries.entries()) codes.set(name, first + at)
  const rows = newEntries.map(([name, { field, value }]) => ({
    code: codes.get(name) as number,
    field,
    value,
  }))
  await dialect.insertRows(tx, 'job_value', rows)
}

function dictionaryKey(field: DictionaryField, value: string): string {
  return `${field}\n${value}`
}
