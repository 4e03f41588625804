/**
 * Another baseline: Platformatic DB over the notices of our server on PostgreSQL, at the paths of ours. Arguments: URL of ours,
 * headers as JSON (unused), schema.
 */

import type { AddressInfo } from 'node:net'
import { postgresUrl } from '../../data/store-place.ts'
import { installPackage } from '../../peers/install.ts'
import { cpuMicros, serveRunner } from '../serve-runner.ts'

/** What is used of Fastify, which the packages need in their own version. */
interface App {
  register(plugin: unknown, options: object): Promise<void>
  readonly platformatic: { readonly entities: Readonly<Record<string, unknown>> }
  listen(options: object): Promise<string>
  readonly server: { address(): AddressInfo }
  close(): Promise<void>
}

interface Fastify {
  default(options: { rewriteUrl(request: { url: string }): string }): App
}

const schema = process.argv[4] ?? ''
// SQLite would be compiled; PostgreSQL needs no installation script.
const { default: plugin } = await installPackage<{ default: unknown }>('@platformatic/db-core', '3.67.0')
const { default: fastify } = await installPackage<Fastify>('fastify', '5.12.8')
let entity = ''
const app = fastify({ rewriteUrl: ({ url }) => url.replace('/notices/v1/notices', `/${entity}`) })
await app.register(plugin, {
  connectionString: postgresUrl(),
  schema: [schema],
  poolSize: 10,
  graphql: false,
  events: false,
  openapi: true,
})
// Its name begins with that of the schema.
entity = Object.keys(app.platformatic.entities).find((name) => name.endsWith('Notice')) ?? ''
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address()
serveRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, () => app.close())
