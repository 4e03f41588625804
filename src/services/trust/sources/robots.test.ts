import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRobots } from './robots.ts'

describe('parseRobots', () => {
  const at = (path: string) => `https://trust.example.com${path}`

  it('allows everything without rules', () => {
    for (const text of ['', 'User-agent: *\nDisallow:', '<html>Not found</html>', 'Disallow: /']) {
      assert.equal(parseRobots(text, 'Broadsheet')(at('/')), true, text)
    }
  })

  it('uses the group of the product, else the group for all', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: broadsheet\nDisallow: /doc\n'
    assert.equal(parseRobots(text, 'Broadsheet')(at('/')), true)
    assert.equal(parseRobots(text, 'Broadsheet')(at('/doc?s=1')), false)
    assert.equal(parseRobots(text, 'Stranger')(at('/')), false)
  })

  it('applies the longest matching rule, with wildcards and ends', () => {
    const allows = parseRobots(
      'user-agent: *\ndisallow: /private # ours\nallow: /private/open\ndisallow: /*.pdf$\n',
      'x',
    )
    assert.equal(allows(at('/private/a')), false)
    assert.equal(allows(at('/private/open/a')), true)
    assert.equal(allows(at('/report.pdf')), false)
    assert.equal(allows(at('/report.pdf?x=1')), true)
  })
})
