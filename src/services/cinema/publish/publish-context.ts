/** What every part of a publish is given, and what it reports. */

import type { Transaction } from 'kysely'
import { stableId } from '../../../core/stable-id.ts'
import type { Bindable, Dialect } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import type { CinemaTables } from '../schema/tables.ts'
import type { CinemaAdapter } from '../sources/define-cinema-source.ts'

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
  /** Counts a record that is left out. */
  drop(reason: string): void
  theaterId(site: string): string
  showtimeId(site: string, session: string): string
  layoutId(site: string, layout: string): string
}

/** The ids of what a chain's source calls by names of its own; each is made once. */
export function publicIds(
  sourceId: string,
  chainId: string,
): Pick<PublishContext, 'theaterId' | 'showtimeId' | 'layoutId'> {
  const idsByKey = new Map<string, string>()
  const memoizedId = (prefix: string, ...names: readonly string[]) => {
    const key = `${prefix}\n${names.join('\n')}`
    const id = idsByKey.get(key) ?? stableId(prefix, sourceId, chainId, ...names)
    idsByKey.set(key, id)
    return id
  }
  return {
    theaterId: (site) => memoizedId('th', site),
    showtimeId: (site, session) => memoizedId('st', site, session),
    layoutId: (site, layout) => memoizedId('sl', site, layout),
  }
}

export interface Counts {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
}

export const zeroCounts: Counts = { written: 0, unchanged: 0, removed: 0 }

export function addCounts(one: Counts, other: Partial<Counts>): Counts {
  return {
    written: one.written + (other.written ?? 0),
    unchanged: one.unchanged + (other.unchanged ?? 0),
    removed: one.removed + (other.removed ?? 0),
  }
}

const batchSize = 500

/** Lists of ids in pieces that every engine takes as parameters. */
export function* inBatches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize)
}

type BulkRow = Readonly<Record<string, Bindable>>

/** Rows of a table as a bulk write takes them; an interface has no index signature of its own. */
export function asBulkRows(rows: readonly object[]): readonly BulkRow[] {
  return rows as readonly BulkRow[]
}
