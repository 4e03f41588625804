/** Text of others on one line, so that it cannot look like a part of what surrounds it. */

import { printable } from './printable.ts'

/** At most so many characters; `…` stands for the rest. */
export function oneLine(text: string, charactersMax: number): string {
  // The bound keeps the work small; most texts have few runs of spaces.
  const line = printable(firstCharacters(text, charactersMax * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > charactersMax ? `${firstCharacters(line, charactersMax - 1)}…` : line
}

/** The beginning of a text, never with half of a surrogate pair at its end. */
export function firstCharacters(text: string, charactersMax: number): string {
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(charactersMax - 1, charactersMax + 1))
  return text.slice(0, splitsPair ? charactersMax - 1 : charactersMax)
}
