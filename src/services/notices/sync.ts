/** What fills the service: its sources, their members, and the writer that stores their notices. */

export { noticesWriter } from './publish/notices-writer.ts'
export { noticeSources } from './sources/index.ts'
export { loadGazetteTowns, type Town } from './sources/members/gazette-towns.ts'
