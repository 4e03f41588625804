/** What fills the service: who is read, by which sources, and how what they find is taken in. */

export { cinemaWriter } from './publish/cinema-writer.ts'
export {
  type CinemaDirectory,
  loadCinemaDirectory,
  toCinemaDirectory as joinCinemaDirectory,
} from './sources/cinema-directory.ts'
export type { CinemaSource } from './sources/define-cinema-source.ts'
export { cinemaSources } from './sources/index.ts'
