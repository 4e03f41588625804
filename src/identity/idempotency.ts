/** Runs a request with an `Idempotency-Key` once: its response is stored, encrypted, and replayed for 24 hours. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { Failure } from '../core/errors.ts'
import type { IdempotentRequest } from '../http/accounts.ts'
import type { Reply } from '../http/reply.ts'
import type { KeyedHash } from './keyed-hash.ts'
import type { Ledger } from './tables.ts'

const retentionMs = 24 * 3_600_000
/** An older claim without a response belongs to a process that died. */
const claimTimeoutMs = 60_000
/** A longer response is not stored; its request can run again. */
const replyCharsMax = 4 * 1024 * 1024
const keyPattern = /^[\x21-\x7e]{1,255}$/

interface IdempotencyOptions {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  onWarning(message: string): void
}

export class Idempotency {
  readonly #options: IdempotencyOptions

  constructor(options: IdempotencyOptions) {
    this.#options = options
  }

  async run(request: IdempotentRequest, route: string, work: () => Promise<Reply>): Promise<Reply> {
    const { idempotencyKey: key, nowMs } = request
    if (key === undefined) return await work()
    if (!keyPattern.test(key)) {
      throw new Failure('invalid_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', {
        details: { parameter: 'Idempotency-Key', in: 'header' },
      })
    }
    const { hash } = this.#options
    const name = hash('idempotency', request.admission.principal.subject, route, key)
    const bodyHash = hash('idempotent body', JSON.stringify(request.body ?? null))
    const holder = randomUUID()
    const storedReply = await this.#claim(name, bodyHash, holder, nowMs)
    if (storedReply !== undefined)
      return toReplayedReply(decrypt(storedReply, this.#encryptionKey(name, key)))
    let reply: Reply
    try {
      reply = await work()
    } catch (error) {
      await this.#release(name, holder)
      throw error
    }
    const { status, data, meta, extra, headers } = reply
    const serialized = JSON.stringify({ status, data, meta, extra, headers })
    if (serialized.length > replyCharsMax) await this.#release(name, holder)
    else await this.#saveReply(name, holder, encrypt(serialized, this.#encryptionKey(name, key)))
    return reply
  }

  /** The encrypted response of an earlier request; undefined when this request claimed the key. */
  async #claim(name: string, bodyHash: string, holder: string, nowMs: number): Promise<string | undefined> {
    const { ledger } = this.#options
    const existingRow = await ledger.transaction(async (tx) => {
      await ledger.dialect.lock(tx, `idempotency ${name}`)
      const row = await tx
        .selectFrom('idempotent_answer')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirst()
      const isFree =
        row === undefined ||
        row.expires_at <= nowMs ||
        (row.answer === null && row.created_at + claimTimeoutMs <= nowMs)
      if (!isFree) return row
      const values = {
        body_hash: bodyHash,
        holder,
        answer: null,
        created_at: nowMs,
        expires_at: nowMs + retentionMs,
      }
      await tx
        .insertInto('idempotent_answer')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute()
      return undefined
    })
    if (existingRow === undefined) return undefined
    if (existingRow.body_hash !== bodyHash) {
      throw new Failure(
        'idempotency_key_reused',
        'This Idempotency-Key was already used with another body.',
        {
          details: { parameter: 'Idempotency-Key', in: 'header' },
        },
      )
    }
    if (existingRow.answer !== null) return existingRow.answer
    throw new Failure(
      'request_in_progress',
      'The first request with this Idempotency-Key is still in progress.',
      { retryAfterSeconds: 1 },
    )
  }

  /**
   * The work is done, so the caller gets its response even when it cannot be stored. The claim stays: a repeat gets
   * `request_in_progress` until the claim expires, a minute after the first request, and runs again only then.
   */
  async #saveReply(name: string, holder: string, answer: string): Promise<void> {
    const { ledger, onWarning } = this.#options
    await ledger
      .transaction(async (tx) => {
        await tx
          .updateTable('idempotent_answer')
          .set({ answer })
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute()
      })
      .catch((error: unknown) => {
        onWarning(`could not store a response for repeats: ${error instanceof Error ? error.message : error}`)
      })
  }

  async #release(name: string, holder: string): Promise<void> {
    await this.#options.ledger
      .transaction(async (tx) => {
        await tx
          .deleteFrom('idempotent_answer')
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute()
      })
      // The claim expires within a minute anyway, and the caller should get the original error.
      .catch(() => {})
  }

  /** A response may contain a new key's secret: decrypting it takes the server's secret and the caller's `Idempotency-Key`. */
  #encryptionKey(name: string, key: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#options.hash('seal', name, key), '', 'idempotent answer', 32))
  }
}

function toReplayedReply(text: string): Reply {
  const stored = JSON.parse(text) as Reply
  return { ...stored, headers: { ...stored.headers, 'idempotency-replayed': 'true' } }
}

function encrypt(text: string, key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')
}

function decrypt(text: string, key: Buffer): string {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
