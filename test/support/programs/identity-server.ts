/** A server with identities as a process of its own: options as JSON, prints its address, ends with its input. */

import { systemClock } from '../../../src/core/clock.ts'
import { openStore, type StoreOptions } from '../../../src/store/open.ts'
import { type AccountsOptions, openTestAccounts } from '../server/identity-fixture.ts'

export interface ProgramOptions {
  readonly store: Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'schemaPrefix'>
  readonly accounts: Omit<AccountsOptions, 'store' | 'clock'>
}

const given = JSON.parse(process.argv[2] ?? '{}') as ProgramOptions
const store = await openStore({
  role: 'server',
  statementTimeoutMs: 10_000,
  poolMax: 6,
  clock: systemClock,
  ...given.store,
})
const server = await openTestAccounts({ ...given.accounts, store, clock: systemClock })
process.stdout.write(`${JSON.stringify({ origin: server.origin })}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('end', resolve))
process.stderr.write(server.logged())
await server[Symbol.asyncDispose]()
await store[Symbol.asyncDispose]()
