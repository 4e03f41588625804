/** Whether the price-alert backend is alive: it says errors with status 200. */

import { Type } from 'typebox'
import { nullable } from '../../../http/openapi/fields.ts'
import { contractOf } from '../gateway/contracts.ts'
import { asObject, changed, inner, text } from '../gateway/json-guards.ts'
import { askOf } from '../gateway/upstream-request.ts'
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
  answer: { data: AlertsStatus },
  question: () => ({}),
  toAsk: () => askOf(contractOf('PriceAlerts.IsAlive'), {}),
  read(json) {
    if (json === true || json === 'ok') return { data: { alive: true, reachable: true, detail: null } }
    const { s, err, errmsg, error } = asObject(json)
    const complaint = err ?? error ?? (s === 'error' ? (errmsg ?? 'error') : undefined)
    if (s !== 'ok' && complaint === undefined) throw changed('a signal without a status')
    const detail =
      complaint === undefined
        ? null
        : (text(complaint) ?? text(inner(complaint).code) ?? 'error').slice(0, 100)
    return { data: { alive: complaint === undefined, reachable: true, detail } }
  },
})
