import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { ConfigurationError } from '../core/errors.ts'
import { allowedHosts, defineSource, defineSources } from './define-source.ts'
import type { AnySource } from './source.ts'

const good: AnySource = {
  id: 'gazette',
  service: 'notices',
  about: { name: 'Gazette', home: 'https://gazette.example', terms: 'open' },
  baseUrl: 'https://api.gazette.example',
  everyMinutes: 60,
  polite: { atOnce: 1, gapMs: 500 },
  members: [{ id: 'ash' }, { id: 'bow.2_x-y' }],
  raw: { page: Type.Object({}), text: Type.String() },
  async *fetch() {},
  toRecords: () => [],
}

describe('defineSource', () => {
  it('returns a valid definition unchanged', () => {
    assert.equal(defineSource(good), good)
  })

  for (const [what, change, problem] of [
    ['a malformed id', { id: 'The Gazette' }, /id must be/],
    ['a malformed service', { service: '' }, /service must be/],
    ['missing terms', { about: { ...good.about, terms: ' ' } }, /about\.terms/],
    ['a missing name', { about: { ...good.about, name: '' } }, /about\.name/],
    ['a home that is no address', { about: { ...good.about, home: 'gazette' } }, /about\.home/],
    ['an open connection', { baseUrl: 'http://gazette.example' }, /baseUrl/],
    ['a host that is half the internet', { hosts: ['*.org'] }, /host "\*\.org"/],
    ['no interval', { everyMinutes: 0 }, /everyMinutes/],
    ['half an interval', { everyMinutes: 1.5 }, /everyMinutes/],
    ['impolite concurrency', { polite: { atOnce: 0, gapMs: 0 } }, /polite\.atOnce/],
    ['a negative gap', { polite: { atOnce: 1, gapMs: -1 } }, /polite\.gapMs/],
    ['an impossible share', { shrinkBelow: 2 }, /shrinkBelow/],
    ['a malformed member', { members: [{ id: '../etc' }] }, /member id "\.\.\/etc" is malformed/],
    [
      'a member that occurs twice',
      { members: [{ id: 'a' }, { id: 'a' }, { id: 'a' }] },
      /^source gazette: member a occurs twice$/,
    ],
    ['no schema', { raw: {} }, /raw has no schema/],
    [
      'a status rule without evidence',
      { statusRules: [{ statuses: [404], means: 'empty', evidence: ' ' }] },
      /a status rule has no evidence/,
    ],
    ['a malformed kind', { raw: { 'Page 1': Type.Null() } }, /raw kind "Page 1"/],
    ['what is not a schema', { raw: { page: {} } }, /raw\.page is not a TypeBox schema/],
  ] as const) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => defineSource({ ...good, ...change } as AnySource),
        (thrown) =>
          thrown instanceof ConfigurationError &&
          thrown.problems.length === 1 &&
          problem.test(thrown.message),
      )
    })
  }

  it('lists all problems at once', () => {
    const bad = { ...good, everyMinutes: -1, baseUrl: '', polite: { atOnce: 99, gapMs: 0 } }
    assert.throws(
      () => defineSource(bad),
      (thrown) => thrown instanceof ConfigurationError && thrown.problems.length === 3,
    )
  })
})

describe('defineSources', () => {
  it('keeps the order', () => {
    const other = { ...good, id: 'other' }
    assert.deepEqual(defineSources([good, other]), [good, other])
  })

  it('refuses an id that occurs twice', () => {
    assert.throws(() => defineSources([good, { ...good }]), /source gazette: the id is used twice/)
  })
})

describe('allowedHosts', () => {
  it('allows only the hosts of base URLs and declared hosts', () => {
    const mayGo = allowedHosts([
      good,
      { baseUrl: 'https://boards.example', hosts: ['api.boards.example', '*.talent.example'] },
    ])
    for (const host of [
      'api.gazette.example',
      'boards.example',
      'api.boards.example',
      'acme.talent.example',
    ]) {
      assert.ok(mayGo(host), host)
    }
    for (const host of [
      'gazette.example',
      'talent.example',
      'eviltalent.example',
      'boards.example:8080',
      '127.0.0.1',
    ]) {
      assert.ok(!mayGo(host), host)
    }
  })
})
