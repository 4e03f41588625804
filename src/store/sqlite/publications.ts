/** How often each scope was published, read again only when another connection has written to the file. */

import type { PublicationRow } from '../tables.ts'
import type { SqliteConnection } from './connection.ts'
import { isBusy, toFailure } from './errors.ts'

export class Publications {
  readonly #connection: SqliteConnection
  #dataVersion: unknown
  #rows: ReadonlyMap<string, PublicationRow> = new Map()

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  get(scope: string): PublicationRow | undefined {
    try {
      this.#refresh()
    } catch (error) {
      // Only while another process recovers or closes the file; what we knew is at most that much older.
      if (!isBusy(error)) throw toFailure(error)
    }
    return this.#rows.get(scope)
  }

  #refresh(): void {
    const current = this.#connection.dataVersion()
    if (current === this.#dataVersion) return
    const rows = this.#connection.all(
      'select scope, version, published_at from publication',
      [],
    ) as PublicationRow[]
    this.#rows = new Map(rows.map((row) => [row.scope, row]))
    this.#dataVersion = current
  }
}
