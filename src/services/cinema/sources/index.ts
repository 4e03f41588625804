/** The cinema platforms with an adapter, each joined with its members. */

import type { CinemaDirectory } from './cinema-member.ts'
import { cineplex } from './cineplex.ts'
import { type CinemaAdapter, type CinemaSource, toCinemaSource } from './define-cinema-source.ts'
import { filmbot } from './filmbot.ts'
import { jsonLd } from './json-ld.ts'
import { quickbook } from './quickbook.ts'
import { readingCinemas } from './reading.ts'
import { veezi } from './veezi.ts'
import { vistaOcapi } from './vista-ocapi.ts'
import { webedia } from './webedia.ts'

export const cinemaAdapters: readonly CinemaAdapter[] = [
  vistaOcapi,
  veezi,
  quickbook,
  webedia,
  readingCinemas,
  cineplex,
  jsonLd,
  filmbot,
]

export function cinemaSources({ members, overrides }: CinemaDirectory): CinemaSource[] {
  return cinemaAdapters.map((adapter) =>
    toCinemaSource(adapter, members.get(adapter.id) ?? [], overrides.get(adapter.id)),
  )
}
