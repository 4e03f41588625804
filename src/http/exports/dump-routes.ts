/** The dumps of a service: what is there, and their files. */

import { Type } from 'typebox'
import { notFound } from '../../core/errors.ts'
import { day } from '../openapi/fields.ts'
import type { Reply, ReplyFile } from '../reply.ts'
import { type AnyRoute, defineRoute } from '../route.ts'
import { DataPackage, manifestName } from './data-package.ts'
import { exportTypes, parseFormat } from './export-format.ts'

export interface StoredDump {
  /** `2026-11-18`, in UTC. */
  readonly date: string
  readonly manifest: DataPackage
}

export interface DumpFolder {
  /** The newest first. */
  list(service: string): Promise<readonly StoredDump[]>
  /** Undefined if there is no such dump. */
  find(service: string, date: string): Promise<StoredDump | undefined>
  opener(service: string, date: string, file: string): ReplyFile['open']
}

const Dump = Type.Object(
  {
    date: day({ description: 'The day of the dump, in UTC.' }),
    manifest: Type.String({
      description: 'Path of `datapackage.json`, below the base path of the service; the files are beside it.',
    }),
    package: DataPackage,
  },
  { $id: 'Dump' },
)

/** A dump never changes. */
const cacheControl = 'public, max-age=86400, immutable'

export function dumpRoutes(service: string, dumps: DumpFolder): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/exports',
      id: 'listExports',
      tag: 'Support',
      summary: 'List dumps',
      description:
        'All lists of the service as Parquet files, written every night, newest first. The files of a dump are beside its manifest; parts of them can be requested with `Range`. To keep a copy current, load a dump and follow changes after `changes_after` of each file.',
      response: { rows: Dump },
      access: 'optional',
      scope: 'snapshot',
      cache: 'no-store',
      compress: true,
      handle: async () => {
        const stored = await dumps.list(service)
        return {
          rows: stored.map(({ date, manifest }) =>
            JSON.stringify({
              date,
              manifest: `/v1/exports/${date}/${manifestName}`,
              package: manifest,
            }),
          ),
        }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/exports/:date/:file',
      id: 'downloadExport',
      tag: 'Support',
      summary: 'Download a file of a dump',
      // As the files of lists: the list of dumps says where they are.
      hidden: true,
      params: Type.Object({
        date: day({ description: 'The day of the dump.', examples: ['2026-11-18'] }),
        file: Type.String({ maxLength: 80, description: 'The name of the file.', examples: [manifestName] }),
      }),
      response: { body: Type.Unknown(), type: exportTypes.parquet },
      acceptsAny: true,
      access: 'optional',
      scope: 'snapshot',
      cache: 'no-store',
      compress: false,
      handle: async ({ params: { date, file } }): Promise<Reply> => {
        const dump = await dumps.find(service, date)
        if (dump === undefined) throw notFound('dump', 'date')
        if (file === manifestName)
          return {
            body: { type: 'application/json', content: `${JSON.stringify(dump.manifest, null, 2)}\n` },
            headers: { 'cache-control': cacheControl },
          }
        const resource = dump.manifest.resources.find(({ path }) => path === file)
        if (resource === undefined) throw notFound('file of the dump', 'file')
        return {
          file: {
            open: dumps.opener(service, date, file),
            bytes: resource.bytes,
            type: exportTypes[parseFormat(resource.format)],
            etag: `"${resource.hash.replace('sha256:', '')}"`,
          },
          headers: {
            'cache-control': cacheControl,
            'content-disposition': `attachment; filename="${service}-${date}-${file}"`,
            'x-rows': String(resource.rows),
            ...(resource.changes_after === undefined ? {} : { 'x-changes-after': resource.changes_after }),
          },
        }
      },
    }),
  ]
}
