/** Subscriptions as their owners see them. */

import { Type } from 'typebox'
import { instant, nullable, oneOf } from '../../http/openapi/fields.ts'
import { Filters, ServiceName } from '../webhooks/webhook-schema.ts'

export const subscriptionForms = ['email', 'calendar'] as const
export const digestPeriods = ['day', 'hour'] as const

const form = oneOf(subscriptionForms, {
  description:
    '`email`: changes that match are sent together to your own address. `calendar`: showtimes that match, at an address for calendar programs; of cinema only.',
})
const every = oneOf(digestPeriods, {
  description: 'Of e-mails: at most one an hour, or one a day, at 06:00 UTC.',
})

export const SubscriptionCreateRequest = Type.Object(
  {
    form,
    service: ServiceName,
    filters: Type.Optional(Filters),
    every: Type.Optional(every),
  },
  { $id: 'SubscriptionCreateRequest' },
)

export const Subscription = Type.Object(
  {
    id: Type.String(),
    form,
    service: ServiceName,
    filters: Filters,
    every: nullable(every),
    state: oneOf(['on', 'stopped'], {
      description:
        '`stopped`: the mail server of your address refused an e-mail. It goes on when you sign in again.',
    }),
    calendar_url: nullable(Type.String({ description: 'Whoever knows this address can read the calendar.' })),
    sent_at: nullable(instant({ description: 'The last e-mail.' })),
    created_at: instant(),
  },
  { $id: 'Subscription' },
)
