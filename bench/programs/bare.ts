/** The baseline: a bare server that repeats, byte for byte, our response to one request. Arguments: URL, headers as JSON. */

import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpuMicros, serveRunner } from './serve-runner.ts'

const [url = '', headersText = '{}'] = process.argv.slice(2)

/** Written by the server itself. */
const generatedHeaders = new Set(['date', 'connection', 'keep-alive'])

const { answer, body } = await fetchRepeatedly(3)
const { statusCode = 200, rawHeaders } = answer
const headers = rawHeaders.filter(
  (_, index) => !generatedHeaders.has((rawHeaders[index & ~1] ?? '').toLowerCase()),
)

const server = createServer((_request, response) => {
  response.writeHead(statusCode, headers)
  response.end(body.length === 0 ? undefined : body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  serveRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, () => {
    server.close()
    server.closeAllConnections()
  })
})

/** The first responses may not be cached and compressed yet. */
async function fetchRepeatedly(times: number): Promise<{ answer: IncomingMessage; body: Buffer }> {
  for (let asked = 1; ; asked++) {
    const found = await ask()
    if (asked === times) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function ask(): Promise<{ answer: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: JSON.parse(headersText), agent: false }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      resolve({ answer, body: Buffer.concat(chunks) })
    }).on('error', reject)
  })
}
