/** A server with the service of notices, whose lists can be exported. */

import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AppContext, createAppContext } from '../../../src/app/app-context.ts'
import { createHttpApp } from '../../../src/app/http-app.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { ChangeBatch } from '../../../src/store/changes/change-batch.ts'
import type { Store } from '../../../src/store/store.ts'
import { newFolder } from '../shared-folder.ts'
import type { TestEngine } from '../store/test-engines.ts'

export interface ExportApp extends AsyncDisposable {
  readonly origin: string
  readonly store: Store
  readonly context: AppContext
  readonly dataDir: string
  /** The names of the files that wait, are written or are sent. */
  spooled(): string[]
  publish(notices: readonly TestNotice[]): Promise<void>
}

export interface TestNotice {
  readonly id: string
  readonly town?: string
  readonly title?: string
  readonly body?: string
}

export async function openExportApp(
  engine: TestEngine,
  settings: Readonly<Record<string, string>> = {},
): Promise<ExportApp> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await engine.borrowDatabase())
  const { dataDir: databaseDir, databaseUrl, schemaPrefix } = database.storeOptions
  const dataDir = databaseDir ?? newFolder('exports')
  if (databaseDir === undefined) stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SYNC_ENABLED: 'false',
    ...(databaseUrl === undefined
      ? {}
      : { DATABASE_URL: databaseUrl, DATABASE_SCHEMA_PREFIX: schemaPrefix?.slice(0, -1) ?? '' }),
    ...settings,
  }
  // Threads read the settings again.
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(dataDir, '.env'), lines.join(''))
  const context = await createAppContext(loadConfig({ env: {}, cwd: dataDir }), { clock: systemClock })
  const http = stack.use(await createHttpApp(context, { onlyService: 'notices' }))
  const port = await http.server.listen({ host: '127.0.0.1', port: 0 })
  const resources = stack.move()
  return {
    origin: `http://127.0.0.1:${port}`,
    store: http.store,
    context,
    dataDir,
    spooled: () => listFolder(join(dataDir, 'exports', 'spool')),
    publish: (notices) => publishNotices(http.store, notices),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export async function publishNotices({ readModel }: Store, notices: readonly TestNotice[]): Promise<void> {
  await readModel.transaction(async (tx) => {
    const rows = notices.map(({ id, town = 'Leeds', title = id, body = '' }) => {
      const facts = { id, town, category: 'roads', published_on: '2026-11-15', title }
      const lineage = { member_id: town, captured_at: '2026-11-15T10:00:00.000Z', artifact_id: 'af_1' }
      const doc = {
        ...facts,
        body,
        url: 'https://example.org/',
        source_lineage: { source_id: 'gazette', ...lineage },
      }
      return { ...facts, source_id: 'gazette', member_id: town, hash: id, doc: JSON.stringify(doc) }
    })
    await readModel.dialect.insertRows(tx, 'notice', rows)
    const log = new ChangeBatch('notices')
    for (const { id, town } of rows)
      log.add({ type: 'notice.published', subject: id, detectedAt: 1000, keys: { town, category: 'roads' } })
    await log.write(tx, readModel.dialect)
    await readModel.dialect.bumpVersion(tx, 'notices', 1000)
  })
}
