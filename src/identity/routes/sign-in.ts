/** `/v1/auth/otp` and `/v1/auth/verify`: sign in with a code sent by e-mail. */

import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { createKey, normalizeLabel } from '../credentials/api-keys.ts'
import { identityBlocked, unauthenticated } from '../credentials/authenticator.ts'
import type { KeyPrefix } from '../credentials/credential-format.ts'
import { parseEmail } from '../credentials/email-address.ts'
import { ensureIdentity } from '../credentials/identities.ts'
import { issueToken } from '../credentials/management-tokens.ts'
import { codeLifetimeMs, type SignInCodes } from '../credentials/sign-in-codes.ts'
import type { KeyedHash } from '../keyed-hash.ts'
import { type MailTransport, RecipientRejected } from '../mail/mail-transport.ts'
import { otpEmail } from '../mail/otp-email.ts'
import { OtpAnswer, OtpRequest, VerifyAnswer, VerifyRequest } from '../schema.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'

interface SignInDeps {
  readonly ledger: Ledger
  readonly hash: KeyedHash
  readonly codes: SignInCodes
  readonly mail: MailTransport
  readonly keyPrefix: KeyPrefix
  readonly keyLifetimeMs: number | undefined
  /** The server's address in the e-mail: from the settings, never from the request. */
  readonly origin: string
  onWarning(message: string): void
}

const sent = { ...dataReply({ sent: true, expires_in_seconds: codeLifetimeMs / 1000 }), status: 202 }

const routeDefaults = {
  method: 'POST',
  tag: 'Authentication',
  cache: 'no-store',
  access: 'none',
  bodyBytesMax: 4096,
} as const

export function signInRoutes(deps: SignInDeps): AnyRoute[] {
  const { ledger, hash, codes, mail, keyPrefix, keyLifetimeMs, origin, onWarning } = deps
  return [
    defineRoute({
      ...routeDefaults,
      path: '/v1/auth/otp',
      id: 'requestCode',
      summary: 'Send a sign-in code by e-mail',
      description:
        'The code has six digits, is valid for ten minutes and can be used once. A new code invalidates the previous one. An address can get one code a minute and five an hour. The response is the same whether or not the address is registered.',
      body: OtpRequest,
      response: { data: OtpAnswer },
      successStatus: 202,
      errors: ['rate_limited', 'upstream_unavailable'],
      handle: async ({ body, address, nowMs, signal }) => {
        const email = parseEmail(body.email)
        const code = await codes.issue(email, address, nowMs)
        try {
          const validMinutes = codeLifetimeMs / 60_000
          await mail.send(otpEmail({ to: email, code, validMinutes, origin }), signal)
        } catch (cause) {
          // Like any other code, so that nobody learns from the response, or from the next one, which addresses exist.
          if (cause instanceof RecipientRejected) {
            onWarning(`the mail server rejected a recipient: ${redactEmail(cause, email).message}`)
            return sent
          }
          await codes.withdraw(email)
          throw new Failure(
            'upstream_unavailable',
            'The code could not be sent by e-mail. Request a new one later.',
            {
              details: { reason: 'mail_not_delivered' },
              retryAfterSeconds: 30,
              cause: redactEmail(cause, email),
            },
          )
        }
        return sent
      },
    }),
    defineRoute({
      ...routeDefaults,
      path: '/v1/auth/verify',
      id: 'verifyCode',
      summary: 'Verify a sign-in code',
      description:
        'Returns a management token, which is valid for twelve hours, and an API key. Both are returned only once. Five wrong attempts invalidate the code.',
      body: VerifyRequest,
      response: { data: VerifyAnswer },
      errors: ['invalid_code', 'unauthenticated', 'rate_limited'],
      handle: async ({ body, address, nowMs }) => {
        const email = parseEmail(body.email)
        const result = await codes.redeem(email, body.code, address, nowMs, async (tx) => {
          const { id: identityId, blocked_at } = await ensureIdentity(ledger, tx, email, nowMs)
          if (blocked_at !== null) return undefined
          await resumeEmails(tx, identityId, nowMs)
          const token = await issueToken(tx, hash, identityId, nowMs)
          const keyOptions = {
            identityId,
            label: normalizeLabel(body.label),
            prefix: keyPrefix,
            lifetimeMs: keyLifetimeMs,
            nowMs,
          }
          const key = body.create_key ? await createKey(ledger, tx, hash, keyOptions) : undefined
          return {
            email,
            token: token.text,
            token_type: 'Bearer',
            token_expires_at: toInstant(token.expiresAt),
            key: key ?? null,
            key_omitted: body.create_key && !key ? 'key_limit_reached' : null,
          }
        })
        // Only who controls the address learns it, because the code was right.
        if (result === undefined) throw unauthenticated('blocked', identityBlocked)
        return dataReply(result)
      },
    }),
  ]
}

/** The code has arrived, so the mail server accepts e-mails to this address again. */
async function resumeEmails(tx: LedgerTransaction, identityId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ state: 'on', due_at: nowMs })
    .where('identity_id', '=', identityId)
    .where('state', '=', 'stopped')
    .execute()
}

/** Mail servers often repeat the recipient in their errors, and it must not be logged. */
function redactEmail(cause: unknown, email: string): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Error(message.replaceAll(new RegExp(RegExp.escape(email), 'gi'), '(address)').slice(0, 300))
}
