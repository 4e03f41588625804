import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRobots } from './robots.ts'

describe('parseRobots', () => {
  const at = (path: string) => `https://trust.example.com${path}`

  it('lets everything pass without a rule', () => {
    for (const text of ['', 'User-agent: *\nDisallow:', '<html>Not found</html>', 'Disallow: /']) {
      assert.equal(parseRobots(text, 'Broadsheet')(at('/')), true, text)
    }
  })

  it('takes the rules for our name, else those for everybody', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: broadsheet\nDisallow: /doc\n'
    assert.equal(parseRobots(text, 'Broadsheet')(at('/')), true)
    assert.equal(parseRobots(text, 'Broadsheet')(at('/doc?s=1')), false)
    assert.equal(parseRobots(text, 'Stranger')(at('/')), false)
  })

  it('lets the longest rule decide, with stars and ends', () => {
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
