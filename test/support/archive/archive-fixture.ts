/** A store whose retention archives in ClickHouse, in a database of its own there, as the program wires it. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { openSearchServer } from '../../../src/app/search/search-server.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { ArchiveAttempt } from '../../../src/store/archive-attempt.ts'
import type { ClickHouse } from '../../../src/store/clickhouse/clickhouse.ts'
import type { Store } from '../../../src/store/store.ts'
import { pruneService } from '../../../src/sync/maintenance/prune-service.ts'
import type { FakeClock } from '../fake-clock.ts'
import type { ClickHouseServer } from '../store/clickhouse-server.ts'
import type { TestEngine } from '../store/test-engines.ts'
import { findWriter } from '../sync/find-writer.ts'

export interface ArchiveFixture extends AsyncDisposable {
  readonly store: Store
  readonly clickHouse: ClickHouse
  /** What maintenance does once an hour. */
  prune(): Promise<void>
  /** The same, as if the process died before anything is deleted. */
  archiveOnly(): Promise<void>
}

interface Options {
  readonly engine: TestEngine
  readonly server: ClickHouseServer
  readonly clock: FakeClock
  readonly service: string
  /** Settings of the retention. */
  readonly env: Readonly<Record<string, string>>
}

export async function openArchiveFixture({
  engine,
  server,
  clock,
  service,
  env,
}: Options): Promise<ArchiveFixture> {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await engine.borrowDatabase())
  const store = stack.use(await place.openStore({ role: 'worker' }))
  const url = server.url.replace(/\w+$/, `a${randomBytes(6).toString('hex')}`)
  const search = await openSearchServer(loadConfig({ env: { ...env, ANALYTICS_URL: url } }))
  const { clickHouse, archive } = stack.use(search ?? assert.fail())
  await archive(store.readModel, clock)
  const writer = await findWriter(service, env)
  const resources = stack.move()
  return {
    store,
    clickHouse,
    prune: () => pruneService({ store, clock }, writer),
    async archiveOnly() {
      await writer.archive?.({ db: store.readModel, now: clock.now(), attempt: new ArchiveAttempt() })
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
