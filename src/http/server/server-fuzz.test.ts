import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import { openExampleServer } from '../../../test/support/server/example-server.ts'
import { sendRaw } from '../../../test/support/server/raw-connection.ts'

const bytes = fc.uint8Array({ maxLength: 40 }).map((piece) => Buffer.from(piece).toString('latin1'))
const text = fc.oneof(
  fc.string({ maxLength: 40 }).map((piece) => Buffer.from(piece).toString('latin1')),
  bytes,
)

const methods = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS') },
  { weight: 1, arbitrary: fc.constantFrom('DELETE', 'PUT', 'TRACE', 'CONNECT', 'PRI', 'get', '') },
  { weight: 1, arbitrary: text },
)

const paths = fc.oneof(
  fc.constantFrom(
    '/things',
    '/things/th_001',
    '/echo',
    '/secrets',
    '/minute',
    '/health',
    '/metrics',
    '/',
    '*',
    '//',
  ),
  text.map((piece) => `/things/${piece}`),
  text.map((piece) => `/things/${encodeURIComponent(Buffer.from(piece, 'latin1').toString())}`),
  text.map((piece) => `/${piece}`),
)

const parameters = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom('limit', 'kind', 'cursor', 'min', '__proto__'), text),
    fc.oneof(fc.constantFrom('1', 'odd', '%00', '%ff', '1e999'), text),
  ),
  { maxLength: 3 },
)

const headers = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom(
        'accept',
        'accept-encoding',
        'content-type',
        'content-length',
        'transfer-encoding',
        'expect',
        'connection',
        'upgrade',
        'if-none-match',
        'x-request-id',
        'x-forwarded-for',
        'range',
        'traceparent',
        'authorization',
      ),
      text,
    ),
    fc.oneof(
      fc.constantFrom(
        '*/*',
        'text/csv',
        'gzip',
        'br;q=0',
        'application/json',
        '5',
        '-1',
        'chunked',
        '100-continue',
        'close',
        'websocket',
        '*',
        'W/"x"',
      ),
      text,
    ),
  ),
  { maxLength: 5 },
)

const bodies = fc.oneof(
  fc.constant(''),
  fc.json().map((body) => Buffer.from(body).toString('latin1')),
  text,
  fc.constant('0\r\n\r\n'),
)

/** Half of the time a part is omitted, so that some requests are invalid in only one way, and some are valid. */
function sometimes<Value>(arbitrary: fc.Arbitrary<Value[]>): fc.Arbitrary<Value[]> {
  return fc.oneof(fc.constant<Value[]>([]), arbitrary)
}

const hosts = fc.constantFrom(true, true, true, true, false)

const requests = fc
  .tuple(methods, paths, sometimes(parameters), sometimes(headers), bodies, hosts)
  .map(([method, path, query, lines, body, hasHost]) => {
    const search = query.map(([name, value]) => `${name}=${value}`).join('&')
    const head = `${method} ${path}${search === '' ? '' : `?${search}`} HTTP/1.1\r\n${hasHost ? 'host: x\r\n' : ''}`
    return `${head}${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
  })

describe('arbitrary bytes', () => {
  it('get an HTTP response below 500, and the server survives', async () => {
    await using server = await openExampleServer({ requestTimeoutMs: 1000 })
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const method = request.startsWith('HEAD ') ? 'HEAD' : 'GET'
        const response = await sendRaw(server.port, `${request}\r\n\r\n`, method)
        assert.ok(response, 'no response')
        statuses.add(response.status)
        assert.ok(response.status < 500, `${response.status}: ${response.body}`)
        if (response.status >= 400 && method !== 'HEAD') assertErrorResponse(response)
      }),
      { numRuns: 700 },
    )
    assert.equal((await server.request('GET', '/healthz')).status, 200)
    assert.equal(server.loadShedder.inFlight, 0)
    assert.deepEqual(
      server.logLines.filter((line) => Number(line.level) >= 40),
      [],
    )
    for (const status of [200, 400, 404, 405]) assert.ok(statuses.has(status), `never saw ${status}`)
  })
})

function assertErrorResponse(response: Parameters<typeof assertErrorEnvelope>[0]): void {
  const isProblem = response.headers['content-type']?.startsWith('application/problem+json')
  if (!isProblem) assertErrorEnvelope(response, response.status)
}
