/** `/account`: what belongs to an identity, for all services; cinema itself is read-only. Sign-in and keys are with the services. */

import { Type } from 'typebox'
import { appVersion } from '../../core/app-version.ts'
import { accountPath } from '../../http/pages/account-path.ts'
import type { Service } from '../../http/service.ts'
import { type SubscriptionDeps, subscriptionRoutes } from '../subscriptions/subscription-routes.ts'
import { type WebhookDeps, webhookRoutes } from '../webhooks/webhook-routes.ts'

export const accountBase = accountPath

export function accountService(deps: WebhookDeps & SubscriptionDeps): Service {
  return {
    id: 'account',
    scopes: [],
    title: 'Account API',
    about: 'Webhooks, e-mails and calendars for the changes of all services.',
    version: appVersion,
    description: 'For signed-in identities: send a management token as `Authorization: Bearer`.',
    tags: [
      { name: 'Webhooks', description: 'Have changes posted to an address.' },
      { name: 'Subscriptions', description: 'Get changes by e-mail, and showtimes as a calendar.' },
    ],
    routes: [...webhookRoutes(deps), ...subscriptionRoutes(deps)],
    meta: Type.Object({}, { additionalProperties: true }),
    examples: [],
    counts: async () => ({}),
  }
}

export const loadAccountExamples = async () =>
  (await import('../services/examples/account.json', { with: { type: 'json' } })).default
