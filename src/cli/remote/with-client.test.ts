import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import { openTestServer } from '../../../test/support/server/test-server.ts'
import { defineRoute } from '../../http/route.ts'
import { Stopped } from '../exit.ts'
import { withClient } from './with-client.ts'

it('a stop ends a command that waits for the server, and its request', { timeout: 20_000 }, async () => {
  const reached = Promise.withResolvers<AbortSignal>()
  await using server = await openTestServer({
    routes: [
      defineRoute({
        method: 'GET',
        path: '/market/v1/quotes',
        id: '',
        tag: 'Test',
        summary: '',
        passthrough: true,
        response: { body: Type.Unknown() },
        access: 'none',
        cache: 'no-store',
        async handle({ signal }) {
          reached.resolve(signal)
          return await new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          })
        },
      }),
    ],
  })
  const stop = new AbortController()
  const context = { env: { BROADSHEET_URL: server.origin }, stopSignal: stop.signal }
  const work = withClient(context, (client) => client.market.getQuotes({ symbols: 'NASDAQ:AAPL' }))
  const atServer = await reached.promise
  const disconnected = new Promise((resolve) => atServer.addEventListener('abort', resolve, { once: true }))
  stop.abort(new Stopped('SIGINT'))
  await assert.rejects(work, Stopped)
  await disconnected
})
