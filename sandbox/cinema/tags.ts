/** Formats and features of a show. Each platform has its own names for them. */

import type { Show } from './schedule.ts'

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

export function tagsOf({ movie, variant, screen, session }: Show): Tag[] {
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

/** The platform's names of the tags; tags without a name are omitted. */
export function tagNames(show: Show, names: Readonly<Partial<Record<Tag, string>>>): string[] {
  return tagsOf(show).flatMap((tag) => names[tag] ?? [])
}
