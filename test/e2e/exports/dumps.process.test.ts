/** The dumps of every night: written once, listed, downloaded in parts, and the oldest removed. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createDumpStore } from '../../../src/app/exports/create-dump-store.ts'
import { type FailedDumps, writeDueDumps } from '../../../src/app/exports/dump-task.ts'
import { writeDump } from '../../../src/app/exports/write-dump.ts'
import { isFailure } from '../../../src/core/errors.ts'
import { startBucket } from '../../support/bucket.ts'
import { type ExportApp, openExportApp } from '../../support/exports/export-app.ts'
import { readParquet } from '../../support/exports/read-parquet.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { testEngines } from '../../support/store/test-engines.ts'

const { signal } = new AbortController()
const dayMs = 86_400_000

async function dumpAt(app: ExportApp, ms: number, failed: FailedDumps = new Map()): Promise<void> {
  await writeDueDumps({ ...app.context, clock: new FakeClock(ms) }, failed, signal, ['notices'])
}

// biome-ignore lint/suspicious/noExplicitAny: the test reads arbitrary fields
async function readJson(response: Response): Promise<any> {
  return await response.json()
}

async function list({ origin }: ExportApp): Promise<ListedDump[]> {
  return (await readJson(await fetch(`${origin}/v1/exports`))).data
}

interface ListedDump {
  readonly date: string
  readonly manifest: string
  readonly package: { readonly resources: readonly { readonly rows: number }[] }
}

for (const engine of testEngines) {
  describe(`${engine.name}: the dumps of a service`, { skip: engine.skip }, () => {
    it('are written once a day, from the hour on, and a few of them stay', async () => {
      await using app = await openExportApp(engine, { DUMPS_KEPT: '2', DUMP_HOUR: '3' })
      const day = Date.UTC(2026, 10, 18)
      await dumpAt(app, day + 4 * 3_600_000)
      assert.deepEqual(await list(app), [], 'nothing was published')
      await app.publish([{ id: 'nt_a' }])
      await dumpAt(app, day + 2 * 3_600_000)
      assert.deepEqual(await list(app), [], 'it is too early')
      await dumpAt(app, day + 4 * 3_600_000)
      await app.publish([{ id: 'nt_b' }])
      await dumpAt(app, day + 5 * 3_600_000)
      const [first] = await list(app)
      assert.deepEqual([first?.date, first?.package.resources[0]?.rows], ['2026-11-18', 1])
      await dumpAt(app, day + dayMs + 4 * 3_600_000)
      await dumpAt(app, day + 2 * dayMs + 4 * 3_600_000)
      assert.deepEqual(
        (await list(app)).map(({ date, package: { resources } }) => [date, resources[0]?.rows]),
        [
          ['2026-11-20', 2],
          ['2026-11-19', 2],
        ],
      )
      assert.deepEqual(app.spooled(), [])
    })

    it('are not tried again on a day on which they are too large', async () => {
      await using app = await openExportApp(engine, { EXPORT_ROWS_MAX: '1' })
      await app.publish([{ id: 'nt_a' }, { id: 'nt_b' }])
      const day = Date.UTC(2026, 10, 18, 4)
      const failed: FailedDumps = new Map()
      await dumpAt(app, day, failed)
      // It would fit now; the thread reads the settings again.
      appendFileSync(join(app.dataDir, '.env'), 'EXPORT_ROWS_MAX=9\n')
      await dumpAt(app, day + 3_600_000, failed)
      assert.deepEqual(await list(app), [])
      await dumpAt(app, day + dayMs, failed)
      assert.deepEqual(
        (await list(app)).map(({ date }) => date),
        ['2026-11-19'],
      )
      assert.deepEqual(app.spooled(), [])
    })

    it('are as large as all files together may be', async () => {
      await using app = await openExportApp(engine)
      const { readModel } = app.store
      // Without rows; the names of the columns are enough.
      await readModel.transaction((tx) => readModel.dialect.bumpVersion(tx, 'jobs', 1000))
      const folder = join(app.dataDir, 'dump')
      const write = (bytesMax: number) => {
        const request = { service: 'data', format: 'csv', nowMs: 0, bytesMax } as const
        return writeDump(app.context, app.store, request, folder, signal)
      }
      const manifest = await write(Number.POSITIVE_INFINITY)
      const sizes = (manifest?.resources ?? []).map(({ bytes }) => bytes)
      assert.ok(sizes.length > 1)
      rmSync(folder, { recursive: true })
      const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
      await assert.rejects(write(total - 1), (thrown) => isFailure(thrown, 'export_too_large'))
      rmSync(folder, { recursive: true })
      await write(total)
      assert.ok(existsSync(join(folder, 'datapackage.json')))
    })

    it('are written again if their manifest cannot be read', async () => {
      await using app = await openExportApp(engine)
      await app.publish([{ id: 'nt_a' }])
      const day = Date.UTC(2026, 10, 18, 4)
      await dumpAt(app, day)
      await dumpAt(app, day + dayMs)
      const folder = join(app.dataDir, 'exports', 'dumps', 'notices')
      truncateSync(join(folder, '2026-11-19', 'datapackage.json'), 100)
      const dates = async () => (await list(app)).map(({ date }) => date)
      assert.deepEqual(await dates(), ['2026-11-18'])
      await dumpAt(app, day + dayMs + 3_600_000)
      assert.deepEqual(await dates(), ['2026-11-19', '2026-11-18'])
      truncateSync(join(folder, '2026-11-18', 'datapackage.json'))
      appendFileSync(join(folder, '2026-11-18', 'datapackage.json'), 'null')
      assert.deepEqual(await dates(), ['2026-11-19'])
    })

    it('have a manifest, a checksum, a position, and parts', async () => {
      await using app = await openExportApp(engine, { EXPORT_LICENSE: 'CC-BY-4.0' })
      await app.publish(Array.from({ length: 250 }, (_, at) => ({ id: `nt_${at}` })))
      await dumpAt(app, Date.UTC(2026, 10, 18, 4))
      const [dump] = await list(app)
      const manifest = await readJson(await fetch(app.origin + dump?.manifest))
      assert.deepEqual(dump?.package, manifest)
      assert.equal(manifest.$schema, 'https://datapackage.org/profiles/2.0/datapackage.json')
      assert.deepEqual(manifest.licenses, [{ name: 'CC-BY-4.0' }])
      const [resource] = manifest.resources
      assert.deepEqual(resource.schema.fields[4], {
        name: 'published_on',
        type: 'date',
        description: 'Publication date.',
      })
      const changes = await fetch(`${app.origin}/v1/changes?after=${resource.changes_after}`)
      assert.deepEqual([changes.status, (await readJson(changes)).data], [200, []])
      const file = `${app.origin}/v1/exports/2026-11-18/${resource.path}`
      const bytes = Buffer.from(await (await fetch(file)).arrayBuffer())
      assert.equal(bytes.length, resource.bytes)
      assert.equal(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, resource.hash)
      assert.equal((await readParquet(bytes)).length, 250)
      const rest = await fetch(file, { headers: { range: 'bytes=100-' } })
      assert.equal(rest.status, 206)
      assert.equal(rest.headers.get('content-range'), `bytes 100-${bytes.length - 1}/${bytes.length}`)
      assert.ok(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(100)))
      const beyond = await fetch(file, { headers: { range: `bytes=${bytes.length}-` } })
      assert.deepEqual([beyond.status, (await readJson(beyond)).error.code], [416, 'range_not_satisfiable'])
      const etag = rest.headers.get('etag') ?? ''
      assert.equal((await fetch(file, { headers: { 'if-none-match': etag } })).status, 304)
      assert.equal((await fetch(file, { headers: { 'if-none-match': '*' } })).status, 304)
      const head = await fetch(file, { method: 'HEAD', headers: { range: 'bytes=100-' } })
      assert.deepEqual([head.status, head.headers.get('content-range')], [200, null])
      assert.equal(head.headers.get('content-length'), String(bytes.length))
      for (const path of ['2026-11-17/notices.parquet', '2026-11-18/..%2F..%2Fledger.db', '2026-11-18/a.csv'])
        assert.equal((await fetch(`${app.origin}/v1/exports/${path}`)).status, 404, path)
      assert.equal((await fetch(`${app.origin}/v1/exports/..%2f/x`)).status, 400)
    })

    it('are in the bucket if there is one, from where every node sends them', async () => {
      const { place, folder, stop } = await startBucket()
      try {
        const settings = {
          S3_URL: place.url,
          S3_BUCKET: place.bucket,
          S3_REGION: place.region,
          S3_ACCESS_KEY: place.accessKey,
          S3_SECRET_KEY: place.secretKey,
          DUMPS_KEPT: '2',
        }
        await using app = await openExportApp(engine, settings)
        await app.publish(Array.from({ length: 250 }, (_, at) => ({ id: `nt_${at}` })))
        const day = Date.UTC(2026, 10, 18, 4)
        for (const days of [0, 0, 1, 2]) await dumpAt(app, day + days * dayMs)
        assert.ok(!existsSync(join(app.dataDir, 'exports', 'dumps')))
        assert.deepEqual(app.spooled(), [])
        const dumps = await list(app)
        assert.deepEqual(
          dumps.map(({ date }) => date),
          ['2026-11-20', '2026-11-19'],
        )
        // The context of another node has the same.
        const other = createDumpStore(app.context)
        assert.deepEqual(
          (await other.list('notices')).map(({ date }) => date),
          ['2026-11-20', '2026-11-19'],
        )
        assert.deepEqual(await other.list('cinema'), [])
        const [resource] = (await readJson(await fetch(app.origin + dumps[0]?.manifest))).resources
        const file = `${app.origin}/v1/exports/2026-11-20/${resource.path}`
        const bytes = Buffer.from(await (await fetch(file)).arrayBuffer())
        assert.equal(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, resource.hash)
        const part = await fetch(file, { headers: { range: 'bytes=100-199' } })
        assert.deepEqual([part.status, part.headers.get('content-length')], [206, '100'])
        assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200)))
        assert.equal((await fetch(`${app.origin}/v1/exports/2026-11-18/${resource.path}`)).status, 404)
        await stop()
        const refused = await fetch(file)
        assert.deepEqual([refused.status, (await readJson(refused)).error.code], [503, 'store_unavailable'])
      } finally {
        await stop()
        rmSync(folder, { recursive: true, force: true })
      }
    })
  })
}
