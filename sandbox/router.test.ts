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

  it('finds the longest wildcard and says what its star stands for', () => {
    assert.deepEqual(
      [find('acme.boards.sandbox')?.host.host, find('acme.boards.sandbox')?.subdomain],
      ['*.boards.sandbox', 'acme'],
    )
    assert.deepEqual([find('a.b.sandbox')?.host.host, find('a.b.sandbox')?.subdomain], ['*.sandbox', 'a.b'])
  })

  it('knows no other name', () => {
    for (const name of ['', 'sandbox', '.sandbox', 'gazette.sandbox.evil.example'])
      assert.equal(find(name), undefined)
  })

  it('refuses two hosts of one name', () => {
    assert.throws(
      () => hostTable([named('a.sandbox'), named('a.sandbox')]),
      /two hosts are called a\.sandbox/,
    )
  })
})

describe('router', () => {
  function answering(pattern: `${Uppercase<string>} /${string}`): Route {
    return route(pattern, () => text(pattern))
  }
  const find = router([
    answering('GET /films/latest'),
    answering('GET /films/{id}.json'),
    answering('GET /films/{id}'),
    answering('POST /films/{id}'),
    answering('GET /a+b/{first}/{second}'),
  ])

  function found(method: string, path: string): unknown {
    const routed = find(method, path)
    return routed.found === undefined ? routed.allow : [routed.found.path, { ...routed.params }]
  }

  it('takes the first route that fits', () => {
    assert.deepEqual(found('GET', '/films/latest'), ['/films/latest', {}])
    assert.deepEqual(found('GET', '/films/17.json'), ['/films/{id}.json', { id: '17' }])
    assert.deepEqual(found('GET', '/films/17'), ['/films/{id}', { id: '17' }])
    assert.deepEqual(found('POST', '/films/17'), ['/films/{id}', { id: '17' }])
  })

  it('decodes parameters and leaves fixed text literal', () => {
    assert.deepEqual(found('GET', '/a+b/x%2Fy/%C3%A9'), [
      '/a+b/{first}/{second}',
      { first: 'x/y', second: 'é' },
    ])
    assert.deepEqual(found('GET', '/aab/x/y'), [])
  })

  it('answers HEAD with GET', () => {
    assert.deepEqual(found('HEAD', '/films/17'), ['/films/{id}', { id: '17' }])
  })

  it('says which methods a known path takes', () => {
    assert.deepEqual(found('DELETE', '/films/17'), ['GET', 'HEAD', 'POST'])
  })

  it('finds nothing at unknown, longer or badly encoded paths', () => {
    for (const path of ['/', '/films', '/films/', '/films/17/cast', '/films/%zz'])
      assert.deepEqual(found('GET', path), [])
  })
})
