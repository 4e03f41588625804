import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { scanHtml } from '../parse/parse-html.ts'
import { stripSimpleMarkup } from './simple-markup.ts'

const breaking = new Set(['p', 'br', 'li', 'ul', 'div', 'h2'])

/** What the parser makes of it, without regard to the number of spaces. */
function parse(source: string): string {
  let text = ''
  const space = (name: string) => {
    if (breaking.has(name)) text += ' '
  }
  const add = (part: string) => {
    text += part
  }
  scanHtml(source, { text: add, open: space, close: space })
  return collapse(text)
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

describe('stripSimpleMarkup', () => {
  it('reads the markup of a usual description', () => {
    const source = `<div class="content-intro"><h2>Who we are</h2><p style='x: "y>z"'>A&nbsp;B &amp; C<br/>D</p>
      <ul><li>one</li><li>3 < 4</li></ul><a href=https://x.example data-y>link</a></div>`
    assert.equal(stripSimpleMarkup('<p>a</p>', breaking)?.trim(), 'a')
    const text = stripSimpleMarkup(source.replace('https://x.example', 'x.example'), breaking)
    assert.equal(collapse(text ?? ''), 'Who we are A B & C D one 3 < 4 link')
  })

  for (const [what, source] of [
    ['comments', 'a<!-- b -->c'],
    ['scripts', 'a<script>b</script>'],
    ['instructions', '<?xml version="1.0"?>a'],
    ['a tag that is cut off', 'text <a href="x'],
    ['quotes at unusual places', '<a b"c>d</a>'],
    ['elements that are nested too deep', '<i>'.repeat(300)],
  ] as const)
    it(`leaves ${what} to the parser`, () => assert.equal(stripSimpleMarkup(source, breaking), undefined))

  it('agrees with the parser wherever it reads a text', () => {
    let read = 0
    const scrap = fc.constantFrom(
      ...'< > / = " \' ! ? - & ; a b 1 # % . : _ | ´ é'.split(' '),
      ...['<p>', '</p>', '<br>', '<br/>', '<li', '<ul >', '<b>', '</b>', '<A HREF="', '<img src=x ', '</'],
      ...[
        ' ',
        '\n',
        '\t',
        '\v',
        '\u00a0',
        '&lt;',
        '&amp',
        '&#39;',
        '&#x27',
        '&nbsp;',
        '&bogus;',
        '=x ',
        '="y"',
      ],
    )
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 14 }), (scraps) => {
        const source = scraps.join('')
        const text = stripSimpleMarkup(source, breaking)
        if (text === undefined) return
        read += 1
        assert.equal(collapse(text), parse(source))
      }),
      { numRuns: 5000 },
    )
    assert.ok(read > 1000, `only ${read} texts were read`)
  })
})
