/** Encodes the fields a list needs beside the document as one short string: fewer columns make lists faster. */

import type { CapabilityName } from '../schema/index.ts'
import type { SaleState } from '../schema/records.ts'

export interface ShowtimeFacts {
  readonly state: SaleState
  readonly salesStartAt: number | undefined
  readonly salesEndAt: number | undefined
  /** Capabilities of the source that this session lacks. */
  readonly lacks: readonly CapabilityName[]
}

/** `on_sale - - `, or in full `on_sale 1731657600000 1731664800000 booking_url,prices`; a dash is undefined. */
export function encodeShowtimeFacts({ state, salesStartAt, salesEndAt, lacks }: ShowtimeFacts): string {
  return `${state} ${salesStartAt ?? '-'} ${salesEndAt ?? '-'} ${lacks.join(',')}`
}

/** Most showtimes of a source have the same facts. */
const factsByText = new Map<string, ShowtimeFacts>()
const cachedFactsMax = 1000

export function decodeShowtimeFacts(text: string): ShowtimeFacts {
  const facts = factsByText.get(text)
  if (facts !== undefined) return facts
  const [state = 'unknown', start = '-', end = '-', lacks = ''] = text.split(' ')
  const decoded: ShowtimeFacts = {
    state: state as SaleState,
    salesStartAt: start === '-' ? undefined : Number(start),
    salesEndAt: end === '-' ? undefined : Number(end),
    lacks: lacks === '' ? [] : (lacks.split(',') as CapabilityName[]),
  }
  if (factsByText.size >= cachedFactsMax) factsByText.clear()
  factsByText.set(text, decoded)
  return decoded
}
