/**
 * The baseline of reads that are not cached: a bare server that runs our statement on our file and concatenates the
 * rows. Arguments: statement, file, URL of a sample of ours.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { databaseFiles } from '../../src/store/sqlite/files.ts'
import { bareStatements, type StatementName, statementText, theatersNear } from '../data/bare-statements.ts'
import { fetchSample } from './sample-response.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'
import { surroundRows } from './surround-rows.ts'

const [name = 'notice', dataDir = '', url = ''] = process.argv.slice(2)
const sample = await fetchSample(url)
const { readModel } = databaseFiles(dataDir)
const db = new DatabaseSync(readModel.path, { readOnly: true })
db.exec(
  `pragma mmap_size = ${readModel.mmapBytes}; pragma cache_size = -${Math.trunc(readModel.cacheBytes / 1024)}`,
)
const readRows = await prepareRead(name as StatementName)
const { pathname, search } = new URL(url)
const send = surroundRows(sample, readRows(pathname + search))

const server = createServer((request, response) => send(response, readRows(request.url ?? '')))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  serveRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, () => {
    server.close()
    server.closeAllConnections()
    db.close()
  })
})

async function prepareRead(statementName: StatementName): Promise<(path: string) => string> {
  if (statementName === 'theaters near') return theatersNear(db)
  const { read, toValues, toText } = bareStatements[statementName](sample.body.toString())
  const statement = db.prepare(await statementText('sqlite', read))
  statement.setReturnArrays(true)
  return (path) => toText(statement.all(...toValues(path)) as unknown as unknown[][])
}
