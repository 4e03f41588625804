/** For each list of a service, a route that returns all its rows as a file: the path of the list with the format as its ending. */

import { Type } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import { requireScope, scopeOf } from '../access-control.ts'
import type { Accounts } from '../accounts.ts'
import { type Reply, readsFile } from '../reply.ts'
import { listName } from '../response/representation.ts'
import { type AnyRoute, defineRoute } from '../route.ts'
import { exportFormats, exportTypes, parseFormat } from './export-format.ts'
import { exportQuery, isExportable } from './exportable-list.ts'
import type { ExportedList, Exporter } from './exporter.ts'

export interface ExportDeps {
  readonly exporter: Exporter
  readonly accounts: Pick<Accounts, 'idempotent'>
}

export function exportRoutes(
  service: { readonly id: string; readonly routes: readonly AnyRoute[] },
  deps: ExportDeps,
): AnyRoute[] {
  return service.routes.filter(isExportable).map((list) => exportRoute(service.id, list, deps))
}

/** A list as its document describes it. */
export function withExportNote(route: AnyRoute): AnyRoute {
  if (!isExportable(route)) return route
  const note = `The whole list is a file at the same path with \`.${exportFormats.join('`, `.')}\`.`
  return { ...route, description: route.description === undefined ? note : `${route.description} ${note}` }
}

function exportRoute(service: string, list: AnyRoute, { exporter, accounts }: ExportDeps): AnyRoute {
  const path = `${list.path}.:format`
  return defineRoute({
    method: 'GET',
    path,
    id: `${list.id}Export`,
    tag: list.tag,
    summary: `${list.summary}, as a file`,
    // One for each list would make the documents twice as large; each list says where its file is.
    hidden: true,
    query: exportQuery(list),
    ...(list.defaults === undefined ? {} : { defaults: list.defaults }),
    params: Type.Object({ ...list.params?.properties, format: Type.String({ maxLength: 20 }) }),
    response: { body: Type.Unknown(), type: exportTypes.ndjson },
    acceptsAny: true,
    access: 'optional',
    scope: 'snapshot',
    cache: 'no-store',
    compress: false,
    handle: async (context) => {
      requireScope(context.admission.principal, scopeOf(list))
      const { format: ending, ...params } = context.params as Record<string, unknown>
      const format = parseFormat(String(ending))
      const name = `${listName(list)}-${toInstant(context.nowMs).slice(0, 10)}.${format}`
      const disposition = { 'content-disposition': `attachment; filename="${name}"` }
      if (context.isHead) return { head: { type: exportTypes[format] }, headers: disposition }
      const { query, nowMs, signal, admission, requestId, body } = context
      context.extendDeadline(exporter.timeoutMs)
      await using stack = new AsyncDisposableStack()
      // A file is not stored for repeats.
      const billed = { admission, body, idempotencyKey: undefined, nowMs, requestId, signal }
      const reply = await accounts.idempotent(billed, `GET ${path}`, async (billing): Promise<Reply> => {
        await billing.charge({ credits: exporter.price, usecase: 'export' })
        const request = { service, list: list.id, params, query, format, nowMs }
        const write = () => exporter.write(request, admission.principal, signal)
        const exported = stack.use(await context.outsideTurn(write))
        return {
          headers: {
            ...disposition,
            ...exportHeaders(exported),
            'x-credits-charged': String(billing.credits),
          },
          file: { open: readsFile(exported.path), bytes: exported.bytes, type: exportTypes[format] },
        }
      })
      signal.throwIfAborted()
      const { file } = reply
      const resources = stack.move()
      return { ...reply, ...(file && { file: { ...file, dispose: () => resources.disposeAsync() } }) }
    },
  })
}

function exportHeaders({ rows, sha256, changesAfter }: ExportedList): Record<string, string> {
  return {
    'x-rows': String(rows),
    'x-sha256': sha256,
    ...(changesAfter === undefined ? {} : { 'x-changes-after': changesAfter }),
  }
}
