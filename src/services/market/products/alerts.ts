/** The status of the price-alert backend, which reports errors with status 200. */

import { Type } from 'typebox'
import { nullable } from '../../../http/openapi/fields.ts'
import { objectOrEmpty, requireObject, textOrNull, upstreamChanged } from '../gateway/json-guards.ts'
import { defineProduct } from './product.ts'

const AlertsStatus = Type.Object(
  {
    alive: Type.Boolean({ description: 'Whether the backend reports no error.' }),
    reachable: Type.Boolean({ description: 'Whether the backend responded.' }),
    detail: nullable(
      Type.String({
        description: 'The reported error; `no_such_endpoint` if the backend lacks the status endpoint.',
      }),
    ),
  },
  { $id: 'AlertsStatus' },
)

export const getAlertsStatus = defineProduct({
  name: 'getAlertsStatus',
  path: '/v1/alerts/status',
  tag: 'Alerts',
  summary: 'Get the status of the price-alert backend',
  description: 'Based on the content of the backend’s response, not only on its status code.',
  contract: 'PriceAlerts.IsAlive',
  query: Type.Object({}),
  response: { data: AlertsStatus },
  parseRequest: () => ({}),
  toUpstream: () => ({}),
  toResult(json) {
    if (json === true || json === 'ok') return { data: { alive: true, reachable: true, detail: null } }
    const { s, err, errmsg, error } = requireObject(json)
    const complaint = err ?? error ?? (s === 'error' ? (errmsg ?? 'error') : undefined)
    if (s !== 'ok' && complaint === undefined) throw upstreamChanged('a response without a status')
    const detail =
      complaint === undefined
        ? null
        : (textOrNull(complaint) ?? textOrNull(objectOrEmpty(complaint).code) ?? 'error').slice(0, 100)
    return { data: { alive: complaint === undefined, reachable: true, detail } }
  },
})
