/** Writes a list of a service to a file, from one snapshot. */

import { Failure } from '../../core/errors.ts'
import { changesAfter } from '../../http/changes/position.ts'
import { isExportable, type ListRequest, readPages } from '../../http/exports/exportable-list.ts'
import type { ExportedList, ExportRequest } from '../../http/exports/exporter.ts'
import { writeList } from '../../http/exports/write-list.ts'
import type { AnyRoute } from '../../http/route.ts'
import { withSnapshot } from '../../store/snapshot-database.ts'
import type { Store } from '../../store/store.ts'
import type { AppContext } from '../app-context.ts'
import { openSearchServer } from '../search/search-server.ts'
import { openSnapshotService, resultTextMax } from './snapshot-services.ts'

export type WrittenExport = Omit<ExportedList, 'path' | typeof Symbol.asyncDispose>

export async function writeExport(
  context: AppContext,
  store: Store,
  { service: id, list, format, ...request }: ExportRequest,
  path: string,
  signal: AbortSignal,
): Promise<WrittenExport> {
  await using search = await openSearchServer(context.loaded)
  const write = async (snapshot: Store['readModel']) => {
    const { routes } = await openSnapshotService(context, store, snapshot, search, id)
    const route = routes.find((one) => one.id === list && isExportable(one))
    if (route === undefined) throw new Failure('not_found', `The service ${id} has no list ${list}.`)
    return await writeRoute(context, route, snapshot, { ...request, format, path }, signal)
  }
  return await withSnapshot(store.readModel, write, resultTextMax)
}

interface RouteExport extends ListRequest, Pick<ExportRequest, 'format'> {
  readonly path: string
  /** What is left for the file, if that is less than a file may have. */
  readonly bytesMax?: number
}

/** A list of a snapshot. */
export async function writeRoute(
  { loaded }: AppContext,
  route: AnyRoute,
  snapshot: Store['readModel'],
  { path, format, bytesMax: bytesLeft = Number.POSITIVE_INFINITY, ...request }: RouteExport,
  signal: AbortSignal,
): Promise<WrittenExport> {
  const { rowsMax, bytesMax } = loaded.config.exports
  const position = typeof route.cache === 'string' ? undefined : changesAfter(snapshot, route.cache.scope)
  const written = await writeList(readPages(route, request, signal), {
    path,
    format,
    schema: 'rows' in route.response ? route.response.rows : {},
    rowsMax,
    bytesMax: Math.min(bytesMax, bytesLeft),
    about: position === undefined ? {} : { changes_after: position },
  })
  return { ...written, changesAfter: position }
}
