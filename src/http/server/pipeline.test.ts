import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { openTestServer, type TestResponse } from '../../../test/support/server/test-server.ts'
import { Failure, notFound } from '../../core/errors.ts'
import { type AccessControl, allowAll, unrestricted } from '../access-control.ts'
import { Metrics } from '../metrics/metrics.ts'
import { dataReply } from '../reply.ts'
import { type AnyRoute, defineRoute } from '../route.ts'

/** Nobody is admitted from memory. */
const admitsLater: AccessControl = { ...allowAll, admitSync: () => undefined }

const shared = {
  method: 'GET',
  tag: 'Things',
  summary: 'A thing',
  access: 'optional',
  cache: { scope: 'things', maxAgeSeconds: 5 },
  response: { data: Type.Object({}, { additionalProperties: true }) },
} as const

const routes: AnyRoute[] = [
  defineRoute({
    ...shared,
    path: '/v1/things/:id',
    id: 'getThing',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ size: Type.Optional(Type.Integer({ minimum: 1 })) }),
    handle: ({ params, query }) => {
      if (params.id === 'none') throw notFound('thing', 'id')
      if (params.id === 'broken') throw new TypeError('a defect')
      if (params.id === 'unsendable')
        throw new Failure('not_found', 'No such thing.', { headers: { 'x-reason': 'two\nlines' } })
      return dataReply({ ...params, ...query })
    },
  }),
  defineRoute({
    ...shared,
    path: '/v1/things/later',
    id: 'getLater',
    handle: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return dataReply({ aborted: signal.aborted })
    },
  }),
  defineRoute({
    ...shared,
    path: '/v1/things/stream',
    id: 'getStream',
    cache: 'no-store',
    handle: () => ({
      stream: (async function* () {
        yield '"one'
        yield ' two"'
      })(),
    }),
  }),
]

const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
  ['/v1/things/a?size=2'],
  ['/v1/things/a%20b'],
  ['/v1/things/a', { method: 'HEAD' }],
  ['/v1/things/a', { headers: { accept: 'text/csv' } }],
  ['/v1/things/a', { headers: { 'accept-encoding': 'gzip' } }],
  ['/v1/things/a?size=0'],
  ['/v1/things/a?size=2&size=3'],
  ['/v1/things/a?colour=red'],
  ['/v1/things/none'],
  ['/v1/things/broken'],
  ['/v1/things/unsendable'],
  ['/v1/things/later'],
  ['/v1/things/stream'],
  ['/v1/things/'],
  ['/v1/things/a/'],
  ['/v1/things/%ff'],
  ['/v1/things/a', { method: 'DELETE' }],
]

/** Without what differs from request to request. */
function comparable({ status, headers, text }: TestResponse) {
  const {
    date: _date,
    'x-request-id': id = '',
    'server-timing': _timing,
    ...others
  } = Object.fromEntries(headers)
  return { status, headers: others, text: text.replace(id, '') }
}

describe('a request', () => {
  it('has the same response and the same count, however soon the caller is admitted', async () => {
    const results = []
    for (const accessControl of [allowAll, admitsLater]) {
      const metrics = new Metrics()
      await using server = await openTestServer({ routes, accessControl, metrics })
      const responses = []
      for (const [path, init] of requests) responses.push(comparable(await server.fetch(path, init)))
      const counts = (await metrics.text())
        .split('\n')
        .filter((line) => line.startsWith('broadsheet_http_requests'))
      results.push({ responses, counts })
    }
    assert.deepEqual(results[0], results[1])
    const statuses = results[0]?.responses.map(({ status }) => status)
    assert.deepEqual(
      statuses,
      [200, 200, 200, 406, 200, 400, 400, 400, 404, 500, 500, 200, 200, 404, 404, 400, 405],
    )
  })

  it('for the tag that it has is not modified, however soon the caller is admitted', async () => {
    for (const accessControl of [allowAll, admitsLater]) {
      await using server = await openTestServer({ routes, accessControl })
      const first = await server.get('/v1/things/a')
      const again = await server.get('/v1/things/a?', { 'if-none-match': first.headers.get('etag') ?? '' })
      assert.equal(again.status, 304)
      assert.equal(again.text, '')
    }
  })

  it('is answered while the server is draining, which ends its connection', async () => {
    await using server = await openTestServer({ routes })
    server.loadShedder.drain()
    const { status, headers } = await server.get('/v1/things/a')
    assert.equal(status, 200)
    assert.equal(headers.get('connection'), 'close')
  })

  it('that no error can be sent to ends its connection, and nothing else', async () => {
    const rateLimit = { policy: 'two\nlines', state: '' }
    let admitted = 0
    const accessControl: AccessControl = {
      ...allowAll,
      admitSync: () => (admitted++ === 0 ? { ...unrestricted, rateLimit } : unrestricted),
    }
    await using server = await openTestServer({ routes, accessControl })
    await assert.rejects(server.get('/v1/things/a'))
    assert.equal((await server.get('/v1/things/a')).status, 200)
  })
})
