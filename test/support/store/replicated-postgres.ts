/** A PostgreSQL server with a standby that follows it, for one test. */

import { PostgresServer } from './postgres-server.ts'

export interface ReplicatedPostgres extends AsyncDisposable {
  readonly primaryUrl: string
  readonly standbyUrl: string
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using stack = new AsyncDisposableStack()
  const primary = stack.use(await PostgresServer.create({ hot_standby_feedback: 'on' }))
  const standby = stack.use(await primary.createStandby())
  const started = stack.move()
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    stopStandby: () => standby.stop(),
    startStandby: () => standby.start(),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
