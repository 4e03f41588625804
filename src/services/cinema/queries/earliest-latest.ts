/** The earliest and latest of dates or instants in ISO format. */

export function earliest(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).sort()[0]
}

export function latest(texts: readonly (string | undefined)[]): string | undefined {
  return texts
    .filter((text) => text !== undefined)
    .sort()
    .at(-1)
}
