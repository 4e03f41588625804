/** The methods that each path allows, so that a wrong one is a 405 with `Allow` and not a 404; and the path someone meant. */

import { closestMatch } from '../../core/closest-match.ts'

/** Longer paths are not worth the time that a comparison takes. */
const segmentsMax = 12

export class AllowedMethods {
  readonly #paths = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()

  /** `url` in the router's syntax: parameters as `:name`, a trailing `*` for the rest. */
  add(url: string, added: readonly string[]): void {
    const existing = this.#paths.get(url)?.methods ?? ['OPTIONS']
    this.#paths.set(url, { pattern: toPattern(url), methods: new Set([...existing, ...added]) })
  }

  /** Undefined if no route has this path; `*` stands for the whole server. */
  forPath(path: string): string[] | undefined {
    const allowed = new Set<string>()
    for (const { pattern, methods } of this.#paths.values()) {
      if (path !== '*' && !pattern.test(path)) continue
      for (const method of methods) allowed.add(method)
    }
    return allowed.size === 0 ? undefined : [...allowed].sort()
  }

  /** Paths that exist: the same one of each service that has it, otherwise the most likely one. */
  suggest(path: string): readonly string[] {
    const bare = path.length > 1 ? path.replace(/\/$/, '') : path
    if (this.forPath(bare) !== undefined) return bare === path ? [] : [bare]
    const bases = new Set([...this.#paths.keys()].map((url) => /^(\/.+)\/v1(?:\/|$)/.exec(url)?.[1] ?? ''))
    const tails = [bare, bare.slice(Math.max(0, bare.indexOf('/v1/')))]
    const others = new Set([...bases].flatMap((base) => tails.map((tail) => base + tail)))
    const found = [...others].filter((other) => this.forPath(other) !== undefined)
    if (found.length > 0) return found
    const similar = this.#findSimilar(bare, [...others])
    return similar === undefined ? [] : [similar]
  }

  /** With `/search`, one level deeper, or without a typing error. `others`: the path in each service. */
  #findSimilar(path: string, others: readonly string[]): string | undefined {
    // Only a route of its own: `search` is not an id.
    const search = others.map((other) => `${other}/search`).find((other) => this.#paths.has(other))
    if (search !== undefined) return search
    const below = others.map((other) => this.#firstBelow(other)).find((other) => other !== undefined)
    if (below !== undefined) return below
    const segments = path.split('/')
    if (segments.length > segmentsMax) return undefined
    const routes = [...this.#paths.keys()].map((url) => url.split('/'))
    for (const route of routes) {
      const corrected = correctSegment(segments, route)
      if (corrected !== undefined) return corrected
    }
    for (const route of routes) {
      const corrected = correctSegment(segments, route.slice(0, segments.length))
      const below = corrected === undefined ? undefined : this.#firstBelow(corrected)
      if (below !== undefined) return below
    }
    return undefined
  }

  /** `/v1/news/headlines` for `/v1/news`, `/v1/symbols/X/news` for `/v1/symbols/X`, `/v1/bars/{symbol}` for `/v1/bars`. */
  #firstBelow(path: string): string | undefined {
    if (!path.includes('/v1/')) return undefined
    const segments = path.split('/')
    if (segments.length > segmentsMax) return undefined
    const below = [...this.#paths.keys()]
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

function toPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => {
      if (part === '*') return '.*'
      return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    })
    .join('/')
  return new RegExp(`^${source === '' ? '/' : source}$`)
}
