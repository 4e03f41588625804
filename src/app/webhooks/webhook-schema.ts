/** Webhooks as their owners see them. */

import { Type } from 'typebox'
import { positionCharsMax } from '../../http/changes/position.ts'
import { instant, nullable, oneOf } from '../../http/openapi/fields.ts'
import { urlCharsMax } from './receiver-address.ts'

const filterCharsMax = 500
const filtersMax = 10

const Label = Type.String({
  maxLength: 80,
  pattern: '^[^\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]*$',
  'x-words': 'one line of text without control characters',
  description: 'A name for you to recognise it by.',
  examples: ['freed seats'],
})

export const Filters = Type.Object(
  {},
  {
    additionalProperties: {
      type: 'string',
      maxLength: filterCharsMax,
      pattern: '^[^\\p{Cc}]*$',
      'x-words': 'one line of text without control characters',
    },
    maxProperties: filtersMax,
    description:
      'The parameters of `/v1/changes` of the service, with the same values. Without any: all changes.',
    examples: [{ type: 'showtime.seats_freed', near: 'Leeds' }],
  },
)

export const ServiceName = Type.String({
  maxLength: 40,
  description: 'Whose changes: `cinema`, `jobs`, `trust` or `notices`.',
  examples: ['cinema'],
})

export const WebhookCreateRequest = Type.Object(
  {
    service: ServiceName,
    url: Type.String({
      maxLength: urlCharsMax,
      description: 'Where changes are posted to, on the public internet.',
      examples: ['https://example.org/hook'],
    }),
    filters: Type.Optional(Filters),
    label: Type.Optional(Label),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: positionCharsMax,
        description: 'Where to begin: `meta.changes_after` of a response. Default: now.',
      }),
    ),
  },
  { $id: 'WebhookCreateRequest' },
)

const webhookFields = {
  id: Type.String(),
  service: ServiceName,
  filters: Filters,
  url: Type.String(),
  label: nullable(Type.String()),
  state: oneOf(['on', 'paused', 'ended', 'disabled'], {
    description:
      '`ended`: the receiver responded with 410. `disabled`: it failed for five days, or its filters are no longer valid.',
  }),
  reason: nullable(Type.String({ description: 'Why it has ended or is disabled.' })),
  changes_after: Type.String({
    description: 'The position in the change log up to which changes were sent, or wait for another attempt.',
  }),
  pending: Type.Integer({ description: 'Deliveries that wait for another attempt.' }),
  failing_since: nullable(instant({ description: 'Since when every attempt has failed.' })),
  delivered_at: nullable(instant({ description: 'The last delivery that succeeded.' })),
  old_secret_until: nullable(
    instant({ description: 'Until then, deliveries also have a signature with the old secret.' }),
  ),
  created_at: instant(),
}

export const Webhook = Type.Object(webhookFields, { $id: 'Webhook' })

export const NewWebhook = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({ description: 'Verifies the signatures. Returned only here.' }),
  },
  { $id: 'NewWebhook' },
)

export const WebhookPing = Type.Object(
  {
    delivered: Type.Boolean({ description: 'Whether the receiver responded with a status from 200 to 299.' }),
    status: nullable(Type.Integer({ description: 'Of the response.' })),
    error: nullable(Type.String()),
  },
  { $id: 'WebhookPing' },
)

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'The `webhook-id` of all its attempts.' }),
    type: Type.String({ description: 'The type of change, or `webhook.ping`, `webhook.gap`.' }),
    number: nullable(Type.Integer({ description: 'Of the change.' })),
    state: oneOf(['pending', 'delivered', 'failed']),
    attempts: Type.Integer(),
    created_at: instant({ description: 'When it was first sent, or held back.' }),
    next_attempt_at: nullable(instant()),
    finished_at: nullable(instant()),
    status: nullable(Type.Integer({ description: 'Of the response to the last attempt.' })),
    error: nullable(Type.String()),
  },
  { $id: 'WebhookDelivery' },
)

export const ReplayRequest = Type.Object(
  { since: instant({ description: 'Changes that were detected at this time or later are sent again.' }) },
  { $id: 'WebhookReplayRequest' },
)
