import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertErrorEnvelope } from '../../test/support/server/assert-error-envelope.ts'
import { type ExampleServer, openExampleServer, things } from '../../test/support/server/example-server.ts'

describe('the parameter fields of a list', () => {
  let server: ExampleServer
  before(async () => {
    server = await openExampleServer()
  })
  after(() => server[Symbol.asyncDispose]())

  it('leaves only these members of each row, in this order', async () => {
    const { body } = await server.request('GET', '/things?fields=title,id&limit=2')
    const rows = things.slice(0, 2).map(({ title, id }) => ({ title, id }))
    assert.equal(JSON.stringify(JSON.parse(body.toString()).data), JSON.stringify(rows))
  })

  it('is the header of CSV', async () => {
    const { body } = await server.request('GET', '/things?fields=offset,id&limit=1', { accept: 'text/csv' })
    assert.equal(body.toString(), `offset,id\r\n${things[0]?.offset},${things[0]?.id}\r\n`)
  })

  it('goes on with the next page', async () => {
    const first = JSON.parse((await server.request('GET', '/things?fields=id&limit=2')).body.toString())
    const cursor = first.meta.pagination.next_cursor
    const { body } = await server.request('GET', `/things?fields=id&limit=1&cursor=${cursor}`)
    assert.deepEqual(JSON.parse(body.toString()).data, [{ id: things[2]?.id }])
  })

  it('names another response than the whole list', async () => {
    const [whole, some] = [
      await server.request('GET', '/things'),
      await server.request('GET', '/things?fields=id'),
    ]
    assert.notEqual(whole.headers.etag, some.headers.etag)
  })

  for (const [fields, message] of [
    ['id,titel', /unknown field "titel". Did you mean "title"/],
    ['%2C', /at least one field/],
    ['x'.repeat(1001), /fields/],
  ] as const) {
    it(`refuses ${fields.slice(0, 20)}`, async () => {
      const response = await server.request('GET', `/things?fields=${fields}`)
      assertErrorEnvelope(response, 400, 'invalid_request')
      assert.match(JSON.parse(response.body.toString()).error.message, message)
    })
  }
})
