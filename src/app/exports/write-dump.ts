/** Writes all lists of a service into a folder, with a manifest: all of them from one snapshot. */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import {
  type DataPackage,
  dataPackageProfile,
  manifestName,
  type Resource,
  tableFields,
} from '../../http/exports/data-package.ts'
import { type ExportFormat, exportTypes } from '../../http/exports/export-format.ts'
import { isExportable } from '../../http/exports/exportable-list.ts'
import { withoutParameters } from '../../http/request/negotiate.ts'
import { requiredProperties } from '../../http/request/validation/schema-defaults.ts'
import { csvColumns } from '../../http/response/representation.ts'
import type { AnyRoute } from '../../http/route.ts'
import type { Service } from '../../http/service.ts'
import { withSnapshot } from '../../store/snapshot-database.ts'
import type { Store } from '../../store/store.ts'
import type { AppContext } from '../app-context.ts'
import { openSearchServer } from '../search/search-server.ts'
import { openSnapshotService, resultTextMax } from './snapshot-services.ts'
import { writeRoute } from './write-export.ts'

export interface DumpRequest {
  /** The id of a service that is mounted. */
  readonly service: string
  readonly format: ExportFormat
  readonly nowMs: number
  /** Of all files together. */
  readonly bytesMax: number
  /** Called before each list. */
  onList?(done: number, total: number, name: string): void
}

/** `folder` must not exist. Undefined, and nothing is written, if nothing of the service was ever published. */
export async function writeDump(
  context: AppContext,
  store: Store,
  { service: id, format, nowMs, bytesMax, onList }: DumpRequest,
  folder: string,
  signal: AbortSignal,
): Promise<DataPackage | undefined> {
  await using search = await openSearchServer(context.loaded)
  const write = async (snapshot: Store['readModel']) => {
    const service = await openSnapshotService(context, store, snapshot, search, id)
    if (!service.scopes.some((scope) => snapshot.publishedAt(scope) > 0)) return undefined
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const resources: Resource[] = []
    let bytesLeft = bytesMax
    const routes = service.routes.filter(isDumped)
    for (const [at, route] of routes.entries()) {
      const name = dumpName(route)
      onList?.(at, routes.length, name)
      const path = `${name}.${format}`
      const request = { params: {}, query: {}, nowMs, format, path: join(folder, path), bytesMax: bytesLeft }
      const written = await writeRoute(context, route, snapshot, request, signal)
      bytesLeft -= written.bytes
      const schema = 'rows' in route.response ? route.response.rows : {}
      resources.push({
        name,
        path,
        format,
        mediatype: withoutParameters(exportTypes[format]),
        bytes: written.bytes,
        hash: `sha256:${written.sha256}`,
        rows: written.rows,
        ...(written.changesAfter === undefined ? {} : { changes_after: written.changesAfter }),
        schema: { fields: tableFields(schema, csvColumns(route)) },
      })
    }
    const manifest = toManifest(context, service, nowMs, resources)
    // On the disk before the folder has its name: a manifest says that the dump is complete.
    await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    return manifest
  }
  return await withSnapshot(store.readModel, write, resultTextMax)
}

/** Throws `not_found`. */
export function requireDumpable(service: string, known: readonly string[]): void {
  if (!known.includes(service))
    throw new Failure('not_found', `There is no service ${service}. The services are ${known.join(', ')}.`)
}

/** Lists that need no parameter. */
function isDumped(route: AnyRoute): boolean {
  const hasParameters =
    route.params !== undefined || (route.query && requiredProperties(route.query).length > 0)
  return isExportable(route) && !hasParameters
}

/** `showtimes` of `/v1/showtimes/search`. */
function dumpName({ path }: AnyRoute): string {
  const [, below = path] = path.split('/v1/')
  return below.replace(/\/search$/, '').replaceAll('/', '-')
}

function toManifest(
  { loaded }: AppContext,
  { id, title, description, credits = [] }: Service,
  nowMs: number,
  resources: readonly Resource[],
): DataPackage {
  const { license } = loaded.config.exports
  const created = toInstant(nowMs)
  return {
    $schema: dataPackageProfile,
    name: `broadsheet-${id}`,
    title,
    description,
    version: created.slice(0, 10),
    created,
    ...(license === undefined ? {} : { licenses: [{ name: license }] }),
    ...(credits.length === 0
      ? {}
      : { sources: credits.map(({ name, url }) => ({ title: name, path: url })) }),
    resources: [...resources],
  }
}
