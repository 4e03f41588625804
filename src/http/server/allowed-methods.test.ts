import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AllowedMethods } from './allowed-methods.ts'

describe('allowed methods', () => {
  const methods = new AllowedMethods()
  methods.add('/v1/keys', ['GET', 'HEAD'])
  methods.add('/v1/keys', ['POST'])
  methods.add('/v1/keys/:id', ['DELETE'])
  methods.add('/v1/keys/current', ['GET', 'HEAD'])
  methods.add('/docs/*', ['GET'])
  methods.add('/', ['GET'])

  const cases: [string, string[] | undefined][] = [
    ['/v1/keys', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/keys/abc', ['DELETE', 'OPTIONS']],
    ['/v1/keys/current', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/docs/a/b.js', ['GET', 'OPTIONS']],
    ['/', ['GET', 'OPTIONS']],
    ['*', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/keys/', undefined],
    ['/v1/keysX', undefined],
    ['/v1/keys/a/b', undefined],
    ['/docs', undefined],
    ['', undefined],
  ]
  for (const [path, expected] of cases) {
    it(`of ${path === '' ? 'nothing' : path} are ${expected?.join(', ') ?? 'none'}`, () => {
      assert.deepEqual(methods.forPath(path), expected)
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
      const all = new AllowedMethods()
      const movies = ['/cinema/v1/movies', '/cinema/v1/movies/:id']
      const showtimes = ['/cinema/v1/showtimes/search', '/cinema/v1/showtimes/:id', '/cinema/v1/prices/:id']
      const market = ['/market/v1/news/headlines', '/market/v1/symbols/:symbol/news']
      for (const url of [...movies, ...showtimes, ...market, '/data/v1/jobs', '/docs/*'])
        all.add(url, ['GET'])
      assert.deepEqual(all.suggest(path), meant === undefined ? [] : [meant])
    })
  }

  it('suggests the same path of every service that has it, but only its own one for a slash too many', () => {
    const all = new AllowedMethods()
    for (const url of ['/cinema/v1/sources', '/data/v1/sources', '/data/v1/jobs']) all.add(url, ['GET'])
    assert.deepEqual(all.suggest('/v1/sources'), ['/cinema/v1/sources', '/data/v1/sources'])
    assert.deepEqual(all.suggest('/data/v1/sources/'), ['/data/v1/sources'])
  })
})
