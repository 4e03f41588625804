import assert from 'node:assert/strict'
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { acceptUpgrade, prepareUpgrade } from './socket-stream.ts'

describe('a request for a WebSocket', () => {
  it('of a client that has hung up meanwhile is over', { timeout: 60_000 }, async () => {
    const tcp = new Socket()
    const request = new IncomingMessage(tcp)
    request.method = 'GET'
    Object.assign(request.headers, {
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    })
    const response = new ServerResponse(request)
    prepareUpgrade(request, response, tcp, Buffer.alloc(0))
    tcp.destroy()
    await once(tcp, 'close')
    assert.equal(await acceptUpgrade(request, response), undefined)
  })
})
