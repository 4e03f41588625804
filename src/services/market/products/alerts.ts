/** Whether the price-alert backend is alive: it says errors with status 200. */

import { Type } from 'typebox'
import { nullable } from '../../../http/openapi/fields.ts'
import { getContract } from '../gateway/contracts.ts'
import { objectOrEmpty, requireObject, textOrNull, upstreamChanged } from '../gateway/json-guards.ts'
import { buildUpstreamRequest } from '../gateway/upstream-request.ts'
import { defineProduct } from './product.ts'

const AlertsStatus = Type.Object(
  {
    alive: Type.Boolean({ description: 'It says that all is well.' }),
    reachable: Type.Boolean({ description: 'It answered, whatever it said.' }),
    detail: nullable(
      Type.String({
        description:
          'What it complains of; `no_such_endpoint`: reachable, but the signal is not known there.',
      }),
    ),
  },
  { $id: 'AlertsStatus' },
)

export const getAlertsStatus = defineProduct({
  name: 'getAlertsStatus',
  query: Type.Object({}),
  response: { data: AlertsStatus },
  parseRequest: () => ({}),
  toUpstreamRequest: () => buildUpstreamRequest(getContract('PriceAlerts.IsAlive'), {}),
  toResult(json) {
    if (json === true || json === 'ok') return { data: { alive: true, reachable: true, detail: null } }
    const { s, err, errmsg, error } = requireObject(json)
    const complaint = err ?? error ?? (s === 'error' ? (errmsg ?? 'error') : undefined)
    if (s !== 'ok' && complaint === undefined) throw upstreamChanged('a signal without a status')
    const detail =
      complaint === undefined
        ? null
        : (textOrNull(complaint) ?? textOrNull(objectOrEmpty(complaint).code) ?? 'error').slice(0, 100)
    return { data: { alive: complaint === undefined, reachable: true, detail } }
  },
})
