import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { load } from 'cheerio'
import { findGuides, guidesPath, isPicture, projectFolder, readGuideFile } from './guide-files.ts'
import { guidePage } from './guide-page.ts'
import { renderGuide } from './render-guide.ts'

const urls = new Map([
  ['README.md', '/guides'],
  ['how-to/cook.md', '/guides/how-to/cook'],
  ['reference/salt.md', '/guides/reference/salt'],
  ['pictures/pot.png', '/guides/pictures/pot.png'],
])

function bodyOf(text: string): string {
  return renderGuide(text, 'how-to/cook.md', urls).body.text.trim()
}

describe('a guide', () => {
  const links = {
    '[a](../reference/salt.md#fine)': '<p><a href="/guides/reference/salt#fine">a</a></p>',
    '[a](cook.md)': '<p><a href="/guides/how-to/cook">a</a></p>',
    '[a](../README.md)': '<p><a href="/guides">a</a></p>',
    '[a](#fine)': '<p><a href="#fine">a</a></p>',
    '[a](https://example.org/x)': '<p><a href="https://example.org/x" rel="noopener noreferrer">a</a></p>',
    '[`a`](../../src/main.js)': '<p><code>a</code></p>',
    '[a](../../CONTRIBUTING.md#b)': '<p>a</p>',
    '[a](javascript:alert(1))': '<p>a</p>',
    '[a](data:text/html,b)': '<p>a</p>',
    '[a](/guides/how-to/cook)': '<p>a</p>',
    '![a "b"](../pictures/pot.png)':
      '<p><img src="/guides/pictures/pot.png" alt="a &quot;b&quot;" loading="lazy"></p>',
    '![a](https://example.org/x.png)': '<p>a</p>',
  }
  for (const [text, expected] of Object.entries(links))
    it(`links where there is something: ${text}`, () => assert.equal(bodyOf(text), expected))

  it('shows HTML as text, in a line, in a block and in code', () => {
    const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;'
    const script = '<script>alert(1)</script>'
    for (const text of [
      script,
      `a ${script}`,
      `\`${script}\``,
      `\`\`\`\n${script}\n\`\`\``,
      `## ${script}`,
    ]) {
      assert.ok(bodyOf(text).includes(escaped), text)
      assert.ok(!bodyOf(text).includes('<script'), text)
    }
    assert.equal(bodyOf('a<br>b<br onclick=c>'), '<p>a<br>b&lt;br onclick=c&gt;</p>')
    const { title, headings } = renderGuide(`# ${script}\n## ${script}\n`.repeat(4), 'a.md', urls)
    const page = guidePage({ title, headings, body: renderGuide('', 'a.md', urls).body }, '/guides/a')
    assert.equal(load(page)('h1').text(), script)
    assert.equal(load(page)('script:not([src])').length, 0)
  })

  it('has its first heading as title and anchors as GitHub makes them', () => {
    const { title, headings, body } = renderGuide(
      '# The [`pot`](x.md)\n## Salt, pepper & co\n## The pot\n#### Deep\n',
      'a.md',
      urls,
    )
    assert.equal(title, 'The pot')
    assert.deepEqual(
      headings.map(({ anchor }) => anchor),
      ['salt-pepper--co', 'the-pot-1'],
    )
    assert.match(body.text, /^<h2 id="salt-pepper--co">Salt, pepper &amp; co<\/h2>/)
    assert.match(body.text, /<h4 id="deep">/)
  })

  it('has tables that scroll alone, each with a name of its own', () => {
    const text = '## A\n| | b |\n|---|--:|\n| c | 1 |\n\n| d |\n|---|\n| e |\n'
    const page = load(bodyOf(text))
    const names = page('.table[role=region][tabindex=0]').map((_, each) => page(each).attr('aria-label'))
    assert.deepEqual(names.get(), ['Table 1: A', 'Table 2: A'])
    assert.deepEqual(
      page('th')
        .map((_, each) => page(each).text())
        .get(),
      ['b', 'd'],
    )
    assert.equal(page('td.num').text(), '1')
  })

  it('lists its headings if there are many', () => {
    const pageOf = (count: number) =>
      load(
        guidePage(
          renderGuide(Array.from({ length: count }, (_, n) => `## H${n}`).join('\n'), 'a.md', urls),
          '/',
        ),
      )
    assert.equal(pageOf(3)('nav[aria-label=Contents]').length, 0)
    assert.equal(pageOf(4)('nav[aria-label=Contents] a[href="#h3"]').text(), 'H3')
  })
})

describe('the documents as guides', () => {
  it('are all found, and every link in them leads to a guide and a heading that exist', async () => {
    const guides = findGuides(projectFolder)
    assert.ok(guides)
    const pages = new Map<string, ReturnType<typeof load>>()
    for (const [path, url] of guides.urls) {
      if (isPicture(path)) continue
      const text = (await readGuideFile(guides, path)).toString()
      pages.set(url, load(guidePage(renderGuide(text, path, guides.urls), url)))
    }
    assert.ok(pages.size >= 45, `${pages.size} guides`)
    let followed = 0
    for (const [url, page] of pages) {
      assert.notEqual(page('h1').text(), '', url)
      assert.doesNotMatch(page('h1').text(), /\.md$/, url)
      const links = page('main a:not(.crumb a)')
        .map((_, each) => page(each).attr('href'))
        .get()
      for (const link of links.filter((each) => !each.startsWith('https:'))) {
        const [target = '', anchor] = link.split('#', 2)
        const linked = pages.get(target === '' ? url : target)
        assert.ok(linked, `${url} links to ${link}`)
        if (anchor !== undefined)
          assert.equal(linked(`[id="${anchor}"]`).length, 1, `${url} links to ${link}`)
        followed += 1
      }
    }
    assert.ok(followed >= 150, `${followed} links`)
    const listed = pages.get(guidesPath)
    for (const url of pages.keys())
      if (url !== guidesPath && !url.startsWith('/guides/decisions/'))
        assert.ok(listed?.(`main a[href="${url}"]`).length, `${url} is not in the index`)
  })
})
