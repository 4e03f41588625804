/** How often each scope has been published: current for this process, and a moment behind for others. */

import { performance } from 'node:perf_hooks'
import { epochScope, PublicationStamps } from '../publication-stamp.ts'
import type { PublicationRow } from '../tables.ts'
import type { CommitCounter } from './commit-counter.ts'
import type { SqliteConnection } from './connection.ts'
import { isBusy, toFailure } from './errors.ts'

/** How often to check for commits of other processes: checking on every request would double its cost. */
const checkIntervalMs = 10

export class Publications {
  readonly #connection: SqliteConnection
  readonly #commits: CommitCounter
  #rows: ReadonlyMap<string, PublicationRow> = new Map()
  #stamps = new PublicationStamps(this.#rows)
  #dataVersion: unknown
  #seenCommits: number | undefined
  #nextCheckAt = 0

  constructor(connection: SqliteConnection, commits: CommitCounter) {
    this.#connection = connection
    this.#commits = commits
  }

  get(scope: string): PublicationRow | undefined {
    this.#refreshIfChanged()
    return this.#rows.get(scope)
  }

  stamp(scope: string): string {
    this.#refreshIfChanged()
    return this.#stamps.get(scope)
  }

  epoch(): number {
    return this.get(epochScope)?.version ?? 0
  }

  #refreshIfChanged(): void {
    const { count } = this.#commits
    const now = performance.now()
    if (count !== this.#seenCommits || now >= this.#nextCheckAt) {
      try {
        this.#refresh()
        this.#seenCommits = count
        this.#nextCheckAt = now + checkIntervalMs
      } catch (error) {
        // Only while another process recovers or closes the file: use the previous state.
        if (!isBusy(error)) throw toFailure(error)
      }
    }
  }

  #refresh(): void {
    const current = this.#connection.dataVersion()
    if (current === this.#dataVersion) return
    const rows = this.#connection.all(
      'select scope, version, published_at from publication',
      [],
    ) as PublicationRow[]
    this.#rows = new Map(rows.map((row) => [row.scope, row]))
    this.#stamps = new PublicationStamps(this.#rows)
    this.#dataVersion = current
  }
}
