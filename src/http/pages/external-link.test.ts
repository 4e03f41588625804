import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { externalLink } from './external-link.ts'

describe('a link to a source', () => {
  it('is the text alone where it leads nowhere', () => {
    for (const url of ['javascript:alert(1)', 'no address', null, 'https://gazette.sandbox.example/a'])
      assert.equal(externalLink(url, 'A & B').text, 'A &amp; B')
  })

  it('does not tell the source where readers come from', () => {
    const link = externalLink('https://gazette.test/a?b=1&c', 'Notice').text
    assert.equal(
      link,
      '<a href="https://gazette.test/a?b=1&amp;c" rel="nofollow noopener noreferrer">Notice</a>',
    )
  })
})
