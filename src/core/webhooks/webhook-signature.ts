/** Signs messages to other servers after the convention of Standard Webhooks (https://www.standardwebhooks.com). */

import { createHmac } from 'node:crypto'

const secretPrefix = 'whsec_'
const secretBytes = { min: 24, max: 64 }

export const webhookSecretExpectation = `whsec_ and the base64 of ${secretBytes.min} to ${secretBytes.max} random bytes`

/** Undefined unless it is `whsec_` and the base64 of a key of sufficient length. */
function parseWebhookSecret(text: string): Buffer | undefined {
  if (!text.startsWith(secretPrefix)) return undefined
  const encoded = text.slice(secretPrefix.length)
  const key = Buffer.from(encoded, 'base64')
  // What is no base64 is skipped in silence.
  const isWhole = withoutPadding(key.toString('base64')) === withoutPadding(encoded)
  return isWhole && key.length >= secretBytes.min && key.length <= secretBytes.max ? key : undefined
}

function withoutPadding(base64: string): string {
  return base64.replaceAll('=', '')
}

/** A key of 24 to 64 bytes as a secret. */
export function formatWebhookSecret(key: Uint8Array): string {
  return secretPrefix + Buffer.from(key).toString('base64')
}

export function isWebhookSecret(text: string): boolean {
  return parseWebhookSecret(text) !== undefined
}

interface WebhookMessage {
  /** The same for all attempts: receivers recognise a repetition by it. */
  readonly id: string
  readonly body: string
  /** Of the attempt. Milliseconds since the epoch. */
  readonly sentAt: number
}

/**
 * The headers of one attempt, with a signature for each secret: while a secret is replaced, the old one is valid too. Throws
 * if one is malformed.
 */
export function webhookHeaders(
  { id, body, sentAt }: WebhookMessage,
  ...secrets: readonly string[]
): Record<string, string> {
  const timestamp = Math.floor(sentAt / 1000)
  const signatures = secrets.map((secret) => {
    const key = parseWebhookSecret(secret)
    if (key === undefined) throw new Error(`a webhook secret must be ${webhookSecretExpectation}`)
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
