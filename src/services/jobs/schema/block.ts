/**
 * The byte layout of `job_block.data`: the fields of 2,048 postings by which they are filtered, counted and sorted, one
 * array per field. Texts are codes of the dictionary `job_value`, days are numbers. Slot 5,000 is in block 2. A change of the
 * layout needs another format in `src/store/read-model/jobs.ts`.
 */

import { type JobRow, jobStates } from './tables.ts'

export const slotsPerBlock = 2048

/** Text fields, and their text in a row. The empty text is code 0. The order is part of the byte layout. */
export const dictionaryFields = {
  city: (row) => row.cities,
  region: (row) => row.regions,
  country: (row) => row.countries,
  department: (row) => row.department_key,
  company: (row) => row.company_key,
  workplace_type: (row) => row.workplace_key,
  employment_type: (row) => row.employment_key,
  ats: (row) => row.ats_key,
  pay: (row) =>
    row.pay_currency === null && row.pay_period === null
      ? ''
      : payKey(row.pay_currency ?? '', row.pay_period ?? ''),
  job_function: (row) => row.function_key,
  seniority: (row) => row.seniority_key,
} as const satisfies Record<string, (row: JobRow) => string>
export type DictionaryField = keyof typeof dictionaryFields

/** Days since 1970, or 0. The order is part of the byte layout. */
const dayFields = {
  listed: (row) => row.listed_on,
  posted: (row) => row.posted_on,
  first_seen: (row) => row.first_seen,
  changed: (row) => row.changed_on,
  closed: (row) => row.closed_on,
} as const satisfies Record<string, (row: JobRow) => string | null>
export type DayField = keyof typeof dayFields

export const slotStates = { unused: 0, closed: 1, active: 2, duplicate: 3 } as const

export interface Block {
  readonly bytes: Uint8Array
  readonly slots: number
  /** Maximum pay, or NaN. */
  readonly payMax: Float64Array
  /** The id as two numbers with the same sort order. */
  readonly idHead: Float64Array
  readonly idTail: Float64Array
  readonly codes: Readonly<Record<DictionaryField, Uint32Array>>
  readonly days: Readonly<Record<DayField, Uint16Array>>
  readonly state: Uint8Array
}

export const dictionaryFieldNames = Object.keys(dictionaryFields) as DictionaryField[]
export const dayFieldNames = Object.keys(dayFields) as DayField[]
const bytesPerSlot = 3 * 8 + 4 * dictionaryFieldNames.length + 2 * dayFieldNames.length + 1

/** A block that is not full has the smallest power of two that fits, at least 64. */
export function emptyBlock(slotsMin: number): Block {
  const slots = Math.max(64, 2 ** Math.ceil(Math.log2(slotsMin)))
  const block = toBlock(new Uint8Array(slots * bytesPerSlot))
  block.payMax.fill(Number.NaN)
  return block
}

/** Views the bytes as arrays, without a copy if they are 8-byte aligned. */
export function toBlock(data: Uint8Array): Block {
  const bytes = data.byteOffset % 8 === 0 ? data : new Uint8Array(data)
  const slots = bytes.length / bytesPerSlot
  let offset = bytes.byteOffset
  const advance = (size: number) => {
    const start = offset
    offset += size * slots
    return start
  }
  const { buffer } = bytes
  return {
    bytes,
    slots,
    payMax: new Float64Array(buffer, advance(8), slots),
    idHead: new Float64Array(buffer, advance(8), slots),
    idTail: new Float64Array(buffer, advance(8), slots),
    codes: mapNames(dictionaryFieldNames, () => new Uint32Array(buffer, advance(4), slots)),
    days: mapNames(dayFieldNames, () => new Uint16Array(buffer, advance(2), slots)),
    state: new Uint8Array(buffer, advance(1), slots),
  }
}

export function growBlock(block: Block, slotsMin: number): Block {
  if (slotsMin <= block.slots) return block
  const larger = emptyBlock(slotsMin)
  larger.payMax.set(block.payMax)
  larger.idHead.set(block.idHead)
  larger.idTail.set(block.idTail)
  for (const field of dictionaryFieldNames) larger.codes[field].set(block.codes[field])
  for (const field of dayFieldNames) larger.days[field].set(block.days[field])
  larger.state.set(block.state)
  return larger
}

export function writeRow(
  block: Block,
  at: number,
  row: JobRow,
  codeOf: (field: DictionaryField, value: string) => number,
): void {
  block.payMax[at] = row.pay_max ?? row.pay_min ?? Number.NaN
  ;[block.idHead[at], block.idTail[at]] = toIdNumbers(row.id)
  for (const field of dictionaryFieldNames)
    block.codes[field][at] = codeOf(field, dictionaryFields[field](row))
  for (const field of dayFieldNames) {
    const day = dayFields[field](row)
    block.days[field][at] = day === null ? 0 : Math.max(1, toDayNumber(day))
  }
  block.state[at] = toSlotState(row.active)
}

export function toSlotState(active: number): number {
  if (active === jobStates.closed) return slotStates.closed
  return active === jobStates.listed ? slotStates.active : slotStates.duplicate
}

/** For a posting that is closed later; null keeps it out of the history. */
export function writeClosed(block: Block, at: number, closedOn: string | null): void {
  block.days.closed[at] = closedOn === null ? 0 : toDayNumber(closedOn)
}

export function toDayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)
}

/** Ten characters of five bits per number: a number holds at most 53 bits. */
export function toIdNumbers(id: string): [head: number, tail: number] {
  const text = id.slice(id.indexOf('_') + 1)
  return [base32ToNumber(text.slice(0, 10)), base32ToNumber(text.slice(10, 20))]
}

/** In byte order. */
const idCharacters = '234567abcdefghijklmnopqrstuvwxyz'

function base32ToNumber(text: string): number {
  let number = 0
  for (const character of text) number = number * 32 + idCharacters.indexOf(character)
  return number
}

export function payKey(currency: string, period: string): string {
  return `${currency} ${period}`
}

function mapNames<Name extends string, Value>(
  names: readonly Name[],
  make: () => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Value>
}
