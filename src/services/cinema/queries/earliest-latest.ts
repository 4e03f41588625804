/** The first and the last of dates and instants as they are written. */

export function least(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).sort()[0]
}

export function greatest(texts: readonly (string | undefined)[]): string | undefined {
  return texts
    .filter((text) => text !== undefined)
    .sort()
    .at(-1)
}
