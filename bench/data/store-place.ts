/** Where benchmarks have their stores. */

import type { StoreOptions } from '../../src/store/open.ts'

export type StorePlace = Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'schemaPrefix'>

/** As many as a server has by default. */
export const postgresConnections = 10

export function postgresUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined) throw new Error('set TEST_DATABASE_URL to measure PostgreSQL')
  return url
}
