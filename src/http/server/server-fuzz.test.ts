import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { assertErrorEnvelope } from '../../../test/support/server/assert-error-envelope.ts'
import { sendRaw } from '../../../test/support/server/raw-connection.ts'
import { openTestServer } from '../../../test/support/server/test-server.ts'

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

/** Half of the time a part is left out, so that some requests are wrong in one way only, and some in none. */
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

describe('any bytes at all', () => {
  it('get an HTTP answer without a fault of ours, and the server lives on', async () => {
    await using edge = await openTestServer({ requestTimeoutMs: 1000 })
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const method = request.startsWith('HEAD ') ? 'HEAD' : 'GET'
        const answer = await sendRaw(edge.port, `${request}\r\n\r\n`, method)
        assert.ok(answer, 'no answer')
        statuses.add(answer.status)
        assert.ok(answer.status < 500, `${answer.status}: ${answer.body}`)
        if (answer.status >= 400 && method !== 'HEAD') assertRefusal(answer)
      }),
      { numRuns: 700 },
    )
    assert.equal((await edge.request('GET', '/healthz')).status, 200)
    assert.equal(edge.loadShedder.inFlight, 0)
    assert.deepEqual(
      edge.logLines.filter((line) => Number(line.level) >= 40),
      [],
    )
    for (const status of [200, 400, 404, 405]) assert.ok(statuses.has(status), `never saw ${status}`)
  })
})

function assertRefusal(answer: Parameters<typeof assertErrorEnvelope>[0]): void {
  const isProblem = answer.headers['content-type']?.startsWith('application/problem+json')
  if (!isProblem) assertErrorEnvelope(answer, answer.status)
}
