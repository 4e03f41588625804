/** What fills the service: who is read, by which sources, and how what they find is taken in. */

export { type CinemaDirectory, joinCinemaDirectory, loadCinemaDirectory } from './members.ts'
export { cinemaWriter } from './publish.ts'
export type { CinemaSource } from './sources/define.ts'
export { cinemaSources } from './sources/index.ts'
