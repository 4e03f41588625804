/** Encodes the fields a list needs beside the document as one short string: fewer columns make lists faster. */

import { rememberTexts } from '../../../core/text/remember.ts'
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

const factsMax = 1000

/** Remembered, because most showtimes of a source have the same facts. */
export const decodeShowtimeFacts = rememberTexts((text): ShowtimeFacts => {
  const [state = 'unknown', start = '-', end = '-', lacks = ''] = text.split(' ')
  return {
    state: state as SaleState,
    salesStartAt: start === '-' ? undefined : Number(start),
    salesEndAt: end === '-' ? undefined : Number(end),
    lacks: lacks === '' ? [] : (lacks.split(',') as CapabilityName[]),
  }
}, factsMax)
