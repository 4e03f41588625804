import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { externalLink } from './external-link.ts'

describe('a link to a source', () => {
  it('is the text alone where it leads nowhere', () => {
    for (const url of ['javascript:alert(1)', 'no address', null])
      assert.equal(externalLink(url, 'A & B').text, 'A &amp; B')
  })

  it('is text with a note where the address is made up', () => {
    for (const url of ['https://gazette.sandbox.example/a', 'https://ACME.example', 'http://a.com.example./'])
      assert.equal(
        externalLink(url, 'A & B', 'button').text,
        'A &amp; B <small class="soft madeup">(made-up address)</small>',
      )
  })

  it('may look like a button', () => {
    assert.equal(
      externalLink('https://example.net/', 'Apply', 'apply').text,
      '<a class="apply" href="https://example.net/" rel="nofollow noopener noreferrer">Apply</a>',
    )
  })

  it('does not tell the source where readers come from', () => {
    const link = externalLink('https://gazette.test/a?b=1&c', 'Notice').text
    assert.equal(
      link,
      '<a href="https://gazette.test/a?b=1&amp;c" rel="nofollow noopener noreferrer">Notice</a>',
    )
  })
})
