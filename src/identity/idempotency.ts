/**
 * Runs a request with an `Idempotency-Key` once: its response is stored, compressed and encrypted, and replayed for 24
 * hours. Also settles what a request is charged, because a charge and a stored response belong together.
 */

import { randomUUID } from 'node:crypto'
import { Failure } from '../core/errors.ts'
import type { Billing, IdempotentRequest } from '../http/accounts.ts'
import type { Reply } from '../http/reply.ts'
import type { LedgerTime } from '../store/coordination/ledger-time.ts'
import type { Credits } from './credits/credits.ts'
import { RequestBilling } from './credits/request-billing.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { openSealed, seal } from './sealed-text.ts'
import type { Ledger, LedgerTransaction } from './tables.ts'

const retentionMs = 24 * 3_600_000
/** An older claim without a response belongs to a process that died. */
export const claimTimeoutMs = 60_000
/** A longer response is refused. */
export const replyCharsMax = 4 * 1024 * 1024
const keyPattern = /^[\x21-\x7e]{1,255}$/

/** What a caller can have stored at once: responses in progress count, bytes are compressed ones. */
interface Quota {
  readonly responses: number
  readonly bytes: number
}
export const storedQuota = {
  identity: { responses: 1000, bytes: 16 * 1024 * 1024 },
  anonymous: { responses: 100, bytes: 2 * 1024 * 1024 },
} as const satisfies Record<string, Quota>

interface IdempotencyOptions {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  readonly credits: Credits
  readonly now: LedgerTime
  onWarning(message: string): void
}

interface Claim {
  readonly name: string
  readonly bodyHash: string
  readonly caller: string
  readonly quota: Quota
  /** Differs between attempts with the same key. */
  readonly holder: string
}

type Work = (billing: Billing) => Promise<Reply>

export class Idempotency {
  readonly #options: IdempotencyOptions

  constructor(options: IdempotencyOptions) {
    this.#options = options
  }

  async run(request: IdempotentRequest, route: string, work: Work): Promise<Reply> {
    const { idempotencyKey: key } = request
    if (key === undefined) return await this.#runUnclaimed(request, route, work)
    if (!keyPattern.test(key)) {
      throw new Failure('invalid_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', {
        details: { parameter: 'Idempotency-Key', in: 'header' },
      })
    }
    const { hash } = this.#options
    const { subject, identityId, networks } = request.admission.principal
    // All callers of the widest network share its multiple, so that one count is enough.
    const counted = networks.at(-1) ?? { subject, factor: 1 }
    const quota = identityId === undefined ? storedQuota.anonymous : storedQuota.identity
    // Identities of one mailbox share the quota, but never a response.
    const name = hash('idempotency', identityId ?? subject, route, key)
    const claim: Claim = {
      name,
      bodyHash: hash('idempotent body', JSON.stringify(request.body ?? null)),
      caller: hash('idempotency caller', counted.subject),
      quota: { responses: quota.responses * counted.factor, bytes: quota.bytes * counted.factor },
      holder: randomUUID(),
    }
    /** A response may contain a new key's secret: it takes the server's secret and the `Idempotency-Key` to read it. */
    const sealKey = hash('seal', name, key)
    const storedReply = await this.#claim(claim)
    if (storedReply !== undefined) return toReplayedReply(await openSealed(storedReply, sealKey))
    return await this.#runClaimed(request, route, work, claim, sealKey)
  }

  async #runUnclaimed(request: IdempotentRequest, route: string, work: Work): Promise<Reply> {
    const billing = this.#billing(request, route, undefined)
    try {
      const reply = await work(billing)
      if (!billing.isCharged) return reply
      // Nobody waits for the response any more, so it will not be sent.
      request.signal.throwIfAborted()
      await this.#options.ledger.transaction((tx) => billing.commit(tx))
      return reply.stream ? { ...reply, stream: billing.refundedOnFailure(reply.stream) } : reply
    } catch (error) {
      await billing.refund()
      throw error
    }
  }

  async #runClaimed(
    request: IdempotentRequest,
    route: string,
    work: Work,
    claim: Claim,
    sealKey: string,
  ): Promise<Reply> {
    const billing = this.#billing(request, route, claim.name)
    let reply: Reply
    let answer: string
    try {
      reply = await collected(await work(billing))
      const { status, data, meta, extra, headers } = reply
      const serialized = JSON.stringify({ status, data, meta, extra, headers })
      if (serialized.length > replyCharsMax) throw responseTooLarge()
      answer = await seal(serialized, sealKey)
      if (billing.isCharged) await this.#saveReply(claim, answer, billing)
    } catch (error) {
      await billing.refund()
      await this.#release(claim)
      throw error
    }
    // Uncharged work is done, so the caller gets its response even when it cannot be stored. The claim stays: a repeat
    // gets `request_in_progress` until the claim expires, a minute after the first request, and runs again only then.
    if (!billing.isCharged) {
      await this.#saveReply(claim, answer, billing).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : error
        this.#options.onWarning(`could not store a response for repeats: ${reason}`)
      })
    }
    return reply
  }

  #billing(request: IdempotentRequest, route: string, claimName: string | undefined): RequestBilling {
    const { credits, onWarning } = this.#options
    return new RequestBilling({ credits, request, route, claimName, onWarning })
  }

  /** The stored response of an earlier request; undefined when this request claimed the key. */
  async #claim({ name, bodyHash, caller, quota, holder }: Claim): Promise<string | undefined> {
    const { ledger, now } = this.#options
    const outcome = await ledger.transaction(async (tx) => {
      await this.#lock(tx, caller)
      const nowMs = await now(tx)
      const row = await tx
        .selectFrom('idempotent_answer')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirst()
      const isFree =
        row === undefined ||
        row.expires_at <= nowMs ||
        (row.answer === null && row.created_at + claimTimeoutMs <= nowMs)
      if (!isFree) {
        if (row.answer === null && row.created_at > nowMs) await redateClaim(tx, name, nowMs)
        return row
      }
      const others = await readStored(tx, caller, name, nowMs)
      if (others.responses >= quota.responses || others.bytes >= quota.bytes)
        return quotaExceeded(quota, others, nowMs)
      const values = {
        body_hash: bodyHash,
        holder,
        caller,
        bytes: 0,
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
    if (outcome === undefined) return undefined
    if (outcome instanceof Failure) throw outcome
    if (outcome.body_hash !== bodyHash) {
      throw new Failure(
        'idempotency_key_reused',
        'This Idempotency-Key was already used with another body.',
        {
          details: { parameter: 'Idempotency-Key', in: 'header' },
        },
      )
    }
    if (outcome.answer !== null) return outcome.answer
    throw inProgress('The first request with this Idempotency-Key is still in progress.')
  }

  /** Stores the response and commits its charge together, or neither: only a stored response is free for repeats. */
  async #saveReply(
    { name, caller, quota, holder }: Claim,
    answer: string,
    billing: RequestBilling,
  ): Promise<void> {
    const { ledger, now } = this.#options
    await ledger.transaction(async (tx) => {
      await this.#lock(tx, caller)
      const nowMs = await now(tx)
      const others = await readStored(tx, caller, name, nowMs)
      if (others.bytes + answer.length > quota.bytes) throw quotaExceeded(quota, others, nowMs)
      const saved = await tx
        .updateTable('idempotent_answer')
        .set({ answer, bytes: answer.length })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .returning('name')
        .executeTakeFirst()
      if (saved === undefined && billing.isCharged)
        throw inProgress('A repeat of this request has taken it over, because it took more than a minute.')
      await billing.commit(tx)
    })
  }

  async #release({ name, holder }: Claim): Promise<void> {
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

  /** The quota is read and then used, so all claims of a caller wait for each other. */
  async #lock(tx: LedgerTransaction, caller: string): Promise<void> {
    await this.#options.ledger.dialect.lock(tx, `idempotency ${caller}`)
  }
}

/** A claim from the future, made before the clock was set back, would otherwise stay until the clock catches up. */
async function redateClaim(tx: LedgerTransaction, name: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('idempotent_answer')
    .set({ created_at: nowMs, expires_at: nowMs + retentionMs })
    .where('name', '=', name)
    .execute()
}

interface Stored {
  readonly responses: number
  readonly bytes: number
  /** When the first of them expires. */
  readonly nextExpiry: number | null
}

/** What the caller has stored under other keys. Claims of dead processes do not count. */
async function readStored(
  tx: LedgerTransaction,
  caller: string,
  exceptName: string,
  nowMs: number,
): Promise<Stored> {
  const { responses, bytes, nextExpiry } = await tx
    .selectFrom('idempotent_answer')
    .select(({ fn }) => [
      fn.countAll().as('responses'),
      fn.sum('bytes').as('bytes'),
      fn.min('expires_at').as('nextExpiry'),
    ])
    .where('caller', '=', caller)
    .where('name', '!=', exceptName)
    .where('expires_at', '>', nowMs)
    .where(({ eb, or }) => or([eb('bytes', '>', 0), eb('created_at', '>', nowMs - claimTimeoutMs)]))
    .executeTakeFirstOrThrow()
  return { responses: Number(responses), bytes: Number(bytes ?? 0), nextExpiry }
}

/** A stream that is replayed later has to be complete. Stops as soon as it is too long. */
async function collected(reply: Reply): Promise<Reply> {
  const { stream, ...rest } = reply
  if (stream === undefined) return reply
  const chunks: string[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > replyCharsMax) throw responseTooLarge()
    chunks.push(chunk)
  }
  return { ...rest, data: chunks.join('') }
}

function toReplayedReply(text: string): Reply {
  const stored = JSON.parse(text) as Reply
  const headers = { ...stored.headers, 'idempotency-replayed': 'true' }
  // The sum over all responses is what was charged.
  const isCharged = stored.meta?.credits_charged !== undefined
  return { ...stored, headers, ...(isCharged ? { meta: { ...stored.meta, credits_charged: 0 } } : {}) }
}

function inProgress(message: string): Failure {
  return new Failure('request_in_progress', message, { retryAfterSeconds: 1 })
}

function responseTooLarge(): Failure {
  return new Failure(
    'response_too_large',
    'The response is too large to be stored for its Idempotency-Key. Nothing was charged.',
    { details: { characters_max: replyCharsMax } },
  )
}

function quotaExceeded(quota: Quota, { responses, bytes, nextExpiry }: Stored, nowMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(((nextExpiry ?? nowMs) - nowMs) / 1000))
  const window = 'responses stored for an Idempotency-Key within 24 hours'
  return new Failure('rate_limited', `Too many ${window}. Send the request without the header, or later.`, {
    details: {
      window,
      retry_after_seconds: seconds,
      responses_stored: responses,
      responses_max: quota.responses,
      bytes_stored: bytes,
      bytes_max: quota.bytes,
    },
    retryAfterSeconds: seconds,
  })
}
