import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { escapeMarkdown } from './escape-markdown.ts'

describe('text in Markdown', () => {
  it('keeps hyphens and plus signs within a line', () => {
    for (const text of ['BR-SP', 'Full-stack C++ - remote', 'Night shift, 20-30 hours'])
      assert.equal(escapeMarkdown(text), text)
  })

  it('begins no list with them', () => {
    assert.equal(escapeMarkdown('- one\n  + two\n--'), '\\- one\n  \\+ two\n\\--')
  })

  it('has no other syntax of Markdown or HTML', () => {
    assert.equal(
      escapeMarkdown('*a* <b> [c](d) & `e` | #'),
      '\\*a\\* &lt;b&gt; \\[c\\]\\(d\\) &amp; \\`e\\` \\| \\#',
    )
  })
})
