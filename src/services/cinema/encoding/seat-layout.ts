/** Encodes layouts compactly: a tuple per seat instead of an object. */

import { type SeatType, seatTypes } from '../schema/index.ts'
import type { LayoutRecord, LayoutSeat } from '../schema/records.ts'

export type Layout = Pick<LayoutRecord, 'sections' | 'seats'>

/** Id, label, row, number, section, x, y, index of the kind, and the rarer raw kind and group. */
type PackedSeat = [string, string, string, string, number, number, number, number, (string | null)?, string?]

export function encodeLayout({ sections, seats }: Layout): string {
  return JSON.stringify({ sections, seats: seats.map(pack) })
}

export function decodeLayout(text: string): Layout {
  const { sections, seats } = JSON.parse(text) as { sections: Layout['sections']; seats: PackedSeat[] }
  return { sections, seats: seats.map(unpack) }
}

/** Leaves out a label that is row and number, and an id that is the label. */
function pack(seat: LayoutSeat): PackedSeat {
  const { row, number, section, x, y, rawKind, group } = seat
  const label = seat.label === row + number ? '' : seat.label
  const id = seat.id === seat.label ? '' : seat.id
  const kind = seatTypes.indexOf(seat.kind)
  if (group !== undefined) return [id, label, row, number, section, x, y, kind, rawKind ?? null, group]
  if (rawKind !== undefined) return [id, label, row, number, section, x, y, kind, rawKind]
  return [id, label, row, number, section, x, y, kind]
}

function unpack([id, label, row, number, section, x, y, kind, rawKind, group]: PackedSeat): LayoutSeat {
  const fullLabel = label === '' ? row + number : label
  return {
    id: id === '' ? fullLabel : id,
    label: fullLabel,
    row,
    number,
    section,
    x,
    y,
    kind: seatTypes[kind] ?? ('unknown' satisfies SeatType),
    ...(rawKind === undefined || rawKind === null ? {} : { rawKind }),
    ...(group === undefined ? {} : { group }),
  }
}
