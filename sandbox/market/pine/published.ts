/** Scripts people have published, as Pine sees them: the same that the site lists. */

import type { Market } from '../market.ts'
import { mix } from '../prices/noise.ts'
import { scriptAccessOf, scriptIdOf, scriptName, scriptTypeOf } from '../social/item.ts'
import { type Publication, publications, scripts } from '../social/publications.ts'

export interface PublishedScript {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly kind: string
  readonly createdMs: number
  /** Nothing where it is protected or by invitation. */
  readonly source: string | undefined
}

/** Newest first. */
export function publishedScripts({ listings, world }: Market): PublishedScript[] {
  return [...publications(listings, world.seed, scripts, world.now())].map(toScript)
}

export function findPublished({ listings, world }: Market, id: string): PublishedScript | undefined {
  if (!id.startsWith('PUB;')) return undefined
  for (const publication of publications(listings, world.seed, scripts, world.now())) {
    if (scriptIdOf(publication) === id) return toScript(publication)
  }
  return undefined
}

function toScript(publication: Publication): PublishedScript {
  const { key, createdMs } = publication
  const name = scriptName(publication)
  const kind = scriptTypeOf(publication)
  return {
    id: scriptIdOf(publication),
    name,
    version: `${1 + (mix(key, 35) % 6)}.0`,
    kind: kind === 'indicator' ? 'study' : kind,
    createdMs,
    source: scriptAccessOf(publication) === 1 ? sourceOf(name, kind) : undefined,
  }
}

function sourceOf(name: string, kind: string): string {
  if (kind === 'library') {
    return `//@version=6\nlibrary("${name.replace(/\W/g, '')}")\nexport twice(float x) =>\n    x * 2\n`
  }
  const declaration = kind === 'strategy' ? 'strategy' : 'indicator'
  const trade =
    kind === 'strategy' ? 'if ta.crossover(close, mean)\n    strategy.entry("long", strategy.long)\n' : ''
  return `//@version=6\n${declaration}("${name}", overlay = true)\nlength = input.int(20, "Length", minval = 1)\nmean = ta.sma(close, length)\nplot(mean, "Mean")\n${trade}`
}
