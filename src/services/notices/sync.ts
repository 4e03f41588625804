/** What fills the service: its sources, and how their notices are taken in. */

export { noticesWriter } from './publish/notices-writer.ts'
export { noticeSources } from './sources/index.ts'
export { gazetteTowns, type Town } from './sources/members/gazette-towns.ts'
