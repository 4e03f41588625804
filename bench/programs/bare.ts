/** The baseline: a bare server that repeats, byte for byte, our response to one request. Arguments: URL, headers as JSON. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchSample } from './sample-response.ts'
import { cpuMicros, serveRunner } from './serve-runner.ts'

const [url = '', headersText] = process.argv.slice(2)
const { status, headers, body } = await fetchSample(url, headersText)

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(body.length === 0 ? undefined : body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  serveRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, () => {
    server.close()
    server.closeAllConnections()
  })
})
