/** What can be said of a showing's format, in words each house then writes its own way. */

import type { PretendShow } from './programme.ts'

export type Tag =
  | '2d'
  | '3d'
  | 'imax'
  | 'plf'
  | '4dx'
  | 'atmos'
  | 'recliner'
  | 'lounge'
  | 'subtitled'
  | 'captioned'
  | 'described'
  | 'kids'
  | 'relaxed'
  | 'baby'
  | 'preview'
  | 'talk'
  | 'event'
  | 'classic'

export function tagsOf({ movie, variant, screen, session }: PretendShow): Tag[] {
  const tags = new Set<Tag>([variant === '3d' ? '3d' : '2d'])
  if (screen.kind === 'imax' || screen.kind === 'plf' || screen.kind === '4dx' || screen.kind === 'recliner')
    tags.add(screen.kind)
  if (screen.kind === 'lounge') tags.add('lounge')
  if (screen.kind === 'plf') tags.add('atmos')
  if (variant === 'subtitled') tags.add(movie.kind === 'foreign' ? 'subtitled' : 'captioned')
  if (
    variant === 'kids' ||
    variant === 'relaxed' ||
    variant === 'baby' ||
    variant === 'preview' ||
    variant === 'talk'
  )
    tags.add(variant)
  if (movie.kind === 'event') tags.add('event')
  if (movie.kind === 'classic') tags.add('classic')
  if (session % 3 === 0) tags.add('described')
  return [...tags]
}

/** The house's words for them; what it has no word for it leaves out. */
export function written(show: PretendShow, words: Readonly<Partial<Record<Tag, string>>>): string[] {
  return tagsOf(show).flatMap((tag) => words[tag] ?? [])
}
