/** The cinema platforms with an adapter, each joined with its members. */

import type { Decisions } from '../../../registry/decisions.ts'
import type { RegistryFiles } from '../../../registry/registry-files.ts'
import { alamo } from './adapters/alamo/alamo.ts'
import { cinemaApi } from './adapters/cinema-api/cinema-api.ts'
import { cineplex } from './adapters/cineplex/cineplex.ts'
import { evt } from './adapters/evt/evt.ts'
import { filmbot } from './adapters/filmbot/filmbot.ts'
import { helios } from './adapters/helios/helios.ts'
import { hoyts } from './adapters/hoyts/hoyts.ts'
import { ingresso } from './adapters/ingresso/ingresso.ts'
import { jsonLd } from './adapters/json-ld/json-ld.ts'
import { kinoheld } from './adapters/kinoheld/kinoheld.ts'
import { quickbook } from './adapters/quickbook/quickbook.ts'
import { readingCinemas } from './adapters/reading/reading.ts'
import { scare } from './adapters/scare/scare.ts'
import { veezi } from './adapters/veezi/veezi.ts'
import { village } from './adapters/village/village.ts'
import { vistaOcapi } from './adapters/vista-ocapi/vista-ocapi.ts'
import { webedia } from './adapters/webedia/webedia.ts'
import { type CinemaDirectoryData, loadUnsupportedPlatforms, toCinemaDirectory } from './cinema-directory.ts'
import type { CinemaDirectory } from './cinema-member.ts'
import { readCinemaData } from './cinema-registry.ts'
import { type CinemaAdapter, type CinemaSource, toCinemaSource } from './define-cinema-source.ts'

export const cinemaAdapters: readonly CinemaAdapter[] = [
  vistaOcapi,
  veezi,
  quickbook,
  webedia,
  readingCinemas,
  cineplex,
  jsonLd,
  filmbot,
  ingresso,
  hoyts,
  village,
  evt,
  cinemaApi,
  alamo,
  kinoheld,
  helios,
  scare,
]

/** The ids of the sources. */
export const cinemaPlatforms: readonly string[] = cinemaAdapters.map(({ id }) => id)

/** Reports what is wrong to `files`. */
export function loadCinemaData(files: RegistryFiles, decisions: Decisions): CinemaDirectoryData {
  return readCinemaData(files, decisions, new Set(cinemaAdapters.map(({ id }) => id)))
}

/** `secrets` are the operator's tokens by name. */
export function toLiveDirectory(
  data: CinemaDirectoryData,
  secrets: Readonly<Record<string, string>>,
): CinemaDirectory {
  return { ...toCinemaDirectory(data, secrets), unsupportedPlatforms: loadUnsupportedPlatforms() }
}

export function cinemaSources({ members, overrides }: CinemaDirectory): CinemaSource[] {
  return cinemaAdapters.map((adapter) =>
    toCinemaSource(adapter, members.get(adapter.id) ?? [], overrides.get(adapter.id)),
  )
}
