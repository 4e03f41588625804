import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Route, route, type SandboxHost, text } from './host.ts'
import { hostTable, router } from './router.ts'

function named(host: string): SandboxHost {
  return { host, routes: [] }
}

describe('hostTable', () => {
  const find = hostTable([named('*.sandbox'), named('*.boards.sandbox'), named('gazette.sandbox')])

  it('finds a host by its exact name first', () => {
    assert.deepEqual(
      [find('gazette.sandbox')?.host.host, find('gazette.sandbox')?.subdomain],
      ['gazette.sandbox', ''],
    )
  })

  it('finds the longest wildcard, with the part that its * matches', () => {
    assert.deepEqual(
      [find('acme.boards.sandbox')?.host.host, find('acme.boards.sandbox')?.subdomain],
      ['*.boards.sandbox', 'acme'],
    )
    assert.deepEqual([find('a.b.sandbox')?.host.host, find('a.b.sandbox')?.subdomain], ['*.sandbox', 'a.b'])
  })

  it('finds no other name', () => {
    for (const name of ['', 'sandbox', '.sandbox', 'gazette.sandbox.evil.example'])
      assert.equal(find(name), undefined)
  })

  it('refuses two hosts with the same name', () => {
    assert.throws(() => hostTable([named('a.sandbox'), named('a.sandbox')]), /duplicate host a\.sandbox/)
  })
})

describe('router', () => {
  function answering(pattern: `${Uppercase<string>} /${string}`): Route {
    return route(pattern, () => text(pattern))
  }
  const routeOf = router([
    answering('GET /films/latest'),
    answering('GET /films/{id}.json'),
    answering('GET /films/{id}'),
    answering('POST /films/{id}'),
    answering('GET /a+b/{first}/{second}'),
  ])

  function find(method: string, path: string): unknown {
    const match = routeOf(method, path)
    return match.route === undefined ? match.allow : [match.route.path, { ...match.params }]
  }

  it('uses the first route that matches', () => {
    assert.deepEqual(find('GET', '/films/latest'), ['/films/latest', {}])
    assert.deepEqual(find('GET', '/films/17.json'), ['/films/{id}.json', { id: '17' }])
    assert.deepEqual(find('GET', '/films/17'), ['/films/{id}', { id: '17' }])
    assert.deepEqual(find('POST', '/films/17'), ['/films/{id}', { id: '17' }])
  })

  it('decodes parameters, and matches fixed text literally', () => {
    assert.deepEqual(find('GET', '/a+b/x%2Fy/%C3%A9'), [
      '/a+b/{first}/{second}',
      { first: 'x/y', second: 'é' },
    ])
    assert.deepEqual(find('GET', '/aab/x/y'), [])
  })

  it('uses the routes of GET for HEAD', () => {
    assert.deepEqual(find('HEAD', '/films/17'), ['/films/{id}', { id: '17' }])
  })

  it('returns the methods of a path for other methods', () => {
    assert.deepEqual(find('DELETE', '/films/17'), ['GET', 'HEAD', 'POST'])
  })

  it('finds nothing at unknown, longer or badly encoded paths', () => {
    for (const path of ['/', '/films', '/films/', '/films/17/cast', '/films/%zz'])
      assert.deepEqual(find('GET', path), [])
  })
})
