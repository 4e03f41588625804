/** What every part of a publish is given, and what it reports. */

import type { Transaction } from 'kysely'
import type { Dialect } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import type { CinemaAdapter } from '../sources/define.ts'
import type { CinemaTables } from '../tables.ts'

export type CinemaTransaction = Transaction<CinemaTables & ReadModelTables>

export interface PublishContext {
  readonly tx: CinemaTransaction
  readonly dialect: Dialect
  readonly sourceId: string
  readonly memberId: string
  readonly chainId: string
  readonly adapter: CinemaAdapter
  readonly artifactId: number
  readonly capturedAt: number
  /** The number of this publication. */
  readonly stamp: number
  theaterId(site: string): string
  showtimeId(site: string, session: string): string
  layoutId(site: string, layout: string): string
}

export interface Counts {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
}

export const noCounts: Counts = { written: 0, unchanged: 0, removed: 0 }

export function plus(one: Counts, other: Partial<Counts>): Counts {
  return {
    written: one.written + (other.written ?? 0),
    unchanged: one.unchanged + (other.unchanged ?? 0),
    removed: one.removed + (other.removed ?? 0),
  }
}

const idsMax = 500

/** Lists of ids in pieces that every engine takes as parameters. */
export function* inPieces<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += idsMax) yield items.slice(at, at + idsMax)
}
