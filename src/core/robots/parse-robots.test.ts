import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parseRobots } from './parse-robots.ts'

const origin = 'https://trust.example.com'

/** Whether the rules of the file allow the product to read the path. */
function robotsAllow(text: string, product: string): (path: string) => boolean {
  const { allows } = parseRobots(text, origin, product)
  return (path) => allows(origin + path)
}

describe('parseRobots', () => {
  it('allows everything without rules', () => {
    for (const text of ['', 'User-agent: *\nDisallow:', '<html>Not found</html>', 'Disallow: /']) {
      assert.equal(robotsAllow(text, 'Broadsheet')('/'), true, text)
    }
  })

  it('uses the group of the product, else the group for all', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: broadsheet\nDisallow: /doc\n'
    assert.equal(robotsAllow(text, 'Broadsheet')('/'), true)
    assert.equal(robotsAllow(text, 'Broadsheet')('/doc?s=1'), false)
    assert.equal(robotsAllow(text, 'Stranger')('/'), false)
    assert.equal(
      robotsAllow('User-agent: *\nDisallow: /\nUser-agent: broadsheet/1.0', 'Broadsheet')('/'),
      true,
    )
  })

  it('is not affected by how many rules there are for others', () => {
    const rules = Array.from({ length: 6000 }, (_, n) => `Disallow: /${n}*/x`).join('\n')
    const own = 'User-agent: Broadsheet\nDisallow: /*?secret='
    for (const other of ['OtherBot', '*']) {
      const allows = robotsAllow(`User-agent: ${other}\n${rules}\n${own}`, 'Broadsheet')
      assert.equal(allows('/page?secret=1'), false, other)
      assert.equal(allows('/page'), true, other)
    }
  })

  it('allows nothing when there are more rules for us than are compared', () => {
    const path = `/${'a'.repeat(2000)}`
    for (const beginning of [`/*${'a'.repeat(90)}b`, '/']) {
      const rules = Array.from({ length: 5001 }, (_, n) => `Disallow: ${beginning}${n}`)
      const allows = (count: number) =>
        robotsAllow(['User-agent: *', ...rules.slice(0, count)].join('\n'), 'x')(path)
      assert.equal(allows(100), true, beginning)
      assert.equal(allows(5001), false, beginning)
    }
  })

  it('applies rules of any length', () => {
    const path = `/${'a'.repeat(3000)}`
    const allows = robotsAllow(`User-agent: x\nDisallow: ${path}\nUser-agent: *\nDisallow: /`, 'x')
    assert.equal(allows('/'), true)
    assert.equal(allows(path), false)
  })

  it('compares paths whatever their percent-encoding', () => {
    for (const rule of ['/café', '/caf%c3%a9', '/caf%C3%A9'])
      assert.equal(robotsAllow(`user-agent: *\ndisallow: ${rule}`, 'x')('/café/1'), false, rule)
  })

  it('matches wildcards in order, and parts of a path only once', () => {
    const allows = (rule: string, path: string) => robotsAllow(`user-agent: *\ndisallow: ${rule}`, 'x')(path)
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
    assert.equal(robotsAllow(`user-agent: *\ndisallow:${spaces}x${spaces}y`, 'x')('/'), true)
    const agents = 'user-agent: a\n'.repeat(30_000)
    assert.equal(robotsAllow(`${agents}user-agent: x\ndisallow: /`, 'x')('/'), false)
    const rules = 'allow: /a\n'.repeat(20_000)
    assert.equal(robotsAllow(`${'user-agent: *\n'.repeat(20_000)}disallow: /b\n${rules}`, 'x')('/b'), false)
    const path = `/${'a'.repeat(2000)}`
    for (const rule of [`/${'*a'.repeat(9)}*b`, `/*${'a'.repeat(90)}b`])
      assert.equal(robotsAllow(`user-agent: *\n${`disallow: ${rule}\n`.repeat(4000)}`, 'x')(path), true)
  })

  it('applies the longest matching rule, with wildcards and ends', () => {
    const allows = robotsAllow(
      'user-agent: *\ndisallow: /private # ours\nallow: /private/open\ndisallow: /*.pdf$\n',
      'x',
    )
    assert.equal(allows('/private/a'), false)
    assert.equal(allows('/private/open/a'), true)
    assert.equal(allows('/report.pdf'), false)
    assert.equal(allows('/report.pdf?x=1'), true)
  })
})

describe('the sitemaps of robots.txt', () => {
  it('are the URLs of all groups, within a limit', () => {
    const text =
      'Sitemap: https://a.example/1.xml\nUser-agent: *\nsitemap:https://a.example/2.xml # new\nSitemap: no'
    assert.deepEqual(parseRobots(text, origin, 'x').sitemaps, [
      'https://a.example/1.xml',
      'https://a.example/2.xml',
    ])
    assert.equal(
      parseRobots('Sitemap: https://a.example/1.xml\n'.repeat(1000), origin, 'x').sitemaps.length,
      50,
    )
  })
})

it('keeps little of an endless robots.txt', async () => {
  const count = 4
  const before = await memoryBytes()
  const kept = Array.from({ length: count }, (_, at) => {
    const lines = `Sitemap: https://a.example/sitemap-${at}.xml\nUser-agent: *\nDisallow: /private/${at}\n`
    return parseRobots(Buffer.from(lines.padEnd(10_000_000, '# comment\n')).toString(), origin, 'x')
  })
  assert.ok((await memoryBytes()) - before < 20_000_000)
  assert.equal(kept.filter(({ allows }) => allows('https://a.example/jobs')).length, count)
})

/** What one collection finds is freed in the background, and counted until then. */
async function memoryBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round += 1) {
    collect()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('the delay of robots.txt', () => {
  it('is that for us, else that for all, within a limit', () => {
    const delayOf = (text: string) => parseRobots(text, origin, 'Broadsheet').delayMs
    assert.equal(delayOf('User-agent: *\nDisallow: /private'), 0)
    assert.equal(delayOf('User-agent: *\nCrawl-delay: 2.5'), 2500)
    assert.equal(delayOf('User-agent: *\nCrawl-delay: 5\nUser-agent: broadsheet\nCrawl-delay: 1'), 1000)
    assert.equal(delayOf('User-agent: *\nCrawl-delay: 5\nUser-agent: broadsheet\nAllow: /'), 0)
    assert.equal(delayOf('User-agent: other\nCrawl-delay: 5'), 0)
    for (const long of ['86400', '1000000000', '9'.repeat(5000), '10.123456'])
      assert.equal(delayOf(`User-agent: *\nCrawl-delay: ${long}`), 10_000, long.slice(0, 10))
    for (const nonsense of ['-1', 'soon', '1e9', '.5'])
      assert.equal(delayOf(`User-agent: *\nCrawl-delay: ${nonsense}`), 0, nonsense.slice(0, 10))
  })
})
