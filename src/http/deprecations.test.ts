import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Type } from 'typebox'
import { type ExampleServer, openExampleServer } from '../../test/support/server/example-server.ts'
import { deprecationHeaders, markDeprecated } from './deprecations.ts'
import { openApiDocument } from './openapi/openapi-document.ts'
import { pageReply } from './reply.ts'
import { type AnyRoute, defineRoute } from './route.ts'

const table = {
  listOld: { since: '2027-03-01', removal: '2027-12-31', successor: '/cinema/v1/new' },
}

function listRoute(path: string, id: string): AnyRoute {
  const route = defineRoute({
    method: 'GET',
    path,
    id,
    tag: 'Things',
    summary: 'List things',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1 })) }),
    response: { rows: Type.Object({ id: Type.String() }) },
    access: 'optional',
    cache: { scope: 'things', maxAgeSeconds: 60 },
    handle: () =>
      pageReply({ rows: ['a', 'b'], limit: 1, doc: (id) => JSON.stringify({ id }), key: (id) => [id] }),
  })
  return markDeprecated(route, table)
}

describe('a deprecated operation', () => {
  let server: ExampleServer
  before(async () => {
    server = await openExampleServer({ routes: [listRoute('/old', 'listOld'), listRoute('/new', 'listNew')] })
  })
  after(() => server[Symbol.asyncDispose]())

  it('says so in every response, cached, unchanged and refused ones too', async () => {
    const first = await server.request('GET', '/old')
    const responses = [
      first,
      await server.requestCached('/old'),
      await server.request('GET', '/old', { 'if-none-match': first.headers.etag ?? '' }),
      await server.request('HEAD', '/old'),
      await server.request('GET', '/old?limit=0'),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 304, 200, 400],
    )
    for (const { status, headers } of responses) {
      assert.equal(headers.deprecation, '@1803859200', String(status))
      assert.equal(headers.sunset, 'Fri, 31 Dec 2027 00:00:00 GMT')
      assert.match(headers.link ?? '', /<\/guides\/reference\/deprecation>; rel="deprecation"/)
      assert.match(headers.link ?? '', /<\/cinema\/v1\/new>; rel="successor-version"/)
    }
    assert.match(first.headers.link ?? '', /rel="next"/)
  })

  it('is marked in the API document, and others are not', async () => {
    const { headers } = await server.request('GET', '/new')
    assert.equal(headers.deprecation ?? headers.sunset, undefined)
    const info = { title: 'Things', version: '1.0.0', description: '', base: '', tags: [] }
    const { paths } = openApiDocument(
      info,
      [listRoute('/old', 'listOld'), listRoute('/new', 'listNew')],
      Type.Object({}),
    ) as {
      paths: Record<string, { get: { deprecated?: boolean } }>
    }
    assert.deepEqual(
      Object.values(paths).map(({ get }) => get.deprecated),
      [true, undefined],
    )
  })

  it('stays for half a year at least', () => {
    assert.deepEqual(deprecationHeaders({ since: '2027-03-01' }).slice(0, 3), [
      'deprecation',
      '@1803859200',
      'link',
    ])
    for (const removal of ['2027-08-27', 'soon'])
      assert.throws(() => deprecationHeaders({ since: '2027-03-01', removal }), RangeError)
    assert.throws(() => deprecationHeaders({ since: 'soon' }), RangeError)
  })
})
