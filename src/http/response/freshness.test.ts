import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CachePolicy } from '../route.ts'
import {
  ageHeaders,
  cacheControlOf,
  createValidity,
  etagMatches,
  toPrivateCacheControl,
} from './freshness.ts'

describe('If-None-Match', () => {
  const tag = 'W/"abc"'
  const cases: [string | undefined, boolean][] = [
    [undefined, false],
    ['', false],
    ['W/"abc"', true],
    ['"abc"', true],
    ['"x", W/"abc"', true],
    ['W/"x" ,"abc" , "y"', true],
    ['"abcd"', false],
    ['abc', false],
    ['w/"abc"', false],
    ['*', false],
  ]
  for (const [header, expected] of cases) {
    it(`${JSON.stringify(header)} ${expected ? 'matches' : 'does not match'} the tag`, () => {
      assert.equal(etagMatches(header, tag), expected)
    })
  }
})

describe('validity', () => {
  const versions: Record<string, number> = { a: 1, b: 1 }
  const stampOf = (scope: string) => String(versions[scope] ?? 0)
  const policy = { scope: 'a', maxAgeSeconds: 60 }
  const validityOf = (target: string, options: Partial<Options> = {}) => {
    const { url = '/x', nowMs = 0, stampOf: stamps = stampOf, representation = 'json' } = options
    const compute = createValidity(options.policy ?? policy, url)
    assert.ok(compute)
    return compute(target, representation, nowMs, stamps)
  }
  interface Options {
    readonly url: string
    readonly nowMs: number
    readonly policy: CachePolicy
    readonly representation: 'json' | 'csv'
    readonly stampOf: (scope: string) => string
  }

  it('does not exist for responses that are not cached', () => {
    assert.equal(createValidity('no-store', '/x'), undefined)
    assert.equal(cacheControlOf('no-store'), 'no-store')
  })

  it('has the same tag and key for the same data and target, on any node and at any time', () => {
    const first = validityOf('q=1', { nowMs: 5 })
    const second = validityOf('q=1', { nowMs: 5_000_000, stampOf: () => '1' })
    assert.deepEqual([first.etag, first.key], [second.etag, second.key])
    assert.match(first.etag, /^W\/"[\w-]{22}"$/)
  })

  it('has another tag and key for another target, representation or other data', () => {
    const different = [
      validityOf('q=1'),
      validityOf('q=2'),
      validityOf('q=1', { url: '/y' }),
      validityOf('q=1', { representation: 'csv' }),
      validityOf('q=1', { stampOf: () => '2' }),
    ]
    assert.equal(new Set(different.map(({ etag }) => etag)).size, 5)
    assert.equal(new Set(different.map(({ key }) => key)).size, 5)
  })

  it('has another tag after each publication, also if the same function computes it', () => {
    const compute = createValidity(policy, '/x')
    const tags = ['1', '2', '2', '3'].map((stamp) => compute?.('q=1', 'json', 0, () => stamp).etag)
    assert.deepEqual([new Set(tags).size, tags[1]], [3, tags[2]])
  })

  it('ends with a publication of its own scope and no other', () => {
    const validity = validityOf('')
    versions.b = 2
    assert.equal(validity.isCurrent(), true)
    versions.a = 2
    assert.equal(validity.isCurrent(), false)
  })

  it('ends with a publication of either scope if the response shows both, with a new tag', () => {
    const versions: Record<string, number> = { a: 1, b: 1, c: 1 }
    const both = () =>
      validityOf('', {
        policy: { ...policy, secondScope: 'b' },
        stampOf: (scope) => String(versions[scope] ?? 0),
      })
    const first = both()
    versions.c = 2
    assert.equal(first.isCurrent(), true)
    versions.b = 2
    assert.equal(first.isCurrent(), false)
    const second = both()
    versions.a = 2
    assert.equal(second.isCurrent(), false)
    assert.equal(new Set([first, second, both()].map(({ etag }) => etag)).size, 3)
  })

  it('ends at the full minute if the response depends on the clock', () => {
    const byTheMinute = { ...policy, expiresEachMinute: true } satisfies CachePolicy
    const at = Date.parse('2026-11-15T12:00:42Z')
    const tagAt = (nowMs: number) => validityOf('', { policy: byTheMinute, nowMs }).etag
    assert.equal(
      validityOf('', { policy: byTheMinute, nowMs: at }).expiresAt,
      Date.parse('2026-11-15T12:01:00Z'),
    )
    assert.notEqual(tagAt(at), tagAt(at + 60_000))
    assert.equal(tagAt(at), tagAt(at + 17_000))
  })

  it('is public only for requests without a credential', () => {
    assert.equal(cacheControlOf(policy), 'public, max-age=60')
    assert.equal(toPrivateCacheControl(cacheControlOf(policy)), 'private, max-age=60')
  })
})

describe('age', () => {
  const cache = {
    etag: '"a"',
    createdAt: 10_000,
    freshUntil: 40_000,
    reusableUntil: 40_000,
    cacheControl: 'public',
  }

  it('is in whole seconds and never negative, even if clocks disagree', () => {
    const ages = [9000, 10_999, 11_000].map(
      (nowMs) => ageHeaders({ ...cache, cacheStatus: 'hit' }, nowMs).age,
    )
    assert.deepEqual(ages, ['0', '0', '1'])
  })

  it('comes with the remaining time only for cache hits', () => {
    assert.equal(ageHeaders({ ...cache, cacheStatus: 'hit' }, 12_000).cacheStatus, 'broadsheet; hit; ttl=28')
    assert.equal(
      ageHeaders({ ...cache, cacheStatus: 'fwd=miss; stored' }, 12_000).cacheStatus,
      'broadsheet; fwd=miss; stored',
    )
  })
})
