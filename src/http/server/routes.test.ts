import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RouteMeter } from '../metrics/metrics.ts'
import { type Method, Routes } from './routes.ts'
import { suggestPaths } from './suggest-path.ts'

function createRoutes(...added: readonly (readonly [method: Method, url: string])[]): Routes {
  const routes = new Routes(new RouteMeter('unmatched'))
  const route = routes.support(async () => assert.fail('handled'))
  for (const [method, url] of added) routes.add(method, url, route)
  return routes
}

describe('the table of routes', () => {
  const routes = createRoutes(
    ['GET', '/v1/keys'],
    ['POST', '/v1/keys'],
    ['DELETE', '/v1/keys/:id'],
    ['GET', '/v1/keys/current'],
    ['GET', '/docs/*'],
    ['GET', '/'],
  )

  const cases: [string, string[] | undefined][] = [
    ['/v1/keys', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/keys/abc', ['DELETE', 'OPTIONS']],
    ['/v1/keys/current', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/v1/%6beys', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    [`/v1/keys/${'a'.repeat(2000)}`, ['DELETE', 'OPTIONS']],
    ['/docs/a/b.js', ['GET', 'HEAD', 'OPTIONS']],
    ['/', ['GET', 'HEAD', 'OPTIONS']],
    ['*', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/keys/', undefined],
    ['/v1/keysX', undefined],
    ['/v1/keys/a/b', undefined],
    ['/docs', undefined],
  ]
  for (const [path, expected] of cases) {
    it(`allows ${expected?.join(', ') ?? 'nothing'} at ${path.slice(0, 40)}`, () => {
      assert.deepEqual(routes.allowedMethods(path), expected)
    })
  }

  for (const [path, meant] of [
    ['/v1/movies/mv_1', '/cinema/v1/movies/mv_1'],
    ['/movies', undefined],
    ['/cinema/v1/jobs', '/data/v1/jobs'],
    ['/cinema/v1/movies/', '/cinema/v1/movies'],
    ['/cinema/v1/moveis', '/cinema/v1/movies'],
    ['/cinema/v1/movie/mv_1', '/cinema/v1/movies/mv_1'],
    ['/cinema/v2/actors', undefined],
    [`/cinema${'/v1'.repeat(5000)}`, undefined],
    ['/cinema/v1/theaters', undefined],
    ['/cinema/v1/showtimes', '/cinema/v1/showtimes/search'],
    ['/cinema/v1/showtimes/', '/cinema/v1/showtimes/search'],
    ['/v1/showtimes', '/cinema/v1/showtimes/search'],
    ['/cinema/v1/prices', '/cinema/v1/prices/{id}'],
    ['/market/v1/symbols/X:ABC', '/market/v1/symbols/X:ABC/news'],
    ['/market/v1/symbols//', undefined],
    ['/market/v1/news', '/market/v1/news/headlines'],
    ['/market/v1/news/', '/market/v1/news/headlines'],
    ['/market/v1/nwes', '/market/v1/news/headlines'],
    ['/', undefined],
  ] as const) {
    it(`suggests ${meant} for ${path.slice(0, 40)}`, () => {
      const movies = ['/cinema/v1/movies', '/cinema/v1/movies/:id']
      const showtimes = ['/cinema/v1/showtimes/search', '/cinema/v1/showtimes/:id', '/cinema/v1/prices/:id']
      const market = ['/market/v1/news/headlines', '/market/v1/symbols/:symbol/news']
      const urls = [...movies, ...showtimes, ...market, '/data/v1/jobs', '/docs/*']
      const all = createRoutes(...urls.map((url) => ['GET', url] as const))
      assert.deepEqual(suggestPaths(path, all), meant === undefined ? [] : [meant])
    })
  }

  it('suggests the same path of every service that has it, but only its own one for a slash too many', () => {
    const urls = ['/cinema/v1/sources', '/data/v1/sources', '/data/v1/jobs']
    const all = createRoutes(...urls.map((url) => ['GET', url] as const))
    assert.deepEqual(suggestPaths('/v1/sources', all), ['/cinema/v1/sources', '/data/v1/sources'])
    assert.deepEqual(suggestPaths('/data/v1/sources/', all), ['/data/v1/sources'])
  })
})
