/** What the sync engine needs of the cinema service: sources, their members and the writer. */

export { cinemaWriter } from './publish/cinema-writer.ts'
export { cinemaRecogniser } from './sources/addresses.ts'
export type { CinemaDirectory } from './sources/cinema-member.ts'
export {
  chainColumns,
  findInstallations,
  findTheaterCells,
  installationColumns,
  theaterColumns,
} from './sources/cinema-registry.ts'
export type { CinemaSource } from './sources/define-cinema-source.ts'
export { cinemaPlatforms, cinemaSources, loadCinemaData, toLiveDirectory } from './sources/index.ts'
export { cinemaRosters } from './sources/rosters/cinema-rosters.ts'
