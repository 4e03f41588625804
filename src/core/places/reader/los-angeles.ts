/** Reads `LA` as Los Angeles where it is not the code of Louisiana. */

import { knownInRegionFrom } from './group-parts.ts'
import { canJoin, meaningsOf, type Part, toPart } from './place-parts.ts'

const code = 'LA'
const name = 'Los Angeles'

/** Alone, the city is meant in the United States; in a list, if that has large cities: `NYC / LA`, but `TX / LA`. */
export function withLosAngeles<Piece extends { readonly parts: readonly Part[] }>(
  pieces: readonly Piece[],
  home: string | undefined,
): readonly Piece[] {
  const all = pieces.flatMap(({ parts }) => parts)
  if (!all.some(({ text }) => text === code)) return pieces
  const city = toPart(name, meaningsOf(name))
  const isMeant = all.length === 1 ? home === 'US' : all.some(isLargeCity)
  const isCity = (part: Part, before: Part | undefined, after: Part | undefined) => {
    // `Lafayette, LA`, and an unknown name.
    if (before !== undefined && (before.meanings.length === 0 || canJoin(before, part))) return false
    // `LA, CA`, but `LA, USA`.
    return after !== undefined && canJoin(city, after) ? !canJoin(part, after) : isMeant
  }
  return pieces.map((piece) => ({
    ...piece,
    parts: piece.parts.map((part, at) =>
      part.text === code && isCity(part, piece.parts[at - 1], piece.parts[at + 1]) ? city : part,
    ),
  }))
}

function isLargeCity({ meanings }: Part): boolean {
  return meanings.some(({ city }) => city !== undefined && city.population >= knownInRegionFrom)
}
