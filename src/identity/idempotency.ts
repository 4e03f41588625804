/** The same request sent twice does its work once: the first answer is kept, sealed, for a day. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { Failure } from '../core/errors.ts'
import type { IdempotentRequest } from '../http/accounts.ts'
import type { Reply } from '../http/reply.ts'
import type { KeyedHash } from './keyed-hash.ts'
import type { Ledger } from './tables.ts'

const retentionMs = 24 * 3_600_000
/** Whoever has not answered by then has died. */
const claimTimeoutMs = 60_000
/** A longer answer is not kept; its request may do its work again. */
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
      throw new Failure(
        'invalid_request',
        'The header Idempotency-Key has to be 1 to 255 visible ASCII characters.',
        {
          details: { parameter: 'Idempotency-Key', in: 'header' },
        },
      )
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
    const serialized = JSON.stringify(toStoredReply(reply))
    if (serialized.length > replyCharsMax) await this.#release(name, holder)
    else await this.#saveReply(name, holder, encrypt(serialized, this.#encryptionKey(name, key)))
    return reply
  }

  /** The sealed answer of an earlier request; undefined when this one is to do the work. */
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
      throw new Failure('idempotency_key_reused', 'This Idempotency-Key was used with another body.', {
        details: { parameter: 'Idempotency-Key', in: 'header' },
      })
    }
    if (existingRow.answer !== null) return existingRow.answer
    throw new Failure(
      'request_in_progress',
      'The first request with this Idempotency-Key is still being answered.',
      {
        retryAfterSeconds: 1,
      },
    )
  }

  /**
   * The work is done, so its caller gets the answer even when it cannot be kept, and the claim stays: a repeat gets
   * `request_in_progress` until the claim lapses, a minute after the first request, and does the work anew only then.
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
        onWarning(`an answer was not kept for repeats: ${error instanceof Error ? error.message : error}`)
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
      // The claim lapses by itself within a minute, and what went wrong first is what the caller should hear.
      .catch(() => {})
  }

  /** An answer may hold a new key's secret: it opens only for who has both the server's secret and the caller's key. */
  #encryptionKey(name: string, key: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#options.hash('seal', name, key), '', 'idempotent answer', 32))
  }
}

type StoredReply = Pick<Reply, 'status' | 'data' | 'meta' | 'extra' | 'headers'>

function toStoredReply({ status, data, meta, extra, headers }: Reply): StoredReply {
  return {
    ...(status === undefined ? {} : { status }),
    ...(data === undefined ? {} : { data }),
    ...(meta === undefined ? {} : { meta }),
    ...(extra === undefined ? {} : { extra }),
    ...(headers === undefined ? {} : { headers }),
  }
}

function toReplayedReply(text: string): Reply {
  const stored = JSON.parse(text) as StoredReply
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
