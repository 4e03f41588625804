import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRobots, parseSitemapLines } from './parse-robots.ts'

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

  it('matches wildcards in order, and parts of a path only once', () => {
    const allows = (rule: string, path: string) =>
      parseRobots(`user-agent: *\ndisallow: ${rule}`, 'x')(at(path))
    for (const [rule, path] of [
      ['/a*b*c', '/a/c/b/c'],
      ['/a**c$', '/abc'],
      ['/a*$', '/abc'],
      ['*.php', '/x/y.php?z'],
      ['/ab$', '/ab'],
    ] as const)
      assert.equal(allows(rule, path), false, `${rule} ${path}`)
    for (const [rule, path] of [
      ['/a*b*c', '/a/c/b'],
      ['/ab*b$', '/ab'],
      ['/ab$', '/abc'],
      ['/a*c$', '/acb'],
    ] as const)
      assert.equal(allows(rule, path), true, `${rule} ${path}`)
  })

  it('reads lines of white space, thousands of agents and rules full of wildcards', () => {
    const spaces = ' '.repeat(200_000)
    assert.equal(parseRobots(`user-agent: *\ndisallow:${spaces}x${spaces}y`, 'x')(at('/')), true)
    const agents = 'user-agent: a\n'.repeat(30_000)
    assert.equal(parseRobots(`${agents}user-agent: x\ndisallow: /`, 'x')(at('/')), false)
    const rule = `disallow: /${'*a'.repeat(9)}*b\n`
    const path = `/${'a'.repeat(2000)}`
    assert.equal(parseRobots(`user-agent: *\n${rule.repeat(100)}`, 'x')(at(path)), true)
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

describe('parseSitemapLines', () => {
  it('returns the URLs of all groups, within a limit', () => {
    const text =
      'Sitemap: https://a.example/1.xml\nUser-agent: *\nsitemap:https://a.example/2.xml # new\nSitemap: no'
    assert.deepEqual(parseSitemapLines(text), ['https://a.example/1.xml', 'https://a.example/2.xml'])
    assert.equal(parseSitemapLines('Sitemap: https://a.example/1.xml\n'.repeat(1000)).length, 50)
  })
})
