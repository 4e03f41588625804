/** The example of docs/how-to/load-a-warehouse.md: its files are downloaded, and its statements run in DuckDB. */

import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { installPackage } from '../../../bench/peers/install.ts'
import { projectRoot } from '../../support/project-root.ts'
import { type ServerProcess, startSyncedServerProcess } from '../../support/server/server-process.ts'
import { newFolder } from '../../support/shared-folder.ts'

/** What is used of `@duckdb/node-api`, which takes 70 MB: too much for everybody who installs the project. */
interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
}

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>
  closeSync(): void
}

const version = '1.5.5-r.5'
const page = readFileSync(join(projectRoot, 'docs/how-to/load-a-warehouse.md'), 'utf8')

function blocks(language: string): string[] {
  return [...page.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, of, text = '']) =>
    of === language ? [text] : [],
  )
}

describe('the warehouse of the documentation', () => {
  const folder = newFolder('warehouse')
  let served: ServerProcess
  let duck: Connection | undefined
  before(async () => {
    duck = await connect().catch(() => undefined)
    if (duck !== undefined) served = await startSyncedServerProcess()
  })
  after(() => {
    duck?.closeSync()
    served?.[Symbol.dispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is loaded from the files, and has the rows of the lists', async (test) => {
    if (duck === undefined) return test.skip('DuckDB cannot be installed')
    const positions = new Map<string, string | null>()
    const rows = new Map<string, number>()
    for (const [, file = '', url = ''] of page.matchAll(/^curl -o (\S+) '([^']+)'$/gm)) {
      const response = await fetch(url.replace('http://localhost:8000', served.origin))
      assert.equal(response.status, 200, url)
      writeFileSync(join(folder, file), Buffer.from(await response.arrayBuffer()))
      positions.set(file, response.headers.get('x-changes-after'))
      rows.set(file.replace('.parquet', ''), Number(response.headers.get('x-rows')))
    }
    assert.equal(rows.size, 4)
    const [load = '', queries = '', position = ''] = blocks('sql')
    await run(load)
    for (const [table, count] of rows) {
      const [found] = await run(`select count(*) as n from ${table}`)
      assert.equal(Number(found?.n), count, table)
      assert.ok(count > 50, table)
    }
    for (const query of queries.split(';').filter((text) => text.trim() !== '')) {
      const found = await run(query)
      assert.ok(found.length > 0, query)
      assert.ok(
        Object.values(found[0] ?? {}).every((value) => value !== null),
        query,
      )
    }
    assert.deepEqual(await run(position), [{ changes_after: positions.get('jobs.parquet') }])
    const jobs = await fetch(`${served.origin}/data/job-postings/v1/jobs/search?limit=1`)
    const { data, meta } = (await jobs.json()) as { data: Record<string, unknown>[]; meta: { total: number } }
    assert.equal(rows.get('jobs'), meta.total)
    const [job] = await run(`select id, title, company, url from jobs where id = '${data[0]?.id}'`)
    const { id, title, company, url } = data[0] ?? {}
    assert.deepEqual(job, { id, title, company, url })
  })

  async function connect(): Promise<Connection> {
    const { DuckDBInstance } = await installPackage<DuckDb>('@duckdb/node-api', version)
    return await (await DuckDBInstance.create(':memory:')).connect()
  }

  /** The files are in a folder of the test. */
  async function run(sql: string): Promise<Record<string, unknown>[]> {
    const text = sql.replace(/'(\w+\.parquet)'/g, (_, file) => `'${join(folder, file)}'`)
    const result = await duck?.runAndReadAll(text)
    return result?.getRowObjectsJson() ?? []
  }
})
