/** Follows the changes of a server and posts them, signed, to a receiver on this machine: for receivers that are being written. */

import { Failure } from '../../core/errors.ts'
import type { LoggedService } from '../../core/logged-services.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'
import { postWebhook, type WebhookResult } from '../../core/webhooks/post-webhook.ts'
import { createKeyedHash } from '../../identity/index.ts'
import type { AppContext } from '../app-context.ts'
import { createWebhookClient } from '../outbound.ts'
import { webhookSecrets } from './webhook-secrets.ts'

/** Where each service has its changes. */
const paths: Readonly<Record<LoggedService, string>> = {
  cinema: '/cinema/v1/changes',
  jobs: '/data/job-postings/v1/changes',
  trust: '/data/trust/v1/changes',
  notices: '/notices/v1/changes',
}

const waitSeconds = 20
/** Longer than the server lets a request wait. */
const requestMs = 40_000
const retryMs = 2000
const bytesMax = 32 * 1024 * 1024

export interface ListenOptions {
  /** The origin of the server. */
  readonly server: string
  readonly service: LoggedService
  readonly filters: Readonly<Record<string, string>>
  readonly forwardTo: string
  readonly signal: AbortSignal
  /** The server responds, and accepts the filters. */
  onStart(): void
  onDelivery(message: { readonly type: string; readonly number: number }, result: WebhookResult): void
  onNote(text: string): void
}

/** The same for as long as the server has the same secret. */
export function listenSecret({ loaded }: Pick<AppContext, 'loaded'>): string {
  const hash = createKeyedHash(loaded.secrets.security.secret.reveal())
  const [secret] = webhookSecrets(hash, { id: 'listen', secret_version: 1, old_secret_until: null }, 0)
  return secret as string
}

interface Page {
  readonly data: readonly { readonly number: number; readonly type: string; readonly detected_at: string }[]
  readonly meta: { readonly changes_after: string; readonly has_more: boolean }
}

/** Until the signal aborts. Each change is sent once, whatever the receiver makes of it. */
export async function listen(
  context: Pick<AppContext, 'loaded' | 'clock'>,
  { server, service, filters, forwardTo, signal, onStart, onDelivery, onNote }: ListenOptions,
): Promise<void> {
  const { clock } = context
  await using source = createWebhookClient(context, server, true)
  await using receiver = createWebhookClient(context, forwardTo, true)
  const secrets = [listenSecret(context)]
  let after = 'now'
  let isStarted = false
  while (!signal.aborted) {
    const query = new URLSearchParams({ ...filters, after })
    const url = new URL(`${paths[service]}?${query}`, server).href
    const page = await readPage(source, url, isStarted ? waitSeconds : 0, signal).catch(
      async (thrown: unknown) => {
        if (signal.aborted) return undefined
        if (thrown instanceof Failure && thrown.code === 'invalid_request') throw thrown
        onNote(
          `The server cannot be read: ${thrown instanceof Error ? thrown.message : thrown} Trying again.`,
        )
        await clock.sleep(retryMs, signal).catch(() => {})
        return undefined
      },
    )
    if (page === undefined) continue
    if (page === 'expired') {
      onNote('Changes were missed: the server no longer has them.')
      after = 'now'
      continue
    }
    if (!isStarted) onStart()
    isStarted = true
    for (const change of page.data) {
      const { type, number, detected_at: timestamp } = change
      const result = await postWebhook(receiver, {
        url: forwardTo,
        secrets,
        // As those of webhooks: after a restore, numbers are used again for other changes.
        id: `msg_listen_${page.meta.changes_after.split('-')[0]}_${number}_${Date.parse(timestamp).toString(36)}`,
        body: JSON.stringify({ type, timestamp, service, data: change }),
        now: () => clock.now(),
        signal,
      }).catch(() => undefined)
      if (result === undefined) return
      onDelivery({ type, number }, result)
    }
    after = page.meta.changes_after
  }
}

async function readPage(
  source: Pick<Outbound, 'request'>,
  url: string,
  seconds: number,
  signal: AbortSignal,
): Promise<Page | 'expired'> {
  const { status, body } = await source.request(url, {
    headers: { prefer: `wait=${seconds}`, accept: 'application/json' },
    signal,
    deadlineMs: requestMs,
    bytesMax,
    acceptStatuses: [400, 404, 410],
  })
  if (status === 410) return 'expired'
  if (status === 200) return JSON.parse(body) as Page
  const { error } = JSON.parse(body) as { readonly error?: { readonly message?: string } }
  throw new Failure('invalid_request', error?.message ?? `The server responded with status ${status}.`)
}
