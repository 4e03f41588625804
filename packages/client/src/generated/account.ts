/** The account service, as its API document has it; made by `npm run generate -w packages/client`, not by hand. */

import type { NoParams, Operation, OperationTable } from '../rest/operation.ts'

export interface Meta {
  readonly [name: string]: unknown
}

export interface HealthResponse {
  readonly ok: boolean
  readonly service: string
  readonly generated_at: string
}

export interface Webhook {
  readonly id: string
  /** Whose changes: `cinema`, `jobs`, `trust` or `notices`. */
  readonly service: string
  /** The parameters of `/v1/changes` of the service, with the same values. Without any: all changes. */
  readonly filters: {
    readonly [name: string]: string
  }
  readonly url: string
  readonly label: string | null
  /** `ended`: the receiver responded with 410. `disabled`: it failed for five days, or its filters are no longer valid. */
  readonly state: 'on' | 'paused' | 'ended' | 'disabled'
  /** Why it has ended or is disabled. */
  readonly reason: string | null
  /** The position in the change log up to which changes were sent, or wait for another attempt. */
  readonly changes_after: string
  /** Deliveries that wait for another attempt. */
  readonly pending: number
  /** Since when every attempt has failed. */
  readonly failing_since: string | null
  /** The last delivery that succeeded. */
  readonly delivered_at: string | null
  /** Until then, deliveries also have a signature with the old secret. */
  readonly old_secret_until: string | null
  readonly created_at: string
}

export interface WebhookCreateRequest {
  /** Whose changes: `cinema`, `jobs`, `trust` or `notices`. */
  readonly service: string
  /** Where changes are posted to, on the public internet. */
  readonly url: string
  /** The parameters of `/v1/changes` of the service, with the same values. Without any: all changes. */
  readonly filters?: {
    readonly [name: string]: string
  }
  /** A name for you to recognise it by. */
  readonly label?: string
  /** Where to begin: `meta.changes_after` of a response. Default: now. */
  readonly after?: string
}

export interface NewWebhook {
  readonly id: string
  /** Whose changes: `cinema`, `jobs`, `trust` or `notices`. */
  readonly service: string
  /** The parameters of `/v1/changes` of the service, with the same values. Without any: all changes. */
  readonly filters: {
    readonly [name: string]: string
  }
  readonly url: string
  readonly label: string | null
  /** `ended`: the receiver responded with 410. `disabled`: it failed for five days, or its filters are no longer valid. */
  readonly state: 'on' | 'paused' | 'ended' | 'disabled'
  /** Why it has ended or is disabled. */
  readonly reason: string | null
  /** The position in the change log up to which changes were sent, or wait for another attempt. */
  readonly changes_after: string
  /** Deliveries that wait for another attempt. */
  readonly pending: number
  /** Since when every attempt has failed. */
  readonly failing_since: string | null
  /** The last delivery that succeeded. */
  readonly delivered_at: string | null
  /** Until then, deliveries also have a signature with the old secret. */
  readonly old_secret_until: string | null
  readonly created_at: string
  /** Verifies the signatures. Returned only here. */
  readonly secret: string
}

export interface WebhookPing {
  /** Whether the receiver responded with a status from 200 to 299. */
  readonly delivered: boolean
  /** Of the response. */
  readonly status: number | null
  readonly error: string | null
}

export interface WebhookDelivery {
  /** The `webhook-id` of all its attempts. */
  readonly id: string
  /** The type of change, or `webhook.ping`, `webhook.gap`. */
  readonly type: string
  /** Of the change. */
  readonly number: number | null
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  /** When it was first sent, or held back. */
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly finished_at: string | null
  /** Of the response to the last attempt. */
  readonly status: number | null
  readonly error: string | null
}

export interface WebhookReplayRequest {
  /** Changes that were detected at this time or later are sent again. */
  readonly since: string
}

export interface Subscription {
  readonly id: string
  /** `email`: changes that match are sent together to your own address. `calendar`: showtimes that match, at an address for calendar programs; of cinema only. */
  readonly form: 'email' | 'calendar'
  /** Whose changes: `cinema`, `jobs`, `trust` or `notices`. */
  readonly service: string
  /** The parameters of `/v1/changes` of the service, with the same values. Without any: all changes. */
  readonly filters: {
    readonly [name: string]: string
  }
  /** Of e-mails: at most one an hour, or one a day, at 06:00 UTC. */
  readonly every: 'day' | 'hour' | null
  /** `stopped`: the mail server of your address refused an e-mail. It goes on when you sign in again. */
  readonly state: 'on' | 'stopped'
  /** Whoever knows this address can read the calendar. */
  readonly calendar_url: string | null
  /** The last e-mail. */
  readonly sent_at: string | null
  readonly created_at: string
}

export interface SubscriptionCreateRequest {
  /** `email`: changes that match are sent together to your own address. `calendar`: showtimes that match, at an address for calendar programs; of cinema only. */
  readonly form: 'email' | 'calendar'
  /** Whose changes: `cinema`, `jobs`, `trust` or `notices`. */
  readonly service: string
  /** The parameters of `/v1/changes` of the service, with the same values. Without any: all changes. */
  readonly filters?: {
    readonly [name: string]: string
  }
  /** Of e-mails: at most one an hour, or one a day, at 06:00 UTC. */
  readonly every?: 'day' | 'hour'
}

export interface ListWebhooksParams {
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface CreateWebhookParams {
  /** Repeating the key and body within 24 hours returns the first response; the work is done once. Made up unless told. */
  readonly idempotency_key?: string | undefined
  readonly body: WebhookCreateRequest
}

export interface GetWebhookParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
}

export interface DeleteWebhookParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
}

export interface PauseWebhookParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
}

export interface ResumeWebhookParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
}

export interface RotateWebhookSecretParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
}

export interface PingWebhookParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
}

export interface ListWebhookDeliveriesParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
  /** Only deliveries in this state. */
  readonly state?: 'pending' | 'delivered' | 'failed' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ReplayWebhookDeliveryParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
  /** `id` of the delivery. */
  readonly delivery_id: string
}

export interface ReplayWebhookParams {
  /** `id` of the webhook. */
  readonly webhook_id: string
  readonly body: WebhookReplayRequest
}

export interface ListSubscriptionsParams {
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface CreateSubscriptionParams {
  /** Repeating the key and body within 24 hours returns the first response; the work is done once. Made up unless told. */
  readonly idempotency_key?: string | undefined
  readonly body: SubscriptionCreateRequest
}

export interface DeleteSubscriptionParams {
  /** `id` of the subscription. */
  readonly subscription_id: string
}

export interface Account {
  /** Check liveness `GET /health` */
  readonly getHealth: Operation<NoParams, HealthResponse>
  /** Check readiness Succeeds while the database is reachable, the disk is not full and the server is not shutting down. `GET /healthz` */
  readonly getReadiness: Operation<NoParams, HealthResponse>
  /** List webhooks Newest first. `GET /v1/webhooks` */
  readonly listWebhooks: Operation<
    ListWebhooksParams,
    {
      readonly data: readonly Webhook[]
      readonly meta: Meta
    }
  >
  /** Create a webhook Every change that matches the filters is posted to the URL, at least once, signed after [Standard Webhooks](https://www.standardwebhooks.com). The secret is returned only once. An identity can have 10 webhooks. `POST /v1/webhooks` */
  readonly createWebhook: Operation<
    CreateWebhookParams,
    {
      readonly data: NewWebhook
      readonly meta: Meta
    }
  >
  /** Get a webhook `GET /v1/webhooks/{webhook_id}` */
  readonly getWebhook: Operation<
    GetWebhookParams,
    {
      readonly data: Webhook
      readonly meta: Meta
    }
  >
  /** Delete a webhook Nothing more is sent, except for what is being sent at this moment. Its deliveries are deleted too. `DELETE /v1/webhooks/{webhook_id}` */
  readonly deleteWebhook: Operation<
    DeleteWebhookParams,
    {
      readonly data: {
        readonly deleted: boolean
      }
      readonly meta: Meta
    }
  >
  /** Pause a webhook What happens meanwhile is sent after it is resumed, as far as the change log still has it. `POST /v1/webhooks/{webhook_id}/pause` */
  readonly pauseWebhook: Operation<
    PauseWebhookParams,
    {
      readonly data: Webhook
      readonly meta: Meta
    }
  >
  /** Resume a webhook It goes on where it stopped, also if it was disabled. `POST /v1/webhooks/{webhook_id}/resume` */
  readonly resumeWebhook: Operation<
    ResumeWebhookParams,
    {
      readonly data: Webhook
      readonly meta: Meta
    }
  >
  /** Rotate the secret of a webhook The new secret is returned only once. For a day, deliveries have two signatures: one with each secret. `POST /v1/webhooks/{webhook_id}/rotate` */
  readonly rotateWebhookSecret: Operation<
    RotateWebhookSecretParams,
    {
      readonly data: NewWebhook
      readonly meta: Meta
    }
  >
  /** Test a webhook Posts a signed `webhook.ping` now, whatever the state of the webhook, and returns how the receiver responded. At most 20 within ten minutes. `POST /v1/webhooks/{webhook_id}/ping` */
  readonly pingWebhook: Operation<
    PingWebhookParams,
    {
      readonly data: WebhookPing
      readonly meta: Meta
    }
  >
  /** List deliveries of a webhook Newest first. They are deleted after seven days, or when there are 1,000 newer ones. `GET /v1/webhooks/{webhook_id}/deliveries` */
  readonly listWebhookDeliveries: Operation<
    ListWebhookDeliveriesParams,
    {
      readonly data: readonly WebhookDelivery[]
      readonly meta: Meta
    }
  >
  /** Send a delivery again With the same `webhook-id`, and the resource as it is now. `POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay` */
  readonly replayWebhookDelivery: Operation<
    ReplayWebhookDeliveryParams,
    {
      readonly data: WebhookDelivery
      readonly meta: Meta
    }
  >
  /** Send all changes again since a time The webhook goes back to the first change that was detected at this time or later. Changes that no longer are in the change log are not sent. At most 20 within an hour. `POST /v1/webhooks/{webhook_id}/replay` */
  readonly replayWebhook: Operation<
    ReplayWebhookParams,
    {
      readonly data: Webhook
      readonly meta: Meta
    }
  >
  /** List subscriptions Newest first. `GET /v1/subscriptions` */
  readonly listSubscriptions: Operation<
    ListSubscriptionsParams,
    {
      readonly data: readonly Subscription[]
      readonly meta: Meta
    }
  >
  /** Subscribe to changes by e-mail, or to showtimes as a calendar An e-mail has what changed since the last one; nothing is sent if nothing matched. What is due at the same time is one e-mail, to the address with which it signs in. An identity can have 10 subscriptions. `POST /v1/subscriptions` */
  readonly createSubscription: Operation<
    CreateSubscriptionParams,
    {
      readonly data: Subscription
      readonly meta: Meta
    }
  >
  /** Delete a subscription The address of a calendar is no longer valid then. `DELETE /v1/subscriptions/{subscription_id}` */
  readonly deleteSubscription: Operation<
    DeleteSubscriptionParams,
    {
      readonly data: {
        readonly deleted: boolean
      }
      readonly meta: Meta
    }
  >
  /** List endpoints `GET /v1` */
  readonly getIndex: Operation<
    NoParams,
    {
      readonly data: {
        readonly name: string
        readonly version: string
        readonly routes: readonly {
          readonly method: string
          readonly path: string
          readonly summary: string
        }[]
      }
      readonly meta: Meta
    }
  >
  /** Get the OpenAPI document `GET /v1/openapi.json` */
  readonly getOpenApi: Operation<
    NoParams,
    {
      readonly [name: string]: unknown
    }
  >
}

export const accountOperations: OperationTable<Account> = {
  getHealth: { method: 'GET', path: '/health' },
  getReadiness: { method: 'GET', path: '/healthz' },
  listWebhooks: { method: 'GET', path: '/v1/webhooks', query: ['fields', 'total'], takes: 'token' },
  createWebhook: { method: 'POST', path: '/v1/webhooks', keyed: true, takes: 'token' },
  getWebhook: { method: 'GET', path: '/v1/webhooks/{webhook_id}', takes: 'token' },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{webhook_id}', takes: 'token' },
  pauseWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/pause', takes: 'token' },
  resumeWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/resume', takes: 'token' },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{webhook_id}/rotate', takes: 'token' },
  pingWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/ping', takes: 'token' },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}/deliveries',
    query: ['state', 'limit', 'fields', 'total'],
    takes: 'token',
  },
  replayWebhookDelivery: {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    takes: 'token',
  },
  replayWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/replay', takes: 'token' },
  listSubscriptions: { method: 'GET', path: '/v1/subscriptions', query: ['fields', 'total'], takes: 'token' },
  createSubscription: { method: 'POST', path: '/v1/subscriptions', keyed: true, takes: 'token' },
  deleteSubscription: { method: 'DELETE', path: '/v1/subscriptions/{subscription_id}', takes: 'token' },
  getIndex: { method: 'GET', path: '/v1' },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json' },
}
