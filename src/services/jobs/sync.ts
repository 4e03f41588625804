/** What fills the service: its sources, and how their postings are taken in. */

import { jobsWriter } from './publish/jobs-writer.ts'
import { jobPlatforms } from './sources/index.ts'

export { jobSources, liveJobSources } from './sources/index.ts'

export const jobPostingsWriter = jobsWriter(jobPlatforms)
