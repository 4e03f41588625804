/** Descriptions become a small, safe subset of HTML, whatever boards send. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { safeHtmlToText, toSafeHtml } from './description.ts'

const link = (href: string, text: string) =>
  `<a href="${href}" rel="nofollow noopener noreferrer">${text}</a>`

const cases: readonly [what: string, raw: string, safe: string][] = [
  ['paragraphs', '<div>One</div><p>Two</p>', '<p>One</p><p>Two</p>'],
  ['headings of any level', '<h1>A</h1><h2>B</h2><h6>C</h6>', '<h3>A</h3><h3>B</h3><h4>C</h4>'],
  [
    'bold and italics',
    '<p><b>a <i>b</i></b> c</p>',
    '<p><strong>a</strong> <strong><em>b</em></strong> c</p>',
  ],
  [
    'styles that overlap',
    '<p><b>a<i>b</b>c</i></p>',
    '<p><strong>a</strong><strong><em>b</em></strong>c</p>',
  ],
  [
    'lists',
    '<ul><li>a</li><li>b</li></ul><ol><li>c</ol>',
    '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>',
  ],
  ['lists in lists', '<ul><li>a<ul><li>b</ul>c</ul>', '<ul><li>a<ul><li>b</li></ul><br>c</li></ul>'],
  ['items without a list', '<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
  ['paragraphs in items', '<ul><li><p>a</p><p>b</p></li></ul>', '<ul><li>a<br>b</li></ul>'],
  ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', '<p>a b</p><p>c</p>'],
  ['line breaks', 'a<br><br><br><br>b<br>', '<p>a<br><br>b</p>'],
  ['preformatted text', '<pre>a\nb</pre>', '<p>a<br>b</p>'],
  ['plain text', 'one\r\n\r\ntwo &amp; three', '<p>one</p><p>two &amp; three</p>'],
  ['markup that is encoded', '&lt;p&gt;a &amp;amp; b&lt;/p&gt;', '<p>a &amp; b</p>'],
  ['text about markup', '<p>write &lt;script&gt; here</p>', '<p>write &lt;script&gt; here</p>'],
  [
    'links',
    '<a href="https://a.example/?b=1&c=2" onclick="x()">go</a>',
    `<p>${link('https://a.example/?b=1&amp;c=2', 'go')}</p>`,
  ],
  ['addresses', '<a href="mailto:a@b.example">write</a>', `<p>${link('mailto:a@b.example', 'write')}</p>`],
  ['scripts', '<p>a<script>alert("</p>")</script>b</p>', '<p>ab</p>'],
  ['styles', '<style>p { color: red }</style><p style="position:fixed" class="x">a</p>', '<p>a</p>'],
  ['event handlers', '<img src=x onerror=alert(1)><svg onload=alert(1)>a</svg>', '<p>a</p>'],
  [
    'links to scripts',
    '<a href="java\tscript:alert(1)">a</a><a href=" JaVaScRiPt:x">b</a><a href="data:text/html,x">c</a>',
    '<p>abc</p>',
  ],
  [
    'frames and forms',
    '<iframe srcdoc="<script>x</script>">a</iframe><form action="/x"><input value="b">c</form>',
    '<p>c</p>',
  ],
  ['comments and tags that do not end', '<!-- <p>x</p> --><p>a<b', '<p>a</p>'],
  [
    'quotes that break attributes',
    '<a href="https://a.example/&quot;onmouseover=&quot;x">a</a>',
    `<p>${link('https://a.example/%22onmouseover=%22x', 'a')}</p>`,
  ],
  ['marks that change the direction', '<p>a\u202egnp.exe\u2066b</p>', '<p>agnp.exeb</p>'],
  ['control characters and half characters', '<p>a\u0000\u0007b\ud800c</p>', '<p>ab\ufffdc</p>'],
  ['text that was decoded wrongly', '<p>We donâ€™t</p>', '<p>We don’t</p>'],
  ['nothing', '<p>&nbsp;</p><br><ul><li></li></ul>', ''],
]

const allowed =
  /<\/?(?:p|h3|h4|ul|ol|li|strong|em)>|<br>|<\/a>|<a href="(?:https?:|mailto:)[^"<>]*" rel="nofollow noopener noreferrer">/g

/** Fails for tags that are not allowed, not closed, or closed in another order. */
function assertSafe(html: string): void {
  assert.doesNotMatch(html.replaceAll(allowed, ''), /[<>]/)
  const open: string[] = []
  for (const [tag, slash, name] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (slash === '/') assert.equal(open.pop(), name, `${tag} in ${html}`)
    else if (name !== 'br') open.push(name as string)
  }
  assert.deepEqual(open, [])
}

describe('the description of a posting', () => {
  for (const [what, raw, safe] of cases) {
    it(`keeps or removes ${what}`, () => {
      assert.equal(toSafeHtml(raw), safe)
    })
  }

  it('is as short as the longest descriptions, and takes no longer for hostile ones', () => {
    const hostile = [
      'x'.repeat(5_000_000),
      '<p>paragraph</p>'.repeat(300_000),
      '<div>'.repeat(1_000_000),
      '<ul><li>'.repeat(600_000),
      '<b></i>'.repeat(600_000),
      '<a href="https://a.example">x'.repeat(200_000),
      '&lt;'.repeat(1_000_000),
      '<'.repeat(5_000_000),
      '&'.repeat(5_000_000),
      '<!--'.repeat(1_000_000),
      `<p ${'a="b" '.repeat(800_000)}>x</p>`,
    ]
    for (const raw of hostile) {
      const html = toSafeHtml(raw)
      assert.ok(html.length < 165_000, raw.slice(0, 20))
      assertSafe(html)
    }
  })

  it('is well formed and stays the same when it is read again', () => {
    const part = fc.oneof(
      fc.constantFrom(
        ...'<p> </p> <ul> </ul> <ol> </ol> <li> </li> <b> </b> <i> </i> <br> <h2> </h2> </a> <div> <pre> </pre> <script> </script> <td> & < > " \' &lt; &amp;'.split(
          ' ',
        ),
        '<a href="https://a.example/x y">',
        '<a href="javascript:x">',
        ' ',
        '\n',
        '\u00a0',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const html = toSafeHtml(parts.join(''))
        assertSafe(html)
        assert.equal(toSafeHtml(html), html)
      }),
      { numRuns: 1000 },
    )
  })

  it('does not depend on whether the parser reads it', () => {
    const scrap = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<br>',
        '<li>',
        '</li>',
        '<ul>',
        '</ul>',
        '<b>',
        '</b>',
        '<i>',
        '</i>',
        '<h2>',
        '</h2>',
      ],
      ...[
        '<a href="https://a.example/b">',
        '</a>',
        '<div>',
        '</div>',
        ' ',
        '\n',
        'a',
        'b',
        '&amp;',
        '&nbsp;',
        '&lt;',
      ],
    )
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 16 }), (scraps) => {
        const html = `<p>${scraps.join('')}</p>`
        assert.equal(toSafeHtml(html), toSafeHtml(`${html}<!-- -->`))
      }),
      { numRuns: 3000 },
    )
  })

  it('has a plain text with a line per paragraph and item', () => {
    const html = toSafeHtml('<h2>Role</h2><p>Build &lt;b&gt;<br>and run</p><ul><li>a<li>b</ul><p>End')
    assert.equal(safeHtmlToText(html), 'Role\nBuild <b>\nand run\n\n- a\n- b\nEnd')
  })
})
