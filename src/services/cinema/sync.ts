/** What the sync engine needs of the cinema service: sources, their members and the writer. */

export { cinemaWriter } from './publish/cinema-writer.ts'
export {
  loadCinemaDirectory,
  loadUnsupportedPlatforms,
  toCinemaDirectory,
} from './sources/cinema-directory.ts'
export type { CinemaDirectory } from './sources/cinema-member.ts'
export type { CinemaSource } from './sources/define-cinema-source.ts'
export { cinemaSources } from './sources/index.ts'
