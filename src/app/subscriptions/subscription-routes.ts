/** `/account/v1/subscriptions`, and the addresses in e-mails and calendar programs, which need no sign-in. */

import { Type } from 'typebox'
import { Failure, notFound } from '../../core/errors.ts'
import type { Accounts } from '../../http/accounts.ts'
import { checkFilters, parseFilters } from '../../http/changes/change-filter.ts'
import type { ChangeSource } from '../../http/changes/change-source.ts'
import { currentPosition } from '../../http/changes/position.ts'
import type { ChangeDatabase } from '../../http/changes/read-changes.ts'
import { html } from '../../http/pages/html.ts'
import { htmlReply, renderPage } from '../../http/pages/page.ts'
import { bodyReply, dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute, supportRoute } from '../../http/route.ts'
import type { KeyedHash, Ledger } from '../../identity/index.ts'
import { calendarType } from '../../services/cinema/routes/cinema-pages/calendar-file.ts'
import { cinemaScope } from '../../services/cinema/scopes.ts'
import type { SubscriptionRow } from '../../store/tables.ts'
import { ownedMax, ownerOf } from '../account/owner.ts'
import { findSource } from '../webhooks/webhook-routes.ts'
import { Subscription, SubscriptionCreateRequest } from './subscription-schema.ts'
import {
  createSubscription,
  deleteSubscription,
  parseToken,
  readCalendar,
  readSubscriptions,
  toSubscriptionView,
  toToken,
  unsubscribe,
} from './subscriptions.ts'

export interface SubscriptionDeps {
  readonly ledger: Ledger
  readonly readModel: ChangeDatabase
  readonly hash: KeyedHash
  readonly idempotent: Accounts['idempotent']
  /** Whether e-mails can be sent. */
  readonly hasMail: boolean
  readonly sources: ReadonlyMap<string, ChangeSource>
  /** The public address of each of these services. */
  readonly urls: ReadonlyMap<string, string>
  /** Of the server. */
  readonly origin: string
}

const path = '/v1/subscriptions'
const routeDefaults = { tag: 'Subscriptions', cache: 'no-store', access: 'token' } as const
const tokenParams = Type.Object({ token: Type.String({ maxLength: 200, description: 'From the address.' }) })

export function subscriptionRoutes(deps: SubscriptionDeps): AnyRoute[] {
  const { ledger, readModel, idempotent, hash, origin } = deps
  const toView = (row: SubscriptionRow) =>
    toSubscriptionView(
      row,
      row.form === 'calendar' ? `${origin}/account/calendars/${toToken(hash, 'calendar', row.id)}.ics` : null,
    )
  return [
    defineRoute({
      ...routeDefaults,
      method: 'GET',
      path,
      id: 'listSubscriptions',
      summary: 'List subscriptions',
      description: 'Newest first.',
      response: { rows: Subscription },
      errors: ['unauthenticated'],
      handle: async ({ admission }) => {
        const rows = await readSubscriptions(ledger, ownerOf(admission.principal))
        return { rows: rows.map((row) => JSON.stringify(toView(row))) }
      },
    }),
    defineRoute({
      ...routeDefaults,
      method: 'POST',
      path,
      id: 'createSubscription',
      summary: 'Subscribe to changes by e-mail, or to showtimes as a calendar',
      description: `An e-mail has what changed since the last one; nothing is sent if nothing matched. What is due at the same time is one e-mail, to the address with which it signs in. An identity can have ${ownedMax} subscriptions.`,
      body: SubscriptionCreateRequest,
      bodyBytesMax: 8192,
      idempotent: true,
      response: { data: Subscription },
      successStatus: 201,
      errors: ['unauthenticated', 'subscription_limit_reached', 'rate_limited'],
      handle: (context) =>
        idempotent(context, `POST ${path}`, async () => {
          const { body, nowMs, signal, admission } = context
          const source = findSource(deps, body.service)
          const filters = (body.filters ?? {}) as Record<string, string>
          const checked = await checkFilters(source, filters)
          if (body.form === 'calendar') requireCalendar(source, checked.filters)
          else if (!deps.hasMail)
            throw new Failure('invalid_request', 'This server sends no e-mails.', {
              details: { parameter: 'form', allowed: ['calendar'] },
            })
          const wanted = {
            identity_id: ownerOf(admission.principal),
            form: body.form,
            service: body.service,
            every: body.form === 'email' ? (body.every ?? 'day') : null,
            filters,
            epoch: readModel.epoch(),
            position: currentPosition(readModel, body.service),
            nowMs,
          }
          const row = await ledger.transaction((tx) => createSubscription(ledger, tx, wanted), signal)
          return { ...dataReply(toView(row), checked.meta), status: 201 }
        }),
    }),
    defineRoute({
      ...routeDefaults,
      method: 'DELETE',
      path: `${path}/:subscription_id`,
      id: 'deleteSubscription',
      summary: 'Delete a subscription',
      description: 'The address of a calendar is no longer valid then.',
      params: Type.Object({
        subscription_id: Type.String({ maxLength: 100, description: '`id` of the subscription.' }),
      }),
      response: { data: Type.Object({ deleted: Type.Boolean() }) },
      errors: ['unauthenticated', 'not_found'],
      handle: async ({ admission, params }) => {
        await deleteSubscription(ledger, ownerOf(admission.principal), params.subscription_id)
        return dataReply({ deleted: true })
      },
    }),
    ...unsubscribeRoutes(deps),
    calendarRoute(deps),
  ]
}

const calendarFilters = 'theater_id, movie_id, near, or lat and lon'

/** One that shows everything would show too little of it. */
function requireCalendar(source: ChangeSource, filters: Readonly<Record<string, unknown>>): void {
  if (source.calendar === undefined)
    throw new Failure('invalid_request', 'Only cinema has calendars.', {
      details: { parameter: 'service', allowed: ['cinema'] },
    })
  // `lon` comes with `lat`: one without the other was refused before.
  if (['theater_id', 'movie_id', 'near', 'lat'].every((name) => filters[name] === undefined))
    throw new Failure('invalid_request', `A calendar needs a filter: ${calendarFilters}.`, {
      details: { parameter: 'filters', expected: calendarFilters },
    })
}

/** RFC 8058: programs post without showing anything; people get a page with a button, because programs follow links too. */
function unsubscribeRoutes({ ledger, hash }: SubscriptionDeps): AnyRoute[] {
  const shared = {
    ...supportRoute,
    path: '/unsubscribe/:token',
    params: tokenParams,
    response: { body: Type.String(), type: 'text/html' },
    hidden: true,
    acceptsAny: true,
  } as const
  const identityOf = (token: string) => {
    const id = parseToken(hash, 'unsubscribe', token)
    if (id === undefined) throw notFound('address', 'token')
    return id
  }
  return [
    defineRoute({
      ...shared,
      id: 'getUnsubscribePage',
      summary: 'Get the page that ends all e-mails',
      handle: ({ params: { token } }) => {
        identityOf(token)
        return messagePage(
          html`<p>This ends all e-mails about changes to your address. Webhooks and calendars stay.</p>
<form method="post"><button class="button">Stop all e-mails</button></form>`,
        )
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      id: 'unsubscribe',
      summary: 'End all e-mails',
      passthrough: true,
      bodyBytesMax: 1024,
      handle: async ({ params: { token } }) => {
        await unsubscribe(ledger, identityOf(token))
        return messagePage(html`<p role="status">You get no more e-mails about changes.</p>`)
      },
    }),
  ]
}

function messagePage(body: ReturnType<typeof html>) {
  return htmlReply(
    renderPage({
      title: 'E-mails about changes',
      section: 'account',
      head: html`<meta name="robots" content="noindex">`,
      body,
    }),
    { 'referrer-policy': 'no-referrer' },
  )
}

function calendarRoute({ ledger, hash, sources, urls }: SubscriptionDeps): AnyRoute {
  return defineRoute({
    ...supportRoute,
    path: '/calendars/:token',
    id: 'getCalendar',
    summary: 'Get a calendar',
    params: tokenParams,
    response: { body: Type.String(), type: 'text/calendar' },
    hidden: true,
    acceptsAny: true,
    cache: { scope: cinemaScope, maxAgeSeconds: 60, expiresEachMinute: true },
    handle: async ({ params: { token }, nowMs }) => {
      const id = parseToken(hash, 'calendar', token.replace(/\.ics$/, ''))
      const row = id === undefined ? undefined : await readCalendar(ledger, id)
      const source = row && sources.get(row.service)
      if (row === undefined || source?.calendar === undefined) throw notFound('calendar', 'token')
      const filters = parseFilters(source, JSON.parse(row.filters) as Record<string, string>)
      const file = await source.calendar(filters, { url: urls.get(row.service) ?? '', nowMs })
      return bodyReply(calendarType, file)
    },
  })
}
