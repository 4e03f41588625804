/** How often each scope was published: told by NOTIFY, and asked once a second in case a message was lost. */

import pg from 'pg'
import { systemClock } from '../../core/clock.ts'
import type { PublicationRow } from '../tables.ts'
import { clientConfig, type PostgresSettings } from './pool.ts'

export const channelSuffix = '_publication'
const pollMs = 1_000

export class Publications implements AsyncDisposable {
  readonly #settings: PostgresSettings
  readonly #schema: string
  readonly #closing = new AbortController()
  #rows = new Map<string, PublicationRow>()
  /** Counts what was noted, so that a poll which began earlier does not undo it. */
  #recordCount = 0
  #client: pg.Client | undefined
  #loop: Promise<void> = Promise.resolve()

  constructor(settings: PostgresSettings, schema: string) {
    this.#settings = settings
    this.#schema = schema
  }

  /** Resolves when the present state is known. */
  async start(): Promise<void> {
    await this.#poll()
    this.#loop = this.#pollLoop()
  }

  get(scope: string): PublicationRow | undefined {
    return this.#rows.get(scope)
  }

  record(row: PublicationRow): void {
    this.#recordCount += 1
    const known = this.#rows.get(row.scope)
    if (known && known.version >= row.version) return
    this.#rows.set(row.scope, row)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#loop
    await this.#disconnect()
  }

  async #pollLoop(): Promise<void> {
    for (;;) {
      try {
        await systemClock.sleep(pollMs, this.#closing.signal)
      } catch {
        return
      }
      await this.#poll().catch(() => this.#disconnect())
    }
  }

  async #poll(): Promise<void> {
    const client = await this.#connected()
    const notedBefore = this.#recordCount
    const { rows } = await client.query<PublicationRow>(
      'select scope, version, published_at from publication',
    )
    if (this.#recordCount !== notedBefore) return
    this.#rows = new Map(rows.map((row) => [row.scope, row]))
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client(clientConfig(this.#settings, this.#schema))
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined
    })
    client.on('notification', ({ payload }) => {
      if (payload) this.record(JSON.parse(payload))
    })
    try {
      await client.connect()
      await client.query(`listen ${this.#schema}${channelSuffix}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    this.#client = client
    return client
  }

  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }
}
