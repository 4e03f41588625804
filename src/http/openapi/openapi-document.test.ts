import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Type } from 'typebox'
import { assertValidOpenApi } from '../../../test/support/assert-valid-openapi.ts'
import { dataReply } from '../reply.ts'
import { type AnyRoute, defineRoute } from '../route.ts'
import { cursor, limit, oneOf, withDefault } from './fields.ts'
import { Meta } from './meta.ts'
import { openApiDocument } from './openapi-document.ts'

const Colour = oneOf(['red', 'green'], { $id: 'Colour', description: 'What it looks like.' })
const Thing = Type.Object(
  { id: Type.String(), colour: Colour, parent: Type.Optional(Type.String()) },
  { $id: 'Thing' },
)

const shared = { tag: 'Things', access: 'optional', handle: () => dataReply({}) } as const

const routes: AnyRoute[] = [
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/v1/things',
    id: 'listThings',
    summary: 'Things',
    query: Type.Object({
      colour: Type.Optional(Colour),
      town: Type.String({ description: 'Where.', examples: ['Ely'] }),
      q: Type.String({ default: '', description: 'What to look for.', examples: ['apple'] }),
      limit: limit(),
      cursor: Type.Optional(cursor()),
    }),
    response: { rows: Thing },
    errors: ['invalid_cursor'],
    cache: { scope: 'things', maxAgeSeconds: 60 },
    example: {
      data: [{ id: 'th_1', colour: 'red' }],
      meta: { request_id: 'a', generated_at: '2026-11-15T12:00:00Z', credits_charged: 0 },
    },
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/v1/things/:thing_id',
    id: 'getThing',
    summary: 'One thing',
    params: Type.Object({ thing_id: Type.String() }),
    response: { data: Thing },
    extra: { colours: Type.Array(Colour) },
    cache: { scope: 'things', maxAgeSeconds: 60 },
  }),
  defineRoute({
    ...shared,
    access: 'token',
    method: 'POST',
    path: '/v1/things',
    id: 'createThing',
    idempotent: true,
    summary: 'A new thing',
    body: Type.Object(
      { name: Type.String(), colour: withDefault(Colour, 'red') },
      { examples: [{ name: 'Apple' }] },
    ),
    response: { data: Thing },
    successStatus: 201,
    cache: 'no-store',
  }),
  defineRoute({
    ...shared,
    access: 'key_or_token',
    method: 'DELETE',
    path: '/v1/things/:thing_id',
    id: 'deleteThing',
    summary: 'One thing less',
    params: Type.Object({ thing_id: Type.String() }),
    response: { data: Type.Null() },
    successStatus: 204,
    cache: 'no-store',
  }),
  defineRoute({
    ...shared,
    access: 'none',
    method: 'GET',
    path: '/health',
    id: 'getHealth',
    summary: 'Whether it lives',
    response: { body: Type.Object({ ok: Type.Boolean() }) },
    cache: 'no-store',
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/hidden',
    id: 'getHidden',
    summary: 'Not for everyone',
    response: { body: Type.String(), type: 'text/plain' },
    cache: 'no-store',
    hidden: true,
  }),
]

interface Operation {
  readonly parameters: {
    name: string
    required: boolean
    in: string
    example?: unknown
    examples?: unknown
  }[]
  readonly requestBody?: {
    required: boolean
    content: Record<string, { schema: Record<string, unknown>; example?: unknown }>
  }
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
  readonly security: unknown[]
}

interface ApiDocument {
  readonly servers: { url: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, unknown> }
}

describe('API document', () => {
  let document: ApiDocument
  let list: Operation
  before(() => {
    const tags = [{ name: 'Things', description: 'All kinds of things.' }]
    const info = {
      title: 'Things',
      version: '1.0.0',
      description: 'Things as they are.',
      base: '/things',
      tags,
    }
    document = JSON.parse(JSON.stringify(openApiDocument(info, routes, Meta, { ids: { thing_id: 'th_1' } })))
    list = document.paths['/v1/things']?.get as Operation
  })

  it('is valid OpenAPI 3.1', async () => {
    await assertValidOpenApi(new Map([['things', JSON.stringify(document)]]))
  })

  it('has every route except hidden ones, below its base path', () => {
    assert.deepEqual(
      document.servers.map(({ url }) => url),
      ['/things', 'http://localhost:8000/things'],
    )
    const listed = Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])
    assert.deepEqual(listed, [
      ['/v1/things', ['get', 'post']],
      ['/v1/things/{thing_id}', ['get', 'delete']],
      ['/health', ['get']],
    ])
  })

  it('requires only parameters without a default', () => {
    const required = list.parameters.filter((parameter) => parameter.required).map(({ name }) => name)
    assert.deepEqual(required, ['town'])
    assert.equal(list.parameters.find(({ name }) => name === 'town')?.example, 'Ely')
  })

  it('has no example of an optional parameter that a form sends unasked', () => {
    const colour = list.parameters.find(({ name }) => name === 'colour')
    assert.equal(colour?.example, undefined)
    assert.deepEqual(colour?.examples, { example: { value: 'red', 'x-disabled': true } })
    assert.equal(list.parameters.find(({ name }) => name === 'q')?.example, 'apple')
  })

  it('has the id of a record that exists and a body as examples, with which a form starts', () => {
    const [thingId] = document.paths['/v1/things/{thing_id}']?.get?.parameters ?? []
    assert.deepEqual([thingId?.name, thingId?.example], ['thing_id', 'th_1'])
    const body = document.paths['/v1/things']?.post?.requestBody
    assert.deepEqual(body?.content['application/json']?.example, { name: 'Apple' })
  })

  it('requires only body fields without a default', () => {
    const body = document.paths['/v1/things']?.post?.requestBody
    assert.equal(body?.required, true)
    assert.deepEqual(body?.content['application/json']?.schema.required, ['name'])
  })

  it('defines named schemas once', () => {
    assert.deepEqual(Object.keys(document.components.schemas).sort(), [
      'Colour',
      'ErrorEnvelope',
      'Meta',
      'Pagination',
      'Problem',
      'Thing',
    ])
    assert.deepEqual(document.components.schemas.Colour, {
      type: 'string',
      enum: ['red', 'green'],
      description: 'What it looks like.',
    })
    assert.equal(JSON.stringify(document).split('"green"').length - 1, 1)
  })

  it('lists every representation of a list and every status with its codes', () => {
    assert.deepEqual(Object.keys(list.responses['200']?.content ?? {}), [
      'application/json',
      'application/x-ndjson',
      'text/csv',
    ])
    assert.deepEqual(Object.keys(list.responses), [
      '200',
      '304',
      '400',
      '401',
      '403',
      '406',
      '429',
      '500',
      '503',
    ])
    assert.match(list.responses['400']?.description ?? '', /`invalid_request`.*`invalid_cursor`/)
    const created = Object.keys(document.paths['/v1/things']?.post?.responses ?? {})
    assert.deepEqual(created, ['201', '400', '401', '406', '409', '413', '415', '429', '500', '503'])
    assert.equal(document.paths['/v1/things/{thing_id}']?.delete?.responses['204']?.content, undefined)
  })

  it('lists the conflicts of an Idempotency-Key wherever it is accepted, with Retry-After', () => {
    const { parameters, responses } = document.paths['/v1/things']?.post ?? {}
    assert.ok(parameters?.some(({ name }) => name === 'Idempotency-Key'))
    assert.match(responses?.['409']?.description ?? '', /`request_in_progress`.*`idempotency_key_reused`/)
    assert.ok(JSON.stringify(responses?.['409']).includes('Retry-After'))
    assert.equal(document.paths['/v1/things']?.get?.responses['409'], undefined)
  })

  it('lists which credentials a route accepts', () => {
    const any = [{ apiKey: [] }, { serviceKey: [] }, { bearer: [] }]
    assert.deepEqual(list.security, [{}, ...any])
    assert.deepEqual(document.paths['/v1/things']?.post?.security, [{ bearer: [] }])
    assert.deepEqual(document.paths['/v1/things/{thing_id}']?.delete?.security, any)
    assert.deepEqual(document.paths['/health']?.get?.security, [{}, ...any])
  })
})
