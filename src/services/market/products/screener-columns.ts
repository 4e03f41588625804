/** The columns that a market can be scanned for. */

import { Type } from 'typebox'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import {
  idTextOrNull,
  type Json,
  requireArray,
  requireObject,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { usableRows } from '../gateway/usable-rows.ts'
import { offset, searchText } from '../parameters/query-fields.ts'
import { parseMarket } from '../scanner/markets.ts'
import { defineProduct, paginate } from './product.ts'

export const marketParameter = Type.Object({
  market: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'A country such as `america`, or `crypto`, `forex`, `futures`, `bond`, `cfd`, `coin`.',
    examples: ['america'],
  }),
})

const fieldTypes = [
  'number',
  'fundamental_price',
  'percent',
  'price',
  'text',
  'time',
  'num_slice',
  'map',
  'bool',
  'interface',
  'set',
  'time-yyyymmdd',
] as const

const ScreenerColumn = Type.Object(
  {
    name: Type.String({
      description: 'Value to use in `columns`, `filter` and `sort`.',
      examples: ['close'],
    }),
    type: Type.String({ description: `One of ${fieldTypes.join(', ')}.` }),
    values: nullable(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'Value to use in `filter`.' }),
          name: Type.String({ description: 'Display name.' }),
        }),
        { description: 'The values of the column, if they are a closed list.' },
      ),
    ),
  },
  { $id: 'ScreenerColumn' },
)

export const getScreenerMetadata = defineProduct({
  name: 'getScreenerMetadata',
  path: '/v1/screeners/{market}/metadata',
  tag: 'Screeners',
  summary: 'List the columns of a market screener',
  description: 'Names, types and allowed values of the columns. The provider has more columns than it lists.',
  contract: 'scanner.metainfo',
  params: marketParameter,
  query: Type.Object({
    q: Type.Optional(searchText('Only columns whose name contains this text.')),
    type: Type.Optional(oneOf(fieldTypes, { description: 'Only columns of this type.' })),
    timeframes: withDefault(
      Type.Boolean({ description: 'Whether to include columns of other time frames, such as `RSI|60`.' }),
      false,
    ),
    limit: limit(5000, 5000),
    offset: offset(10_000),
  }),
  response: { rows: ScreenerColumn },
  parseRequest: ({ params, query }) => ({
    ...query,
    q: query.q?.toLowerCase(),
    market: parseMarket(params.market),
  }),
  toUpstream: ({ market }) => ({ path: { market } }),
  toResult(json, request) {
    const { rows, skippedRows } = usableRows(requireArray(requireObject(json).fields), toColumn)
    const columns = rows
      .filter(({ name }) => request.timeframes || !name.includes('|'))
      .filter(({ type }) => request.type === undefined || type === request.type)
      .filter(({ name }) => request.q === undefined || name.toLowerCase().includes(request.q))
    return { ...paginate(columns, request.limit, request.offset), skippedRows }
  },
})

function toColumn(value: unknown) {
  const { n, t, r } = requireObject(value)
  if (typeof n !== 'string' || typeof t !== 'string') throw upstreamChanged('a column without a name')
  return { name: n, type: t, values: Array.isArray(r) ? r.map(toColumnValue) : null }
}

function toColumnValue(value: unknown): { id: string; name: string } {
  if (typeof value !== 'object' || value === null) return { id: String(value), name: String(value) }
  const { id, name } = value as Json
  return { id: idTextOrNull(id) ?? '', name: idTextOrNull(name) ?? idTextOrNull(id) ?? '' }
}
