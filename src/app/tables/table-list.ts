/** The lists that are shown as tables: all lists of the API that anybody may read, by the routes that define them. */

import { type TSchema, Type } from 'typebox'
import { selectableFields } from '../../http/list-fields.ts'
import { type MountedService, sentenceCase, toAreas } from '../../http/pages/home/service-section.ts'
import { tablesPath } from '../../http/pages/site.ts'
import {
  type Property,
  propertiesOf,
  requiredProperties,
} from '../../http/request/validation/schema-defaults.ts'
import { csvColumns, listName } from '../../http/response/representation.ts'
import type { AnyRoute } from '../../http/route.ts'

export type FieldSchema = TSchema &
  Property & {
    readonly format?: string
    readonly enum?: readonly unknown[]
    readonly description?: string
    readonly examples?: readonly unknown[]
    readonly anyOf?: readonly FieldSchema[]
    readonly minimum?: number
    readonly maximum?: number
    readonly maxLength?: number
  }

export interface Parameter {
  readonly name: string
  readonly schema: FieldSchema
  readonly isRequired: boolean
}

export interface TableList {
  readonly route: AnyRoute
  /** Where its service is mounted. */
  readonly base: string
  /** The section of the navigation. */
  readonly section: { readonly id: string; readonly title: string; readonly path: string }
  /** `cinema.searchShowtimes`, as the client calls it. */
  readonly call: string
  /** Of the table. */
  readonly path: string
  /** `Showtimes`. */
  readonly name: string
  /** Of the path first, then of the query. */
  readonly parameters: readonly Parameter[]
  /** The members of a row; empty if they depend on the request. */
  readonly columns: Readonly<Record<string, FieldSchema>>
  /** Whether the parameter `fields` chooses among the columns. */
  readonly hasFields: boolean
  /** Where the page of a record is, by the parameter at its end: `movie_id`. */
  readonly recordPages: readonly RecordPage[]
}

export interface RecordPage {
  /** `movies`, the last folder before the parameter. */
  readonly folder: string
  /** `movie_id`. */
  readonly parameter: string
  /** With the base of its service and a slash at its end. */
  readonly path: string
}

/** What leads from page to page. */
export const pagingParameters: ReadonlySet<string> = new Set(['cursor', 'offset', 'page'])

export function findTableLists(mounted: readonly MountedService[]): TableList[] {
  return mounted.flatMap(toAreas).flatMap(({ base, service, serviceId }) => {
    const recordPages = service.routes.flatMap((route) => toRecordPage(base, route))
    const section = {
      id: service.id,
      title: service.title,
      path: base + (service.pages?.[0]?.path ?? '') || '/',
    }
    return service.routes.filter(isTableList).map(
      (route): TableList => ({
        route,
        base,
        section,
        call: `${serviceId}.${route.id}`,
        path: `${tablesPath}/${serviceId}/${route.id}`,
        name: sentenceCase(listName(route).replaceAll(/[-_]/g, ' ')),
        parameters: [...toParameters(route.params), ...toParameters(route.query)],
        columns: Object.fromEntries(
          csvColumns(route).map((name) => [name, rowOf(route)[name] as FieldSchema]),
        ),
        hasFields: selectableFields(route) !== undefined,
        recordPages,
      }),
    )
  })
}

function isTableList({ method, access, hidden, live, response }: AnyRoute): boolean {
  return method === 'GET' && access === 'optional' && !hidden && !live && 'rows' in response
}

function rowOf({ response }: AnyRoute): Readonly<Record<string, TSchema>> {
  return 'rows' in response ? propertiesOf(response.rows) : {}
}

function toParameters(schema: TSchema = Type.Object({})): Parameter[] {
  const required = requiredProperties(schema)
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.includes(name),
  }))
}

/** Of pages for readers whose path ends with the id of one record. */
function toRecordPage(base: string, { hidden, response, path }: AnyRoute): RecordPage[] {
  const found = /^(.*\/([\w-]+)\/):(\w+)$/.exec(path)
  if (!hidden || !('body' in response) || response.type !== 'text/html' || found === null) return []
  const [, folder = '', name = '', parameter = ''] = found
  return [{ folder: name, parameter, path: base + folder }]
}
