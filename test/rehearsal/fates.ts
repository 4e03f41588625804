/** What happens to each member: most are healthy, some are dead, some fail for a while. */

import { hash } from 'node:crypto'
import { jobPlatforms } from '../../src/services/jobs/sync.ts'

/**
 * `gone`: its platform does not know it. `down`: its requests fail with 503. `moved`: from the second day on it redirects to
 * another host. `gated`: it answers with a challenge. The others recover: `busy` after one 429 with `Retry-After`, `limited`
 * after one without, `failing` after one 503, `cut` after one response that ends early, `hanging` after one that never
 * comes, at the latest on the second day, `changed` on the second day.
 */
export type Fate =
  | 'healthy'
  | 'gone'
  | 'down'
  | 'moved'
  | 'gated'
  | 'busy'
  | 'limited'
  | 'failing'
  | 'cut'
  | 'hanging'
  | 'changed'

export const deadFates: ReadonlySet<Fate> = new Set(['gone', 'down'])

type Shares = readonly (readonly [Fate, number])[]

const passing: Shares = [
  ['busy', 0.0025],
  ['limited', 0.0025],
  ['failing', 0.0025],
  ['cut', 0.0025],
  ['hanging', 0.0025],
  ['changed', 0.0025],
]

/** Of 460 Ashby boards that a public list names, 107 were dead (career-ops). */
const boardShares: Shares = [['gone', 0.18], ['down', 0.02], ['moved', 0.02], ...passing]

const otherShares: Shares = [['gone', 0.015], ['down', 0.015], ...passing]

/** Of five public notes about SafeBase centers, four saw a challenge and one the page. Its plain page says nothing at Vanta. */
const gatedShares: Shares = [['gated', 0.8], ...otherShares]

const boardPlatforms = new Set(jobPlatforms)

export function fateOf(seed: string, sourceId: string, memberId: string): Fate {
  let left = hashShare(`${seed}/fate/${sourceId}/${memberId}`)
  for (const [fate, share] of sharesOf(sourceId)) {
    left -= share
    if (left < 0) return fate
  }
  return 'healthy'
}

function sharesOf(sourceId: string): Shares {
  if (boardPlatforms.has(sourceId)) return boardShares
  return /safebase/.test(sourceId) ? gatedShares : otherShares
}

/** Whether a smaller rehearsal includes the member. */
export function isInShare(share: number, sourceId: string, memberId: string): boolean {
  return share >= 1 || hashShare(`share/${sourceId}/${memberId}`) < share
}

/** At least 0, below 1. */
export function hashShare(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32
}
