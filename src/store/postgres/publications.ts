/** How often each scope has been published: updated by NOTIFY, and polled every second in case a message is lost. */

import pg from 'pg'
import { systemClock } from '../../core/clock.ts'
import { isChangeScope } from '../changes/change-scope.ts'
import { PublicationState } from '../publication-stamp.ts'
import type { PublicationRow } from '../tables.ts'
import { clientConfig, type PostgresSettings } from './pool.ts'
import { holdUseLock } from './use-lock.ts'

const pollMs = 1_000

export class Publications implements AsyncDisposable {
  readonly #settings: PostgresSettings
  readonly #schema: string
  readonly #closing = new AbortController()
  #rows = new Map<string, PublicationRow>()
  #current = new PublicationState([])
  /** The ends of change logs whose data follows in the next message. */
  #pending: PublicationRow[] = []
  /** Counts records, so that a poll that started earlier does not undo them. */
  #recordCount = 0
  #client: pg.Client | undefined
  #loop: Promise<void> = Promise.resolve()

  constructor(settings: PostgresSettings, schema: string) {
    this.#settings = settings
    this.#schema = schema
  }

  /** Resolves when the current state is loaded. */
  async start(): Promise<void> {
    await this.#poll()
    this.#loop = this.#pollLoop()
  }

  get current(): PublicationState {
    return this.#current
  }

  /** Otherwise the current state may be a second old. */
  get isListening(): boolean {
    return this.#client !== undefined
  }

  record(row: PublicationRow): void {
    this.#recordCount += 1
    if (isChangeScope(row.scope)) {
      // A transaction raises its log before the version of the data. Lists must not promise changes that they do not show.
      this.#pending.push(row)
      return
    }
    for (const each of [row, ...this.#pending.splice(0)]) {
      const existing = this.#rows.get(each.scope)
      if (existing === undefined || existing.version < each.version) this.#rows.set(each.scope, each)
    }
    this.#current = new PublicationState(this.#rows.values())
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
    const client = await this.#connect()
    const recordCount = this.#recordCount
    const { rows } = await client.query<PublicationRow>(
      'select scope, version, published_at from publication',
    )
    if (this.#recordCount !== recordCount) return
    this.#rows = new Map(rows.map((row) => [row.scope, row]))
    this.#pending = []
    this.#current = new PublicationState(this.#rows.values())
  }

  async #connect(): Promise<pg.Client> {
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
      await client.query(`listen ${this.#schema}`)
      await holdUseLock(client, this.#schema)
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
