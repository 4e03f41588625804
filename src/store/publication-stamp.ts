/** The state of the data as a text that no other state has, even in a read model that was created again. */

import type { PublicationRow } from './tables.ts'

/** The row of `publication` whose version is the epoch: a random number chosen when the read model is created. */
export const epochScope = ':epoch'

/**
 * The stamp of each scope. Versions start again in a new read model and repeat after a backup is restored: the epoch
 * distinguishes the first case, the time of the publication the second.
 */
export class PublicationStamps {
  readonly #epoch: number
  readonly #stamps: ReadonlyMap<string, string>
  readonly #unpublished: string

  constructor(rows: ReadonlyMap<string, PublicationRow>) {
    this.#epoch = rows.get(epochScope)?.version ?? 0
    this.#unpublished = this.#stampOf(0, 0)
    this.#stamps = new Map(
      [...rows.values()].map((row) => [row.scope, this.#stampOf(row.version, row.published_at)]),
    )
  }

  get(scope: string): string {
    return this.#stamps.get(scope) ?? this.#unpublished
  }

  #stampOf(version: number, publishedAt: number): string {
    return `${this.#epoch}.${version}.${publishedAt}`
  }
}
