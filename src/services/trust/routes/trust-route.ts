/** Defines the routes of the service: lists with a total and an offset, and single resources. */

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import type { Scope } from '../../../core/scopes.ts'
import { limit, withDefault } from '../../../http/openapi/fields.ts'
import { docReply } from '../../../http/reply.ts'
import type { UnknownValue } from '../../../http/response/unknown-value.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { ListPage } from '../queries/listing.ts'
import { OffsetPagination } from '../schema/coverage.ts'

const common = {
  method: 'GET',
  access: 'optional',
  cache: { scope: 'trust', maxAgeSeconds: 60 },
} as const satisfies Partial<AnyRoute>

const offsetParams = {
  limit: limit(),
  offset: withDefault(Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Rows to skip.' }), 0),
}
type OffsetParams = Static<TObject<typeof offsetParams>>

interface RouteTexts {
  readonly path: string
  readonly id: string
  readonly tag: string
  readonly summary: string
}

interface ListRoute<Query extends TProperties, Params extends TProperties> extends RouteTexts {
  readonly query?: Query
  readonly params?: TObject<Params>
  readonly scope?: Scope
  /** The schema of one row. */
  readonly rows: TSchema
  /** The rows as an Atom feed, for lists that have one. `newest`: the newest row of all, if there are no rows. */
  readonly feed?: (rows: readonly string[], rawQuery: string, newest?: string) => string
  /** Reads the newest row of all. */
  readNewest?(): Promise<string | undefined>
  /** Why the list is empty. */
  explainEmpty?(query: Static<TObject<Query>>): Promise<readonly UnknownValue[]>
  read(query: Static<TObject<Query>> & OffsetParams, params: Static<TObject<Params>>): Promise<ListPage>
}

export function defineListRoute<Query extends TProperties, Params extends TProperties>({
  query: properties,
  params,
  rows: rowSchema,
  feed,
  readNewest,
  explainEmpty,
  read,
  ...texts
}: ListRoute<Query, Params>): AnyRoute {
  return defineRoute({
    ...common,
    ...texts,
    query: Type.Object({ ...properties, ...offsetParams }),
    ...(params ? { params } : {}),
    response: { rows: rowSchema },
    extra: { pagination: OffsetPagination },
    ...(feed ? { hasFeed: true } : {}),
    async handle(context) {
      const query = context.query as unknown as Static<TObject<Query>> & OffsetParams
      const { total, docs } = await read(query, context.params as Static<TObject<Params>>)
      const { limit: rowsMax, offset } = query
      const warnings = total === 0 ? ((await explainEmpty?.(query)) ?? []) : []
      const newest = feed && docs.length === 0 ? await readNewest?.() : undefined
      const next = offset + docs.length < total && docs.length > 0 ? offset + docs.length : null
      return {
        rows: docs,
        meta: { total, ...(warnings.length === 0 ? {} : { warnings }) },
        extra: { pagination: { total, limit: rowsMax, offset, nextOffset: next, next_offset: next } },
        ...(feed ? { feed: () => feed(docs, context.rawQuery, newest) } : {}),
      }
    },
  })
}

interface DocRoute<Params extends TProperties> extends RouteTexts {
  readonly params: TObject<Params>
  readonly data: TSchema
  /** JSON text of the resource. */
  read(params: Static<TObject<Params>>): Promise<string>
}

export function defineDocRoute<Params extends TProperties>({
  params,
  data,
  read,
  ...texts
}: DocRoute<Params>): AnyRoute {
  return defineRoute({
    ...common,
    ...texts,
    params,
    response: { data },
    handle: async (context) => docReply(await read(context.params as Static<TObject<Params>>)),
  })
}

/** A page of a list in memory. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: OffsetParams,
  toDoc: (row: Row) => unknown,
): ListPage {
  const pageRows = rows.slice(query.offset, query.offset + query.limit)
  return { total: rows.length, docs: pageRows.map((row) => JSON.stringify(toDoc(row))) }
}

/** Throws `not_found` for a missing resource. */
export function requireFound<Resource>(
  resource: Resource | undefined,
  what: string,
  parameter: string,
  details: Readonly<Record<string, unknown>> = {},
): Resource {
  if (resource !== undefined) return resource
  throw notFound(what, parameter, details)
}

export function textParam(description: string, examples: readonly string[] = []) {
  return Type.Optional(Type.String({ minLength: 1, maxLength: 200, description, examples: [...examples] }))
}

export const nameWords =
  'Words of the name; the last one may be half-typed. If no name has them, one letter of the whole name may be wrong.'

export function timeParam(description: string) {
  return Type.Optional(
    Type.String({
      maxLength: 40,
      anyOf: [{ format: 'date' }, { format: 'date-time' }],
      description: `${description} A day or a timestamp.`,
      examples: ['2026-11-01'],
    }),
  )
}

export const providerParam = textParam('One of these provider ids, with `,` or `|` between them.', [
  'oneleet',
])
