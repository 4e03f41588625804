/** Forgets what no longer counts: expired codes, tokens and answers, revoked keys, old usage; gives back abandoned charges. */

import type { Clock } from '../core/clock.ts'
import type { Credits } from './credits/credits.ts'
import type { Ledger } from './tables.ts'

interface HousekeepingOptions {
  readonly ledger: Ledger
  readonly credits: Credits
  readonly clock: Clock
  onWarning(message: string): void
}

const intervalMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A little more than the longest window of the analytics. */
const usageDays = 92
/** Long enough to see what became of a key. */
const revokedKeyDays = 90
/** Anonymous accounts count for a day, and may still be asked about on the next. */
const anonymousDays = 2

export class Housekeeping implements AsyncDisposable {
  readonly #options: HousekeepingOptions
  readonly #closing = new AbortController()
  #loop: Promise<void> | undefined

  constructor(options: HousekeepingOptions) {
    this.#options = options
  }

  start(): void {
    this.#loop ??= this.#sweepLoop()
  }

  async sweep(): Promise<void> {
    const { ledger, credits, clock } = this.#options
    const now = clock.now()
    await credits.refundAbandoned()
    await ledger.transaction(async (tx) => {
      await tx.deleteFrom('sign_in_code').where('expires_at', '<=', now).execute()
      await tx.deleteFrom('guard').where('expires_at', '<=', now).execute()
      await tx
        .deleteFrom('management_token')
        .where('expires_at', '<=', now - dayMs)
        .execute()
      await tx
        .deleteFrom('api_key')
        .where('revoked_at', '<=', now - revokedKeyDays * dayMs)
        .execute()
      await tx.deleteFrom('idempotent_answer').where('expires_at', '<=', now).execute()
      await tx
        .deleteFrom('usage')
        .where('hour', '<', Math.floor((now - usageDays * dayMs) / hourMs))
        .execute()
      await tx
        .deleteFrom('credit_account')
        .where('identity_id', 'is', null)
        .where('touched_at', '<', now - anonymousDays * dayMs)
        .execute()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#loop
  }

  async #sweepLoop(): Promise<void> {
    const { clock, onWarning } = this.#options
    for (;;) {
      try {
        await clock.sleep(intervalMs, this.#closing.signal)
      } catch {
        return
      }
      await this.sweep().catch((error: unknown) => {
        onWarning(
          `housekeeping will try again in a minute: ${error instanceof Error ? error.message : error}`,
        )
      })
    }
  }
}
