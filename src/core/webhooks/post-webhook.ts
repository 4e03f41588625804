/** Posts one signed message to a webhook: one attempt, and no redirect is followed. */

import { HostClosed } from '../outbound/hosts/host-closed.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { webhookHeaders } from './webhook-signature.ts'

export interface WebhookPost {
  readonly url: string
  /** Each signs it. */
  readonly secrets: readonly string[]
  /** The same for all attempts. */
  readonly id: string
  readonly body: string
  readonly now: () => number
  readonly signal: AbortSignal
}

export interface WebhookResult {
  readonly isDelivered: boolean
  /** Of the response, if there was one. */
  readonly status: number | null
  readonly error: string | null
  /** Set if nothing was sent, because the receiver had asked for a pause or keeps failing. */
  readonly closedMs?: number
}

const deadlineMs = 10_000
const errorCharactersMax = 300
/** Only the status of a response is of interest. */
const bytesMax = 65_536
/** They are results, and redirects must not lead elsewhere. */
const statuses = Array.from({ length: 300 }, (_, at) => 300 + at)

/** Throws only if the signal aborts. */
export async function postWebhook(
  outbound: Pick<Outbound, 'request'>,
  { url, secrets, id, body, now, signal }: WebhookPost,
): Promise<WebhookResult> {
  try {
    const { status } = await outbound.request(url, {
      method: 'POST',
      headers: webhookHeaders({ id, body, sentAt: now() }, ...secrets),
      body,
      signal,
      deadlineMs,
      bytesMax,
      acceptStatuses: statuses,
    })
    const isDelivered = status < 300
    return { isDelivered, status, error: isDelivered ? null : `the receiver responded with status ${status}` }
  } catch (thrown) {
    signal.throwIfAborted()
    const error = toText(thrown)
    if (!(thrown instanceof HostClosed)) return { isDelivered: false, status: null, error }
    return { isDelivered: false, status: null, error, closedMs: (thrown.retryAfterSeconds ?? 1) * 1000 }
  }
}

/** Messages of the client call every host a source. */
function toText(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return message
    .replaceAll('The source', 'The receiver')
    .replaceAll('the source', 'the receiver')
    .slice(0, errorCharactersMax)
}
