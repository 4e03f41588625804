/**
 * A standby of the database, for reads of published data. It is used while it has every publication that this process has heard
 * of. Otherwise, and when it cannot be reached, the database is read.
 */

import pg from 'pg'
import { abortable } from '../../core/async/abortable.ts'
import { systemClock } from '../../core/clock.ts'
import { PublicationState } from '../publication-stamp.ts'
import type { PublicationRow } from '../tables.ts'
import { clientConfig, createPool, type PostgresSettings } from './pool.ts'

/** How often it is asked. Reads go to the database for at least so long after a publication. */
const pollMs = 50
const retryMs = 1_000
/** A standby that takes longer to say what it has is as good as none. */
const pollTimeoutMs = 2_000

export class Replica implements AsyncDisposable {
  readonly pool: pg.Pool
  readonly #settings: PostgresSettings
  readonly #schema: string
  readonly #closing = new AbortController()
  /** Undefined while it cannot be reached. */
  #state: PublicationState | undefined
  #failures = 0
  #loop: Promise<void> = Promise.resolve()

  constructor(settings: PostgresSettings, url: string, schema: string) {
    this.#settings = { ...settings, url, directUrl: undefined }
    this.#schema = schema
    // What is lost is reported here, once.
    this.pool = createPool({ ...this.#settings, onWarning: () => {} }, schema)
  }

  /** Does not wait: without it, the database is read. */
  start(): void {
    this.#loop = this.#follow()
  }

  has(known: PublicationState): boolean {
    return this.#state?.includes(known) ?? false
  }

  /** After a read that failed: until it says again what it has. */
  rest(): void {
    this.#state = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#loop
    await this.pool.end()
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        await this.#poll(signal)
      } catch (error) {
        this.#state = undefined
        if (!signal.aborted) this.#report(error)
      }
      await systemClock.sleep(retryMs, signal).catch(() => {})
    }
  }

  /** Rejects when the connection is lost, or the signal aborts. */
  async #poll(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      ...clientConfig(this.#settings, this.#schema),
      query_timeout: pollTimeoutMs,
    })
    // What it reports is also thrown by the next query.
    client.on('error', () => {})
    try {
      await abortable(client.connect(), signal)
      for (;;) {
        const polled = client.query<PublicationRow>('select scope, version, published_at from publication')
        const { rows } = await abortable(polled, signal)
        this.#state = new PublicationState(rows)
        this.#failures = 0
        await systemClock.sleep(pollMs, signal)
      }
    } finally {
      // Not waited for: a server that is lost does not respond.
      client.end().catch(() => {})
    }
  }

  /** Not the first failure: a read model that was just created is there a moment later. */
  #report(error: unknown): void {
    this.#failures += 1
    if (this.#failures !== 2) return
    const reason = error instanceof Error ? error.message : String(error)
    this.#settings.onWarning(`the replica cannot be used, so the database is read instead: ${reason}`)
  }
}
