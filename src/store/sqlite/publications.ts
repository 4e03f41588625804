/** How often each scope has been published: current for this process, and a moment behind for others. */

import { performance } from 'node:perf_hooks'
import { PublicationState } from '../publication-stamp.ts'
import type { PublicationRow } from '../tables.ts'
import type { CommitCounter } from './commit-counter.ts'
import type { SqliteConnection } from './connection.ts'
import { isBusy, toFailure } from './errors.ts'

/** How often to check for commits of other processes: checking on every request would double its cost. */
const checkIntervalMs = 10

export class Publications {
  readonly #connection: SqliteConnection
  readonly #commits: CommitCounter
  #current = new PublicationState([])
  #dataVersion: unknown
  #seenCommits: number | undefined
  #nextCheckAt = 0

  constructor(connection: SqliteConnection, commits: CommitCounter) {
    this.#connection = connection
    this.#commits = commits
  }

  get current(): PublicationState {
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
    return this.#current
  }

  #refresh(): void {
    const current = this.#connection.dataVersion()
    if (current === this.#dataVersion) return
    const rows = this.#connection.all(
      'select scope, version, published_at from publication',
      [],
    ) as PublicationRow[]
    this.#current = new PublicationState(rows)
    this.#dataVersion = current
  }
}
