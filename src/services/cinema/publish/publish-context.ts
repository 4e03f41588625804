/** The context of a publication, its public ids and its counts. */

import type { Transaction } from 'kysely'
import { stableId } from '../../../core/stable-id.ts'
import type { ChangeBatch } from '../../../store/changes/change-batch.ts'
import type { Dialect } from '../../../store/store.ts'
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
  readonly log: ChangeBatch
  /** The version of this publication. */
  readonly stamp: number
  /** Counts a record that is not published. */
  drop(reason: string): void
  /** Counts rows or fields that stay although the source did not deliver them, and notes why if that is unusual. */
  hold(count: number, problem?: string): void
  theaterId(site: string): string
  showtimeId(site: string, session: string): string
  layoutId(site: string, layout: string): string
}

/** Maps the ids of a source to public ids. */
export function publicIds(
  sourceId: string,
  chainId: string,
): Pick<PublishContext, 'theaterId' | 'showtimeId' | 'layoutId'> {
  return {
    theaterId: (site) => stableId('th', sourceId, chainId, site),
    showtimeId: (site, session) => stableId('st', sourceId, chainId, site, session),
    layoutId: (site, layout) => stableId('sl', sourceId, chainId, site, layout),
  }
}

export interface Counts {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
}

export function sumCounts(all: readonly Partial<Counts>[]): Counts {
  const sum = (name: keyof Counts) => all.reduce((total, counts) => total + (counts[name] ?? 0), 0)
  return { written: sum('written'), unchanged: sum('unchanged'), removed: sum('removed') }
}
