import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CachePolicy } from '../route.ts'
import {
  ageHeaders,
  cacheControlOf,
  computeValidity,
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

  it('does not exist for responses that are not cached', () => {
    assert.equal(computeValidity('no-store', ['q'], 0, stampOf), undefined)
    assert.equal(cacheControlOf('no-store'), 'no-store')
  })

  it('has the same tag for the same data and target, on any node and at any time', () => {
    const first = computeValidity(policy, ['/x', { q: '1' }], 5, stampOf)
    const second = computeValidity(policy, ['/x', { q: '1' }], 5_000_000, () => '1')
    assert.equal(first?.etag, second?.etag)
  })

  it('has another tag for another target or other data', () => {
    const tags = new Set(
      [
        computeValidity(policy, ['/x', { q: '1' }], 0, stampOf),
        computeValidity(policy, ['/x', { q: '2' }], 0, stampOf),
        computeValidity(policy, ['/y', { q: '1' }], 0, stampOf),
        computeValidity(policy, ['/x', { q: '1' }], 0, () => '2'),
      ].map((validity) => validity?.etag),
    )
    assert.equal(tags.size, 4)
  })

  it('ends with a publication of its own scope and no other', () => {
    const validity = computeValidity(policy, ['/x'], 0, stampOf)
    versions.b = 2
    assert.equal(validity?.isCurrent(), true)
    versions.a = 2
    assert.equal(validity?.isCurrent(), false)
  })

  it('ends with a publication of either scope if the response shows both, with a new tag', () => {
    const versions: Record<string, number> = { a: 1, b: 1, c: 1 }
    const both = () =>
      computeValidity({ ...policy, secondScope: 'b' }, ['/x'], 0, (scope) => String(versions[scope] ?? 0))
    const first = both()
    versions.c = 2
    assert.equal(first?.isCurrent(), true)
    versions.b = 2
    assert.equal(first?.isCurrent(), false)
    const second = both()
    versions.a = 2
    assert.equal(second?.isCurrent(), false)
    assert.equal(new Set([first, second, both()].map((validity) => validity?.etag)).size, 3)
  })

  it('ends at the full minute if the response depends on the clock', () => {
    const byTheMinute = { ...policy, expiresEachMinute: true } satisfies CachePolicy
    const at = Date.parse('2026-11-15T12:00:42Z')
    const validity = computeValidity(byTheMinute, ['/x'], at, stampOf)
    assert.equal(validity?.expiresAt, Date.parse('2026-11-15T12:01:00Z'))
    assert.notEqual(validity?.etag, computeValidity(byTheMinute, ['/x'], at + 60_000, stampOf)?.etag)
    assert.equal(validity?.etag, computeValidity(byTheMinute, ['/x'], at + 17_000, stampOf)?.etag)
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
