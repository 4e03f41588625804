/** `/account/v1/webhooks`: subscriptions to changes, managed with a management token. */

import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { type Clock, toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { postWebhook, type WebhookResult } from '../../core/webhooks/post-webhook.ts'
import type { Principal } from '../../http/access-control.ts'
import type { Accounts } from '../../http/accounts.ts'
import { checkFilters } from '../../http/changes/change-filter.ts'
import type { ChangeSource } from '../../http/changes/change-source.ts'
import { currentPosition, parsePosition } from '../../http/changes/position.ts'
import { changesExpired } from '../../http/changes/read-changes.ts'
import { limit, oneOf } from '../../http/openapi/fields.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { type AttemptLimit, type KeyedHash, type Ledger, takeAttempts } from '../../identity/index.ts'
import { readPositionBefore } from '../../store/changes/read-log.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookRow } from '../../store/tables.ts'
import { ownedMax, ownerOf } from '../account/owner.ts'
import { deliveriesMax, pruneDeliveries, readDeliveries, recordPing, replayDelivery } from './deliveries.ts'
import { parseReceiverUrl } from './receiver-address.ts'
import {
  NewWebhook,
  ReplayRequest,
  Webhook,
  WebhookCreateRequest,
  WebhookDelivery,
  WebhookPing,
} from './webhook-schema.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import {
  createWebhook,
  deleteWebhook,
  moveWebhook,
  pauseWebhook,
  readWebhook,
  readWebhooks,
  resumeWebhook,
  rotateSecret,
  viewWebhook,
} from './webhooks.ts'

export interface WebhookDeps {
  readonly ledger: Ledger
  readonly readModel: Store['readModel']
  readonly hash: KeyedHash
  readonly clock: Clock
  readonly idempotent: Accounts['idempotent']
  /** By service; those that this server serves. */
  readonly sources: ReadonlyMap<string, ChangeSource>
  /** `host` of URLs that may be private. */
  readonly privateHosts: ReadonlySet<string>
  createClient(url: string): OutboundClient
}

const pingLimit: AttemptLimit = { what: 'pings within ten minutes', max: 20, windowMs: 600_000 }
/** Each makes those who send read all webhooks again. */
const changeLimit: AttemptLimit = {
  what: 'changes of webhooks within ten minutes',
  max: 60,
  windowMs: 600_000,
}
/** More than a receiver may take, so that the response says what it did. */
const pingMsMax = 15_000
const replayLimit: AttemptLimit = { what: 'replays within an hour', max: 20, windowMs: 3_600_000 }

const routeDefaults = { tag: 'Webhooks', cache: 'no-store', access: 'token' } as const
const path = '/v1/webhooks'
const params = Type.Object({
  webhook_id: Type.String({ maxLength: 100, description: '`id` of the webhook.' }),
})
const ofWebhook = { ...routeDefaults, params, response: { data: Webhook } } as const
const errors = ['unauthenticated', 'not_found'] as const

export function webhookRoutes(deps: WebhookDeps): AnyRoute[] {
  const { ledger, hash, idempotent } = deps
  const toReply = async (row: WebhookRow) => dataReply(await viewWebhook(ledger, row))
  const toRequest = (context: Caller & { readonly params: { readonly webhook_id: string } }) => ({
    identityId: ownerOf(context.admission.principal),
    id: context.params.webhook_id,
    nowMs: context.nowMs,
  })
  const toChange = async (context: Parameters<typeof toRequest>[0]) => {
    const request = toRequest(context)
    await readWebhook(ledger, request.identityId, request.id)
    await countAttempt(ledger, changeLimit, request)
    return request
  }
  return [
    defineRoute({
      ...routeDefaults,
      method: 'GET',
      path,
      id: 'listWebhooks',
      summary: 'List webhooks',
      description: 'Newest first.',
      response: { rows: Webhook },
      errors: ['unauthenticated'],
      handle: async ({ admission }) => {
        const webhooks = await readWebhooks(ledger, ownerOf(admission.principal))
        return { rows: webhooks.map((webhook) => JSON.stringify(webhook)) }
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'POST',
      path,
      id: 'createWebhook',
      summary: 'Create a webhook',
      description: `Every change that matches the filters is posted to the URL, at least once, signed after [Standard Webhooks](https://www.standardwebhooks.com). The secret is returned only once. An identity can have ${ownedMax} webhooks.`,
      body: WebhookCreateRequest,
      bodyBytesMax: 8192,
      idempotent: true,
      response: { data: NewWebhook },
      successStatus: 201,
      errors: ['unauthenticated', 'webhook_limit_reached', 'changes_expired', 'rate_limited'],
      handle: (context) =>
        idempotent(context, `POST ${path}`, async () => {
          const { body, nowMs, signal } = context
          const source = findSource(deps, body.service)
          const filters = (body.filters ?? {}) as Record<string, string>
          const { meta } = await checkFilters(source, filters)
          const wanted = {
            identityId: ownerOf(context.admission.principal),
            service: body.service,
            filters,
            url: parseReceiverUrl(body.url, deps.privateHosts),
            label: body.label?.trim() || undefined,
            epoch: deps.readModel.epoch(),
            position: await startingPosition(deps, source, body.after),
            nowMs,
          }
          const webhook = await ledger.transaction((tx) => createWebhook(ledger, tx, hash, wanted), signal)
          return { ...dataReply(webhook, meta), status: 201 }
        }),
    }),
    defineRoute({
      ...ofWebhook,
      method: 'GET',
      path: `${path}/:webhook_id`,
      id: 'getWebhook',
      summary: 'Get a webhook',
      errors,
      handle: async (context) => {
        const { identityId, id } = toRequest(context)
        return await toReply(await readWebhook(ledger, identityId, id))
      },
    }),
    defineRoute({
      ...ofWebhook,
      method: 'DELETE',
      path: `${path}/:webhook_id`,
      id: 'deleteWebhook',
      summary: 'Delete a webhook',
      description:
        'Nothing more is sent, except for what is being sent at this moment. Its deliveries are deleted too.',
      response: { data: Type.Object({ deleted: Type.Boolean() }) },
      errors,
      handle: async (context) => {
        await deleteWebhook(ledger, toRequest(context))
        return dataReply({ deleted: true })
      },
    }),
    defineRoute({
      ...ofWebhook,
      method: 'POST',
      path: `${path}/:webhook_id/pause`,
      id: 'pauseWebhook',
      summary: 'Pause a webhook',
      description:
        'What happens meanwhile is sent after it is resumed, as far as the change log still has it.',
      errors: [...errors, 'rate_limited'],
      handle: async (context) => await toReply(await pauseWebhook(ledger, await toChange(context))),
    }),
    defineRoute({
      ...ofWebhook,
      method: 'POST',
      path: `${path}/:webhook_id/resume`,
      id: 'resumeWebhook',
      summary: 'Resume a webhook',
      description: 'It goes on where it stopped, also if it was disabled.',
      errors: [...errors, 'webhook_ended', 'rate_limited'],
      handle: async (context) => await toReply(await resumeWebhook(ledger, await toChange(context))),
    }),
    defineRoute({
      ...ofWebhook,
      method: 'POST',
      path: `${path}/:webhook_id/rotate`,
      id: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description:
        'The new secret is returned only once. For a day, deliveries have two signatures: one with each secret.',
      response: { data: NewWebhook },
      errors: [...errors, 'rate_limited'],
      handle: async (context) => dataReply(await rotateSecret(ledger, hash, await toChange(context))),
    }),
    defineRoute({
      ...ofWebhook,
      method: 'POST',
      path: `${path}/:webhook_id/ping`,
      id: 'pingWebhook',
      summary: 'Test a webhook',
      description:
        'Posts a signed `webhook.ping` now, whatever the state of the webhook, and returns how the receiver responded. At most 20 within ten minutes.',
      response: { data: WebhookPing },
      errors: [...errors, 'rate_limited'],
      handle: async (context) => {
        const request = toRequest(context)
        const row = await readWebhook(ledger, request.identityId, request.id)
        await countAttempt(ledger, pingLimit, request)
        context.extendDeadline(pingMsMax)
        const { isDelivered, status, error } = await context.outsideTurn(() =>
          ping(deps, row, context.signal),
        )
        // It works again: what waits is sent now.
        if (isDelivered && row.state === 'on' && row.failing_since !== null)
          await resumeWebhook(ledger, request)
        return dataReply({ delivered: isDelivered, status, error })
      },
    }),
    defineRoute({
      ...ofWebhook,
      method: 'GET',
      path: `${path}/:webhook_id/deliveries`,
      id: 'listWebhookDeliveries',
      summary: 'List deliveries of a webhook',
      description: 'Newest first. They are deleted after seven days, or when there are 1,000 newer ones.',
      query: Type.Object({
        state: Type.Optional(
          oneOf(['pending', 'delivered', 'failed'], { description: 'Only deliveries in this state.' }),
        ),
        limit: limit(deliveriesMax, 50),
      }),
      response: { rows: WebhookDelivery },
      errors,
      handle: async (context) => {
        const { identityId, id } = toRequest(context)
        await readWebhook(ledger, identityId, id)
        const { state, limit: max } = context.query
        const deliveries = await readDeliveries(ledger, id, state, max)
        return { rows: deliveries.map((delivery) => JSON.stringify(delivery)) }
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'POST',
      path: `${path}/:webhook_id/deliveries/:delivery_id/replay`,
      id: 'replayWebhookDelivery',
      summary: 'Send a delivery again',
      description: 'With the same `webhook-id`, and the resource as it is now.',
      params: Type.Object({
        ...params.properties,
        delivery_id: Type.String({ maxLength: 200, description: '`id` of the delivery.' }),
      }),
      response: { data: WebhookDelivery },
      errors: [...errors, 'rate_limited'],
      handle: async (context) =>
        dataReply(await replayDelivery(ledger, await toChange(context), context.params.delivery_id)),
    }),
    defineRoute({
      ...ofWebhook,
      method: 'POST',
      path: `${path}/:webhook_id/replay`,
      id: 'replayWebhook',
      summary: 'Send all changes again since a time',
      description:
        'The webhook goes back to the first change that was detected at this time or later. Changes that no longer are in the change log are not sent. At most 20 within an hour.',
      body: ReplayRequest,
      bodyBytesMax: 1024,
      errors: [...errors, 'rate_limited'],
      handle: async (context) => {
        const request = toRequest(context)
        const row = await readWebhook(ledger, request.identityId, request.id)
        await countAttempt(ledger, replayLimit, request)
        const { readModel } = deps
        const epoch = readModel.epoch()
        const since = Date.parse(context.body.since)
        const position = await readPositionBefore(readModel.heavy, row.service, since)
        // It never goes forward: what it has not sent yet would be lost.
        const isBack = Number(row.epoch) !== epoch || position.number < Number(row.position)
        return await toReply(isBack ? await moveWebhook(ledger, request, epoch, position) : row)
      },
    }),
  ]
}

interface Caller {
  readonly admission: { readonly principal: Principal }
  readonly nowMs: number
}

export function findSource({ sources }: Pick<WebhookDeps, 'sources'>, service: string): ChangeSource {
  const source = sources.get(service)
  if (source !== undefined) return source
  throw new Failure('invalid_request', 'The property "service" must name a service with changes.', {
    details: { parameter: 'service', allowed: [...sources.keys()] },
  })
}

async function startingPosition({ readModel }: WebhookDeps, source: ChangeSource, after: string | undefined) {
  if (after === undefined) return currentPosition(readModel, source.service)
  const position = parsePosition(after, readModel.epoch(), 'after')
  if (position === undefined) throw await changesExpired(readModel, source)
  return position
}

async function countAttempt(
  ledger: Ledger,
  limitOf: AttemptLimit,
  { identityId, nowMs }: { readonly identityId: string; readonly nowMs: number },
): Promise<void> {
  await ledger.transaction((tx) => takeAttempts(ledger, tx, [[limitOf, identityId]], nowMs))
}

async function ping(
  { ledger, hash, clock, createClient }: WebhookDeps,
  row: WebhookRow,
  signal: AbortSignal,
): Promise<WebhookResult> {
  await using client = createClient(row.url)
  const createdAt = clock.now()
  const id = `msg_${randomUUID()}`
  const data = { webhook_id: row.id, service: row.service }
  const result = await postWebhook(client, {
    url: row.url,
    secrets: webhookSecrets(hash, row, createdAt),
    id,
    body: JSON.stringify({ type: 'webhook.ping', timestamp: toInstant(createdAt), data }),
    now: () => clock.now(),
    signal,
  })
  await recordPing(ledger, row, { id, createdAt, finishedAt: clock.now(), ...result })
  await pruneDeliveries(ledger, row.id)
  return result
}
