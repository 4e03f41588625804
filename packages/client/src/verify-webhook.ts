/** Verifies deliveries of webhooks (Standard Webhooks), in browsers, Node and workers alike. */

import { systemClock } from './clock.ts'
import { BroadsheetError } from './errors.ts'

/** A delivery that must not be believed. */
export class WebhookVerificationError extends BroadsheetError {
  override readonly name = 'WebhookVerificationError'
  readonly shouldRetry = false
}

/** What a delivery says. */
export interface WebhookMessage {
  /** A type of change, such as `showtime.seats_freed`; `webhook.ping` or `webhook.gap`. */
  readonly type: string
  readonly timestamp: string
  /** Whose change it is. */
  readonly service?: string
  /** The change, as `…/v1/changes` returns it. */
  readonly data: unknown
}

export interface WebhookRequest {
  /** As it was received, before anything parses it. */
  readonly body: string
  /** A `Headers`, or an object with names in lower case, such as `request.headers` of Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

const toleranceSeconds = 300

/**
 * Returns what a delivery says if one of its signatures was made with the secret, at most five minutes ago; rejects with
 * `WebhookVerificationError` otherwise.
 */
export async function verifyWebhook(
  { body, headers }: WebhookRequest,
  secret: string,
  now: () => number = () => systemClock.now(),
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value === 'string' && value !== '') return value
    throw new WebhookVerificationError(`The header ${name} is missing.`)
  }) as [string, string, string]
  const ageSeconds = now() / 1000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookVerificationError('The delivery was not signed within the last five minutes.')
  const key = await importKey(secret)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',')
    const bytes = version === 'v1' ? fromBase64(encoded) : undefined
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(body) as WebhookMessage
  }
  throw new WebhookVerificationError('No signature of the delivery was made with this secret.')
}

async function importKey(secret: string) {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : undefined
  if (bytes === undefined || bytes.length < 24) throw new WebhookVerificationError('The secret is malformed.')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Undefined if it is none. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
