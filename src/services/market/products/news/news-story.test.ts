import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../../core/errors.ts'
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

  it('has a break before and after each block, and a space between cells', () => {
    for (const [tree, text] of [
      [node('root', 'Intro', node('p', 'one')), 'Intro\n\none'],
      [node('root', node('p', 'one'), 'two'), 'one\n\ntwo'],
      [node('list', node('*', 'one', node('list', node('*', 'two')))), 'one\n\ntwo'],
      [node('table', node('tr', node('td', 'a'), node('td', 'b')), node('tr', node('th', 'c'))), 'a b\n\nc'],
      [node('root', node('h2', 'Head'), node('p', 'x')), 'Head\n\nx'],
      [
        node('root', node('p', ' '), node('p', 'one', node('br'), node('br')), node('p', 'two')),
        'one\n\ntwo',
      ],
    ] as const) {
      assert.equal(storyText(tree), text)
    }
  })

  it('is null without a tree, and if it is empty', () => {
    for (const tree of [undefined, null, node('root')]) assert.equal(storyText(tree), null)
  })

  it('is an error if the tree has no text, because its format may have changed', () => {
    for (const tree of [
      ...[7, '', [], {}, node('p', ' ', node('br')), { children: 'x' }],
      { type: 'root', nodes: ['x'] },
      { type: { toString: 1 }, params: [1], children: [{ params: { text: 5 } }] },
    ]) {
      assert.throws(
        () => storyText(tree),
        (thrown) => isFailure(thrown, 'upstream_changed'),
      )
    }
  })

  it('ends with a whole character', () => {
    const text = storyText(node('p', 'x', '😀'.repeat(150_000))) ?? ''
    assert.equal(text.length, 199_999)
    assert.ok(text.isWellFormed())
  })

  it('is bounded, however deep and wide the tree is', () => {
    let deep: unknown = 'bottom'
    for (let depth = 0; depth < 100_000; depth++) deep = node('p', deep)
    assert.equal(storyText(deep), 'bottom')
    const wide = { type: 'root', children: Array.from({ length: 300_000 }, () => node('p', 'x'.repeat(10))) }
    assert.ok((storyText(wide) ?? '').length <= 200_000)
  })
})
