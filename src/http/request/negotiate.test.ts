import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { preferredCoding, preferredType } from './negotiate.ts'

describe('preferredType', () => {
  const json = 'application/json; charset=utf-8'
  const csv = 'text/csv; charset=utf-8; header=present'
  const offered = [json, 'application/x-ndjson; charset=utf-8', csv]
  const cases: [string | undefined, string | undefined][] = [
    [undefined, json],
    ['', json],
    ['*/*', json],
    ['application/json', json],
    ['APPLICATION/JSON', json],
    ['text/csv', csv],
    ['text/*', csv],
    ['text/csv;q=0.5, application/json;q=0.4', csv],
    ['text/csv;q=0.4, application/json;q=0.5', json],
    ['application/*;q=0.1, text/csv', csv],
    ['*/*;q=0.1, application/json;q=0', 'application/x-ndjson; charset=utf-8'],
    ['application/json;q=0', undefined],
    ['text/html', undefined],
    ['text/html, */*;q=0.1', json],
    ['text/csv;q=nonsense', undefined],
    ['text/csv;q=7', csv],
    ['text/csv;q=7, application/json', json],
    ['text/csv;header=absent;q=1', csv],
    [',;,;;q=,', undefined],
  ]
  for (const [accept, expected] of cases) {
    it(`returns ${expected ?? 'nothing'} for ${JSON.stringify(accept)}`, () => {
      assert.equal(preferredType(accept, offered), expected)
    })
  }
})

describe('preferredCoding', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['*', 'zstd'],
    ['*;q=0, gzip', 'gzip'],
    ['zstd;q=0, *', 'br'],
    ['compress', 'identity'],
    ['identity;q=1, gzip;q=0.1', 'identity'],
    ['identity;q=0.1, gzip', 'gzip'],
    ['identity, gzip, br;q=0.9', 'gzip'],
    ['identity;q=0, gzip;q=0', 'identity'],
    ['zstd;q=nonsense, gzip', 'gzip'],
  ]
  for (const [accept, expected] of cases) {
    it(`returns ${expected} for ${JSON.stringify(accept)}`, () => {
      assert.equal(preferredCoding(accept), expected)
    })
  }
})
