/** What fills the service: its sources and the writer that stores their postings. */

import { createJobsWriter } from './publish/jobs-writer.ts'
import { jobAdapters } from './sources/index.ts'

export { closeUnreadBoards } from './publish/close-unread-boards.ts'
export { pruneClosedPostings } from './publish/prune-closed-postings.ts'
export { jobRecogniser } from './sources/addresses.ts'
export { jobSources, loadBoards } from './sources/index.ts'
export {
  type BoardsByPlatform,
  boardColumns,
  boardsFile,
  candidatesFile,
  toBoardId,
} from './sources/members/boards.ts'

/** The ids of the sources. */
export const jobPlatforms: readonly string[] = jobAdapters.map(({ id }) => id)

export const jobsWriter = createJobsWriter(jobAdapters)
