/** What a database says about its publications. */

import type { PublicationRow } from './tables.ts'

/** The row of `publication` whose version is the epoch: a random number chosen when the read model is created. */
export const epochScope = ':epoch'

/**
 * The publications of a database at one moment, with the stamp of each scope: a text that no other state of its data has.
 * Versions start again in a new read model and repeat after a backup is restored: the epoch distinguishes the first case,
 * the time of the publication the second.
 */
export class PublicationState {
  readonly epoch: number
  readonly #rows: ReadonlyMap<string, PublicationRow>
  readonly #stamps: ReadonlyMap<string, string>
  readonly #unpublished: string

  constructor(rows: Iterable<PublicationRow>) {
    this.#rows = new Map([...rows].map((row) => [row.scope, row]))
    this.epoch = this.version(epochScope)
    this.#unpublished = this.#stampOf(0, 0)
    this.#stamps = new Map(
      [...this.#rows.values()].map((row) => [row.scope, this.#stampOf(row.version, row.published_at)]),
    )
  }

  version(scope: string): number {
    return this.#rows.get(scope)?.version ?? 0
  }

  publishedAt(scope: string): number {
    return this.#rows.get(scope)?.published_at ?? 0
  }

  stamp(scope: string): string {
    return this.#stamps.get(scope) ?? this.#unpublished
  }

  /** Whether it is the same or a later state of the same read model. */
  includes(other: PublicationState): boolean {
    if (this.epoch !== other.epoch) return false
    for (const { scope, version } of other.#rows.values()) if (this.version(scope) < version) return false
    return true
  }

  #stampOf(version: number, publishedAt: number): string {
    return `${this.epoch}.${version}.${publishedAt}`
  }
}

/** The part of a `Database` that follows from its publications. */
export abstract class PublishedDatabase {
  protected abstract get publications(): PublicationState

  version(scope: string): number {
    return this.publications.version(scope)
  }

  stamp(scope: string): string {
    return this.publications.stamp(scope)
  }

  epoch(): number {
    return this.publications.epoch
  }

  publishedAt(scope: string): number {
    return this.publications.publishedAt(scope)
  }
}
