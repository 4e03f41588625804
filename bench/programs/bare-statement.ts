/**
 * The baseline of reads that are not cached: a bare server that runs our statement on our file and concatenates the
 * rows. Headers, and as many bytes as ours adds to the rows, are those of a sample. Arguments: statement, file, URL of the sample.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { databaseFiles } from '../../src/store/sqlite/files.ts'
import { type BareStatement, bareStatements } from '../data/bare-statements.ts'
import { fetchSample } from './sample-response.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'

const [name = 'notice', dataDir = '', url = ''] = process.argv.slice(2)
const { status, headers, body } = await fetchSample(url)
const { readModel } = databaseFiles(dataDir)
const db = new DatabaseSync(readModel.path, { readOnly: true })
db.exec(
  `pragma mmap_size = ${readModel.mmapBytes}; pragma cache_size = -${Math.trunc(readModel.cacheBytes / 1024)}`,
)
const readRows = await bareStatements[name as BareStatement](db, body.toString())
const { pathname, search } = new URL(url)
const sampleText = readRows(pathname + search)
if (sampleText.length < 100 || sampleText.length > body.length)
  throw new Error(`${name}: these are not our rows`)
const added = body.subarray(sampleText.length).toString('latin1')
const lengthAt = headers.findIndex(
  (header, index) => index % 2 === 0 && header.toLowerCase() === 'content-length',
)
headers.splice(lengthAt, 2)

const server = createServer((request, response) => {
  const text = readRows(request.url ?? '') + added
  response.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(text))])
  response.end(text)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  serveRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, () => {
    server.close()
    server.closeAllConnections()
    db.close()
  })
})
