/** The host of a public directory: it lists two boards that the registry lacks, one of which does not exist. */

import { route, type SandboxHost, text } from '../../../sandbox/host.ts'
import { newBoardPrefix } from './job-members.ts'

export const listedBoard = `${newBoardPrefix}-listed`
export const deadListedBoard = 'rehearsal-dead-listed'

const rows = [
  ['Listed Works', listedBoard],
  ['Dead Works', deadListedBoard],
].map(([name, key]) => `${name},${key},https://jobs.lever.co/${key}`)

export const directoryHost: SandboxHost = {
  host: 'raw.githubusercontent.com',
  routes: [
    route('GET /complete-labs/ats-scrapers/main/ats-companies/lever.csv', () =>
      text(`name,slug,url\n${rows.join('\n')}\n`),
    ),
  ],
}
