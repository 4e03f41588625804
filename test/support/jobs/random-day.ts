/** Days of three boards, for tests of the search index. */

import { random } from '../../../sandbox/random.ts'
import type { Store } from '../../../src/store/store.ts'
import { publishBoards } from './publish-boards.ts'
import { randomPosting } from './random-postings.ts'

const dayMs = 86_400_000
export const firstDay = Date.UTC(2026, 0, 1, 6)

/** Two thirds of the postings stay, others come and go, and some change. */
export async function publishRandomDay(store: Store, day: number): Promise<void> {
  const lists = ['acme', 'bolt', 'cask'].map((board) => ({
    board,
    records: Array.from({ length: 120 }, (_, at) => `${board}.${at}`)
      .filter((id) => random('listed', id, Math.floor(day / 3)).chance(0.75))
      .map((id) => randomPosting(id, random(id, random('changed', id, day).chance(0.9) ? 0 : day))),
  }))
  await publishBoards(store, firstDay + day * dayMs, lists)
}
