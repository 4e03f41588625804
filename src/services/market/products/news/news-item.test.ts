import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toNewsItem } from './news-item.ts'

describe('the link of a news item', () => {
  for (const [link, url] of [
    ['https://example.org/story', 'https://example.org/story'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['/story', null],
  ] as const)
    it(`is ${url} for ${link}`, () => assert.equal(toNewsItem({ id: '1', title: 'A', link }).url, url))
})
