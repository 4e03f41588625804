/** Runs a server with identities as a process: takes options as JSON, prints its address, exits when its input ends. */

import { systemClock } from '../../../src/core/clock.ts'
import { openStore, type StoreOptions } from '../../../src/store/open.ts'
import { type IdentityFixtureOptions, openIdentityFixture } from '../server/identity-fixture.ts'

export interface IdentityServerOptions {
  readonly store: Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'schemaPrefix'>
  readonly identity: Omit<IdentityFixtureOptions, 'store' | 'clock'>
}

const options = JSON.parse(process.argv[2] ?? '{}') as IdentityServerOptions
const store = await openStore({
  role: 'server',
  statementTimeoutMs: 600_000,
  poolMax: 6,
  clock: systemClock,
  ...options.store,
})
const server = await openIdentityFixture({ ...options.identity, store, clock: systemClock })
process.stdout.write(`${JSON.stringify({ origin: server.origin })}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
process.stderr.write(server.log())
await server[Symbol.asyncDispose]()
await store[Symbol.asyncDispose]()
