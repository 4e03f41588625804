/** Keeps the blocks in step with the postings: collected over a publish, written with it. */

import {
  type Block,
  type CodedField,
  codedFields,
  emptyBlock,
  grownTo,
  openBlock,
  putRow,
  slotStates,
  slotsPerBlock,
} from '../schema/block.ts'
import type { JobRow, JobsTransaction } from '../schema/tables.ts'
import { inChunks } from './in-chunks.ts'

export class BlockChanges {
  readonly #put = new Map<number, JobRow>()
  readonly #closed = new Set<number>()
  #nextSlot = 0

  /** Whoever gives out slots waits for others who do: see the lock of whoever calls this. */
  async open(tx: JobsTransaction): Promise<void> {
    const last = await tx
      .selectFrom('job')
      .select((eb) => eb.fn.max('slot').as('slot'))
      .executeTakeFirst()
    this.#nextSlot = last?.slot == null ? 0 : Number(last.slot) + 1
  }

  newSlot(): number {
    this.#nextSlot += 1
    return this.#nextSlot - 1
  }

  put(row: JobRow): void {
    this.#put.set(row.slot, row)
  }

  close(slot: number): void {
    this.#closed.add(slot)
  }

  async write(tx: JobsTransaction): Promise<void> {
    const codes = await this.#codes(tx)
    const slotsOf = Map.groupBy([...this.#put.keys(), ...this.#closed], (slot) =>
      Math.floor(slot / slotsPerBlock),
    )
    for (const [number, slots] of slotsOf) {
      const stored = await tx
        .selectFrom('job_block')
        .select('data')
        .where('block', '=', number)
        .executeTakeFirst()
      const last = Math.max(...slots) % slotsPerBlock
      const block = stored === undefined ? emptyBlock(last + 1) : grownTo(openBlock(stored.data), last + 1)
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
    }
  }

  #apply(block: Block, slot: number, codes: Codes): void {
    const at = slot % slotsPerBlock
    const row = this.#put.get(slot)
    if (row === undefined) block.state[at] = slotStates.closed
    else
      putRow(block, at, row, (field, value) =>
        value === '' ? 0 : (codes.get(nameOf(field, value)) as number),
      )
  }

  /** The codes of all values to be put; new values get the next numbers. */
  async #codes(tx: JobsTransaction): Promise<Codes> {
    const wanted = new Map<string, { field: CodedField; value: string }>()
    for (const row of this.#put.values()) {
      for (const field of Object.keys(codedFields) as CodedField[]) {
        const value = codedFields[field](row)
        if (value !== '') wanted.set(nameOf(field, value), { field, value })
      }
    }
    const codes = new Map<string, number>()
    for (const [field, values] of Map.groupBy(wanted.values(), (one) => one.field)) {
      await inChunks(values, async (some) => {
        const known = await tx
          .selectFrom('job_value')
          .select(['value', 'code'])
          .where('field', '=', field)
          .where(
            'value',
            'in',
            some.map(({ value }) => value),
          )
          .execute()
        for (const { value, code } of known) codes.set(nameOf(field, value), Number(code))
      })
    }
    await addValues(
      tx,
      [...wanted].filter(([name]) => !codes.has(name)),
      codes,
    )
    return codes
  }
}

type Codes = Map<string, number>

async function addValues(
  tx: JobsTransaction,
  added: readonly (readonly [string, { field: CodedField; value: string }])[],
  codes: Codes,
): Promise<void> {
  if (added.length === 0) return
  const last = await tx
    .selectFrom('job_value')
    .select((eb) => eb.fn.max('code').as('code'))
    .executeTakeFirst()
  const first = Number(last?.code ?? 0) + 1
  for (const [at, [name]] of added.entries()) codes.set(name, first + at)
  await inChunks(added, (some) =>
    tx
      .insertInto('job_value')
      .values(some.map(([name, { field, value }]) => ({ code: codes.get(name) as number, field, value })))
      .execute(),
  )
}

function nameOf(field: CodedField, value: string): string {
  return `${field}\n${value}`
}
