/** Looks a version up once per turn of the event loop, however many requests the turn answers. */

/** Whoever asks after a publication is answered in a later turn, so nobody is told of the past. */
export function oncePerTurn(versionOf: (scope: string) => number): (scope: string) => number {
  const seen = new Map<string, number>()
  return (scope) => {
    const known = seen.get(scope)
    if (known !== undefined) return known
    if (seen.size === 0) setImmediate(() => seen.clear())
    const version = versionOf(scope)
    seen.set(scope, version)
    return version
  }
}
