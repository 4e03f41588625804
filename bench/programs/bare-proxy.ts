/** Another baseline: a proxy that forwards bodies unseen. Argument: the origin behind it. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Agent, request } from 'undici'
import { cpuMicros, serveRunner } from './serve-runner.ts'

const origin = process.argv[2] ?? ''
const agent = new Agent()
const server = createServer(async (incoming, response) => {
  const answer = await request(origin + incoming.url, {
    dispatcher: agent,
    method: incoming.method === 'POST' ? 'POST' : 'GET',
    headers: { host: incoming.headers.host ?? '' },
    body: await buffer(incoming),
  })
  const body = Buffer.from(await answer.body.arrayBuffer())
  response.writeHead(answer.statusCode, {
    'content-type': 'application/json',
    'content-length': body.length,
  })
  response.end(body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo

serveRunner({ origin: `http://127.0.0.1:${port}` }, cpuMicros, async () => {
  server.closeAllConnections()
  server.close()
  await agent.close()
})
