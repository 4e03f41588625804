import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { storyText } from './news-story.ts'

const node = (type: string, ...children: unknown[]) => ({ type, children })

describe('the text of a story', () => {
  it('has an empty line between paragraphs, and the texts of symbols and links', () => {
    const symbol = { type: 'symbol', params: { symbol: 'X:ABC', text: 'ABC' } }
    const link = { type: 'url', params: { url: 'https://example.org/', linkText: 'the report' } }
    const tree = node(
      'root',
      node('p', 'Shares of ', symbol, ' rose', node('b', ' sharply'), '.'),
      node('p', 'See ', link, ';', node('br'), 'more to come.'),
      node('list', node('*', 'one'), node('*', node('url', 'two'))),
    )
    assert.equal(
      storyText(tree),
      'Shares of ABC rose sharply.\n\nSee the report;\nmore to come.\n\none\n\ntwo',
    )
  })

  it('is null without a word', () => {
    for (const tree of [
      undefined,
      null,
      7,
      '',
      [],
      {},
      node('root'),
      node('p', ' ', node('br')),
      { children: 'x' },
    ]) {
      assert.equal(storyText(tree), null)
    }
  })

  it('is bounded, however deep and wide the tree is', () => {
    let deep: unknown = 'bottom'
    for (let depth = 0; depth < 100_000; depth++) deep = node('p', deep)
    assert.equal(storyText(deep), 'bottom')
    const wide = { type: 'root', children: Array.from({ length: 300_000 }, () => node('p', 'x'.repeat(10))) }
    assert.ok((storyText(wide) ?? '').length <= 200_000)
    assert.equal(storyText({ type: { toString: 1 }, params: [1], children: [{ params: { text: 5 } }] }), null)
  })
})
