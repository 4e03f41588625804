import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type HtmlEvents, scanHtml } from '../parse/parse-html.ts'
import { scanSimpleHtml } from './simple-html.ts'

/** What it calls, with texts joined; undefined if it leaves the text to the parser. */
function eventsOf(scan: (html: string, events: Required<HtmlEvents>) => unknown, html: string) {
  const found: string[] = []
  let text = ''
  const add = (event: string) => {
    if (text !== '') found.push(text)
    text = ''
    if (event !== '') found.push(event)
  }
  const result = scan(html, {
    open: (name, { href = '' }) => add(`<${name} ${name === 'a' ? href : ''}>`),
    close: (name) => add(`</${name}>`),
    text: (part) => {
      text += part
    },
  })
  add('')
  return result === false ? undefined : found
}

describe('scanSimpleHtml', () => {
  it('reads the markup of a usual description', () => {
    const html = `<div class="intro"><h2>Who &amp; where</h2><p style='x: "y>z"'>A<br/>B <a href="https://x.example/y?z=1" target="_blank">link</a></p>
      <ul><li><strong>one</strong></li><LI>two</LI></ul></div> and more`
    assert.deepEqual(eventsOf(scanSimpleHtml, html), eventsOf(scanHtml, html))
    assert.ok(eventsOf(scanSimpleHtml, html)?.includes('<a https://x.example/y?z=1>'))
  })

  for (const [what, html] of [
    ['comments', 'a<!-- b -->c'],
    ['scripts', '<script>a</script>'],
    ['tables', '<table><tr><td>a</td></tr></table>'],
    ['a paragraph within a paragraph', '<p>a<p>b</p></p>'],
    ['an item within an item', '<ul><li>a<li>b</li></li></ul>'],
    ['elements that are not closed', '<p>a'],
    ['elements that are closed twice', '<b>a</b></b>'],
    ['elements that overlap', '<b><i>a</b></i>'],
    ['a link with two addresses', '<a href="a" href="b">c</a>'],
    ['an address with entities', '<a href="a?b&amp;c">d</a>'],
    ['an angle bracket', '<p>3 < 4</p>'],
    ['elements that are nested too deep', '<i>'.repeat(300) + '</i>'.repeat(300)],
  ] as const)
    it(`leaves ${what} to the parser`, () => assert.equal(eventsOf(scanSimpleHtml, html), undefined))

  it('agrees with the parser wherever it reads a text', () => {
    let read = 0
    const element = fc.constantFrom(
      'p',
      'div',
      'ul',
      'ol',
      'li',
      'b',
      'I',
      'a',
      'h2',
      'h3',
      'span',
      'u',
      'td',
    )
    const { html } = fc.letrec<{ html: string }>((tie) => ({
      html: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(
          ...['a', ' ', '&amp;', '&lt', '<br>', '<br />', '\n', '<', '"', '&nbsp;', '</p>', '<p>'],
        ),
        fc
          .tuple(
            element,
            fc.constantFrom('', ' href="x"', " href='x'", ' class="a>b"', '/'),
            tie('html'),
            tie('html'),
          )
          .map(([name, attributes, inner, after]) => `<${name}${attributes}>${inner}</${name}>${after}`),
      ),
    }))
    fc.assert(
      fc.property(html, (text) => {
        const simple = eventsOf(scanSimpleHtml, text)
        if (simple === undefined) return
        read += 1
        assert.deepEqual(simple, eventsOf(scanHtml, text))
      }),
      { numRuns: 5000 },
    )
    assert.ok(read > 1000, `only ${read} texts were read`)
  })
})
