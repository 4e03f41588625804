/**
 * The baseline of reads on PostgreSQL: a bare server that runs our statement through the driver, with as many connections as ours, and
 * concatenates the rows. Arguments: statement, schema, URL of a sample of ours.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { bareStatements, type StatementName, statementText } from '../data/bare-statements.ts'
import { postgresConnections, postgresUrl } from '../data/store-place.ts'
import { fetchSample } from './sample-response.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'
import { surroundRows } from './surround-rows.ts'

const [name = 'notice', schema = '', url = ''] = process.argv.slice(2)
const sample = await fetchSample(url)
const pool = new pg.Pool({
  connectionString: postgresUrl(),
  options: `-c search_path=${schema}`,
  max: postgresConnections,
})
const { read, toValues, toText } = bareStatements[name as Exclude<StatementName, 'theaters near'>](
  sample.body.toString(),
)
const text = await statementText('postgres', read)
const { pathname, search } = new URL(url)
const send = surroundRows(sample, await readRows(pathname + search))

const server = createServer(async (request, response) => send(response, await readRows(request.url ?? '')))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  serveRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, async () => {
    server.close()
    server.closeAllConnections()
    await pool.end()
  })
})

async function readRows(path: string): Promise<string> {
  const { rows } = await pool.query<unknown[]>({
    name: 'rows',
    text,
    values: toValues(path),
    rowMode: 'array',
  })
  return toText(rows)
}
