/** What happens to each member: most are healthy, some are dead, some fail for a while. */

import { hash } from 'node:crypto'

/**
 * `gone`: its platform does not know it. `down`: its requests fail with 503. The others recover: `busy` after one 429,
 * `failing` after one 503, `cut` after one response that ends early, `changed` on the second day.
 */
export type Fate = 'healthy' | 'gone' | 'down' | 'busy' | 'failing' | 'cut' | 'changed'

export const deadFates: ReadonlySet<Fate> = new Set(['gone', 'down'])

/** Shares of all members: 3 % are dead, 1 % have faults. */
const shares: readonly (readonly [Fate, number])[] = [
  ['gone', 0.015],
  ['down', 0.015],
  ['busy', 0.0025],
  ['failing', 0.0025],
  ['cut', 0.0025],
  ['changed', 0.0025],
]

export function fateOf(seed: string, sourceId: string, memberId: string): Fate {
  let left = hashShare(`${seed}/fate/${sourceId}/${memberId}`)
  for (const [fate, share] of shares) {
    left -= share
    if (left < 0) return fate
  }
  return 'healthy'
}

/** Whether a smaller rehearsal includes the member. */
export function isInShare(share: number, sourceId: string, memberId: string): boolean {
  return share >= 1 || hashShare(`share/${sourceId}/${memberId}`) < share
}

/** At least 0, below 1. */
export function hashShare(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32
}
