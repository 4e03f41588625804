/** The last requests of each API key, for its owner: collected in memory and written in batches, so that no request waits for it. */

import { toInstant } from '../../core/clock.ts'
import type { CompletedRequest } from '../../http/access-control.ts'
import { chunks } from '../../store/chunks.ts'
import { containsCredential } from '../credentials/credential-format.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'

interface RequestLogOptions {
  readonly ledger: Ledger
  onWarning(message: string): void
}

interface LoggedRequest {
  readonly key_id: string
  readonly at: number
  readonly method: string
  readonly target: string
  readonly status: number
  readonly duration_ms: number
  readonly address: string
  readonly request_id: string
}

export const requestsPerKey = 1000
export const requestLogDays = 7
/** Bounds what accumulates between two batches, and while the database is unavailable. */
const collectedMax = 20_000

export class RequestLog implements AsyncDisposable {
  readonly #options: RequestLogOptions
  #collected = new Map<string, LoggedRequest[]>()
  #size = 0
  #isFailing = false

  constructor(options: RequestLogOptions) {
    this.#options = options
  }

  record(
    keyId: string,
    { request, requestId, address, status, elapsedMs }: CompletedRequest,
    at: number,
  ): void {
    let requests = this.#collected.get(keyId)
    if (requests === undefined) {
      requests = []
      this.#collected.set(keyId, requests)
    }
    // Those before would not be among the last.
    if (requests.length >= 2 * requestsPerKey) this.#size -= requests.splice(0, requestsPerKey).length
    if (this.#size >= collectedMax) return
    this.#size += 1
    requests.push({
      key_id: keyId,
      at,
      method: request.method ?? '',
      target: toLoggedTarget(request.url ?? '', status),
      status,
      duration_ms: Math.round(elapsedMs),
      address,
      request_id: requestId,
    })
  }

  /** Writes what was collected. What cannot be written is lost: the log must not grow while the database is away. */
  async flush(): Promise<void> {
    const collected = [...this.#collected].sort(([a], [b]) => (a < b ? -1 : 1))
    if (collected.length === 0) return
    this.#collected = new Map()
    this.#size = 0
    try {
      await this.#options.ledger.transaction((tx) => write(tx, collected))
      this.#isFailing = false
    } catch (error) {
      const reason = error instanceof Error ? error.message : error
      if (!this.#isFailing) this.#options.onWarning(`could not write the requests of keys: ${reason}`)
      this.#isFailing = true
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush()
  }
}

async function write(
  tx: LedgerTransaction,
  collected: readonly (readonly [string, readonly LoggedRequest[]])[],
): Promise<void> {
  const rows = collected.flatMap(([, requests]) => requests.slice(-requestsPerKey))
  for (const chunk of chunks(rows, 100)) await tx.insertInto('key_request').values(chunk).execute()
  for (const [keyId] of collected) {
    await tx
      .deleteFrom('key_request')
      .where('key_id', '=', keyId)
      .where('id', '<=', ({ selectFrom }) =>
        selectFrom('key_request')
          .select('id')
          .where('key_id', '=', keyId)
          .orderBy('id', 'desc')
          .offset(requestsPerKey)
          .limit(1),
      )
      .execute()
  }
}

/** Of so many revoked keys of an identity the requests stay, to look into a leak; keys can be made and revoked without end. */
const revokedKeysMax = 10

/** Call it in the transaction that has revoked a key. */
export async function forgetRequestsOfRevoked(tx: LedgerTransaction, identityId: string): Promise<void> {
  await tx
    .deleteFrom('key_request')
    .where('key_id', 'in', ({ selectFrom }) =>
      selectFrom('api_key')
        .select('api_key.id')
        .where('identity_id', '=', identityId)
        .where('revoked_at', 'is not', null)
        .orderBy('revoked_at', 'desc')
        .orderBy('api_key.id')
        .offset(revokedKeysMax)
        // Other nodes may have written some since the last time; those of earlier keys are gone.
        .limit(revokedKeysMax),
    )
    .execute()
}

const valueCharactersMax = 100
const targetCharactersMax = 400
const secretName = /auth|code|credential|email|key|pass|payload|secret|session|sign|token/i

/** The values of parameters that could be secrets are left out: those named like one, and all of a request that was not understood. */
export function toLoggedTarget(url: string, status: number): string {
  const [path = '', query] = url.split('?', 2)
  if (containsCredential(url)) return '/…'
  const parts = (query ?? '').split('&').filter((part) => part !== '')
  const shown = parts.map((part) => {
    const [name = '', value] = part.split('=', 2)
    const isShown = status < 400 && !secretName.test(name) && (value?.length ?? 0) <= valueCharactersMax
    return value === undefined || isShown ? part : `${name}=…`
  })
  const target = shown.length === 0 ? path : `${path}?${shown.join('&')}`
  return target.length <= targetCharactersMax ? target : `${target.slice(0, targetCharactersMax)}…`
}

/** The newest first. */
export async function readKeyRequests(ledger: Ledger, keyId: string, limit: number) {
  const rows = await ledger.read
    .selectFrom('key_request')
    .select(['at', 'method', 'target', 'status', 'duration_ms', 'address', 'request_id'])
    .where('key_id', '=', keyId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, ...row }) => ({ at: toInstant(at), ...row }))
}
