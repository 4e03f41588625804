/** The platforms we read. */

import type { CinemaDirectory } from './cinema-directory.ts'
import { cineplex } from './cineplex.ts'
import { type CinemaAdapter, type CinemaSource, withMembers } from './define-cinema-source.ts'
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

/** The adapters with the members of a directory, ready for the sync engine. */
export function cinemaSources(directory: CinemaDirectory): CinemaSource[] {
  return cinemaAdapters.map((adapter) => withMembers(adapter, directory))
}
