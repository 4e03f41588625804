/** The path someone meant. */

import { closestMatch } from '../../core/text/closest-match.ts'

/** Longer paths are not worth the time that a comparison takes. */
const segmentsMax = 12

interface PathTable {
  /** In the router's syntax: parameters as `:name`, a trailing `*` for the rest. */
  readonly urls: ReadonlySet<string>
  hasPath(path: string): boolean
}

/** Paths that exist: the same one of each service that has it, otherwise the most likely one. */
export function suggestPaths(path: string, table: PathTable): readonly string[] {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path
  if (table.hasPath(bare)) return bare === path ? [] : [bare]
  const bases = new Set([...table.urls].map((url) => /^(\/.+)\/v1(?:\/|$)/.exec(url)?.[1] ?? ''))
  const tails = [bare, bare.slice(Math.max(0, bare.indexOf('/v1/')))]
  const others = new Set([...bases].flatMap((base) => tails.map((tail) => base + tail)))
  const found = [...others].filter((other) => table.hasPath(other))
  if (found.length > 0) return found
  const similar = findSimilar(bare, [...others], table.urls)
  return similar === undefined ? [] : [similar]
}

/** With `/search`, one level deeper, or without a typing error. `others`: the path in each service. */
function findSimilar(path: string, others: readonly string[], urls: ReadonlySet<string>): string | undefined {
  // Only a route of its own: `search` is not an id.
  const search = others.map((other) => `${other}/search`).find((other) => urls.has(other))
  if (search !== undefined) return search
  const below = others.map((other) => firstBelow(other, urls)).find((other) => other !== undefined)
  if (below !== undefined) return below
  const segments = path.split('/')
  if (segments.length > segmentsMax) return undefined
  const routes = [...urls].map((url) => url.split('/'))
  for (const route of routes) {
    const corrected = correctSegment(segments, route)
    if (corrected !== undefined) return corrected
  }
  for (const route of routes) {
    const corrected = correctSegment(segments, route.slice(0, segments.length))
    const below = corrected === undefined ? undefined : firstBelow(corrected, urls)
    if (below !== undefined) return below
  }
  return undefined
}

/** `/v1/news/headlines` for `/v1/news`, `/v1/symbols/X/news` for `/v1/symbols/X`, `/v1/bars/{symbol}` for `/v1/bars`. */
function firstBelow(path: string, urls: ReadonlySet<string>): string | undefined {
  if (!path.includes('/v1/')) return undefined
  const segments = path.split('/')
  if (segments.length > segmentsMax) return undefined
  const below = [...urls]
    .map((url) => url.split('/'))
    .filter(
      (route) =>
        route.length === segments.length + 1 &&
        segments.every(
          (segment, at) => segment === route[at] || (segment !== '' && route[at]?.startsWith(':')),
        ),
    )
    .map((route) => route.at(-1) ?? '')
    .filter((last) => last !== '' && last !== '*')
  const named = below.find((last) => !last.startsWith(':')) ?? below[0]
  return named === undefined ? undefined : `${path}/${named.replace(/^:(\w+).*/, '{$1}')}`
}

/** The path with the only segment corrected that differs from those of a route, if it is nearly the same word. */
function correctSegment(segments: readonly string[], route: readonly string[]): string | undefined {
  if (segments.length !== route.length || route.includes('*')) return undefined
  const wrong = segments.flatMap((segment, index) =>
    segment === route[index] || route[index]?.startsWith(':') ? [] : [index],
  )
  const [index] = wrong
  if (wrong.length !== 1 || index === undefined) return undefined
  const word = closestMatch(segments[index] ?? '', [route[index] ?? ''])
  return word === undefined ? undefined : segments.with(index, word).join('/')
}
