/** The site of an employer that is not in the registry: its careers page leads to its board. */

import { html, route, type SandboxHost, text } from '../../../sandbox/host.ts'
import { newBoardPrefix } from './job-members.ts'

export const newEmployerDomain = 'rehearsal-works.example'
export const discoveredBoard = `${newBoardPrefix}-discovered`

export const newEmployerSite: SandboxHost = {
  host: newEmployerDomain,
  routes: [
    route('GET /robots.txt', () => text('User-agent: *\nAllow: /\n')),
    route('GET /', () => html('<!doctype html><title>Rehearsal Works</title><a href="/careers">Careers</a>')),
    route('GET /careers', () =>
      html(
        `<!doctype html><title>Careers</title><a href="https://jobs.ashbyhq.com/${discoveredBoard}">Open positions</a>`,
      ),
    ),
  ],
}
