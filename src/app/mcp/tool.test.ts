import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { anonymous } from '../../http/access-control.ts'
import { createCursorCodec } from '../../http/cursor.ts'
import { notYetCollected } from '../../http/response/not-yet-collected.ts'
import { defineRoute } from '../../http/route.ts'
import { type AnyContext, type RouteAnswer, RouteCaller, type Texts } from '../route-caller.ts'
import { createArgumentParser, inputSchema, toCall } from './tool.ts'
import { getCompany } from './tools/trust-tools.ts'
import { warningsOf } from './tools/warnings.ts'

const numbers = Array.from({ length: 30 }, (_, number) => ({ number }))

function openCall(toNext: (end: number) => string) {
  const calls: [string, Texts][] = []
  const call = toCall(
    {
      async call(operation, texts): Promise<RouteAnswer> {
        calls.push([operation, texts])
        const start = Number(texts.offset ?? 0)
        const end = start + Number(texts.limit ?? 0)
        return { rows: numbers.slice(start, end), data: {}, meta: {}, next: toNext(end) }
      },
    },
    {} as AnyContext,
  )
  return { call, calls }
}

describe('the calls of a tool that runs twice', () => {
  it('read what is the same once', async () => {
    const { call, calls } = openCall(String)
    assert.equal(await call('getQuotes', { symbols: 'A' }), await call('getQuotes', { symbols: 'A' }))
    await call('getQuotes', { symbols: 'B' })
    await call('getBars', { symbols: 'A' })
    assert.equal(calls.length, 3)
  })

  it('read a list with an offset once, and go on after the last row that is shown', async () => {
    const { call, calls } = openCall(String)
    await call('searchScreener', { market: 'uk', offset: '10', limit: '10' })
    const { rows, next } = await call('searchScreener', { market: 'uk', offset: '10', limit: '4' })
    assert.deepEqual(rows, numbers.slice(10, 14))
    assert.equal(next, '14')
    assert.equal(calls.length, 1)
    await call('searchScreener', { market: 'uk', offset: '10', limit: '20' })
    await call('searchScreener', { market: 'uk', offset: '14', limit: '4' })
    assert.equal(calls.length, 3)
  })

  it('ask for the cursor after that row elsewhere', async () => {
    const { call, calls } = openCall((end) => `cursor_${end}`)
    await call('searchJobs', { limit: '10' })
    assert.equal((await call('searchJobs', { limit: '4' })).next, 'cursor_4')
    assert.equal(calls.length, 2)
  })
})

describe('a call of a tool', () => {
  it('needs the scope of the route that it calls', async () => {
    const routes = new RouteCaller(createCursorCodec('test', { epoch: () => 0 }), { publishedAt: () => 1 })
    const shared = { method: 'GET', tag: 'T', summary: '', access: 'optional', cache: 'no-store' } as const
    const response = { rows: Type.Object({}) }
    const handle = () => ({ rows: [] })
    routes.add('', [
      defineRoute({ ...shared, path: '/a', id: 'readThings', response, handle }),
      defineRoute({ ...shared, path: '/b', id: 'followThings', scope: 'changes', response, handle }),
    ])
    const principal = { ...anonymous, scopes: new Set(['read'] as const) }
    const context = { admission: { rateLimit: undefined, principal } } as unknown as AnyContext
    assert.deepEqual((await routes.call('readThings', {}, context)).rows, [])
    await assert.rejects(routes.call('followThings', {}, context), { code: 'insufficient_scope' })
  })
})

describe('a list of a route that a tool calls', () => {
  it('says that nothing has been collected yet, as a request for it does', async () => {
    let publishedAt = 0
    const publications = { publishedAt: () => publishedAt }
    const routes = new RouteCaller(createCursorCodec('test', { epoch: () => 0 }), publications)
    const response = { rows: Type.Object({}) }
    const cache = { scope: 'things', maxAgeSeconds: 60 }
    const shared = { method: 'GET', tag: 'T', summary: '', access: 'optional', cache, response } as const
    routes.add('', [
      defineRoute({ ...shared, path: '/a', id: 'listThings', handle: () => ({ rows: [] }) }),
      defineRoute({ ...shared, path: '/b', id: 'listOthers', handle: () => ({ rows: ['{}'] }) }),
    ])
    const context = { admission: { rateLimit: undefined, principal: anonymous } } as unknown as AnyContext
    const warningsOfCall = async (id: string) => warningsOf(await routes.call(id, {}, context))
    assert.deepEqual(await warningsOfCall('listThings'), [notYetCollected.message])
    assert.deepEqual(await warningsOfCall('listOthers'), [])
    publishedAt = 1
    assert.deepEqual(await warningsOfCall('listThings'), [])
  })
})

describe('a tool whose result has no further parts', () => {
  it('refuses a cursor', () => {
    const routes = new RouteCaller(createCursorCodec('test', { epoch: () => 0 }), { publishedAt: () => 1 })
    const parse = createArgumentParser(inputSchema(getCompany, routes))
    assert.equal(parse({ company: 'acme.com' }).company, 'acme.com')
    assert.throws(() => parse({ company: 'acme.com', cursor: '10' }), /Unknown parameter "cursor"/)
    const paged = createArgumentParser(inputSchema({ ...getCompany, isWhole: false }, routes))
    assert.equal(paged({ company: 'acme.com', cursor: '10' }).cursor, '10')
  })
})
