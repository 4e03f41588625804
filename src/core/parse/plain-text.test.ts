import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { toPlainText } from './plain-text.ts'

const cases: readonly [guarantee: string, source: string, text: string][] = [
  ['keeps plain text', 'Road closure on Mill Lane', 'Road closure on Mill Lane'],
  [
    'decodes named and numbered entities',
    'Caf&eacute; &amp; bar &#8211; &#x201C;open&#x201D;',
    'Café & bar – “open”',
  ],
  ['decodes only once', 'Fish &amp;amp; chips', 'Fish &amp; chips'],
  [
    'turns encoded markup into literal text',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<script>alert(1)</script>',
  ],
  [
    'leaves markup that was encoded twice encoded once',
    '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
    '&lt;img src=x onerror=alert(1)&gt;',
  ],
  ['strips markup around decoded text', '<p>A &lt;b&gt; tag</p>', 'A <b> tag'],
  ['decodes once inside markup too', '<p>Fish &amp;amp; chips</p>', 'Fish &amp; chips'],
  ['separates paragraphs', '<p>One.</p><p>Two.</p>', 'One. Two.'],
  ['separates lines', 'One<br>Two<br/>Three', 'One Two Three'],
  ['does not separate inside a word', 'H<sub>2</sub>O and CO<sub>2</sub>', 'H2O and CO2'],
  [
    'drops scripts and styles with their content',
    'a<script>if (1 < 2) x()</script><style>p{}</style>b',
    'ab',
  ],
  ['drops comments', 'a<!-- not <b>this</b> -->b', 'ab'],
  ['drops attributes with angle brackets in them', '<a title="a > b" href="javascript:x()">link</a>', 'link'],
  ['survives tags that never close', '<div><p>text', 'text'],
  ['drops a tag that was cut off', 'text <a href="x', 'text'],
  ['keeps a lone angle bracket', '3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
  ['collapses whitespace of every kind', ' a\t\r\n b\u00a0\u2003c&nbsp;d ', 'a b c d'],
  ['drops control characters', 'a\u0000b\u0007c\u009bd\u007f', 'abcd'],
  ['drops control characters that came as entities', 'a&#7;b&#27;c', 'abc'],
  ['drops marks that change the writing direction', 'user\u202egnp.exe', 'usergnp.exe'],
  ['drops a byte order mark', '\ufeffTitle', 'Title'],
  ['replaces lone surrogates', 'a\ud83d', 'a\ufffd'],
  ['keeps joined emoji and accents', '👩‍👧 naïve', '👩‍👧 naïve'],
  ['keeps an unknown entity as it is', '&bogus; &', '&bogus; &'],
  ['returns an empty text for an empty element', ' <p> </p>', ''],
]

describe('toPlainText', () => {
  for (const [guarantee, source, text] of cases) {
    it(guarantee, () => assert.equal(toPlainText(source), text))
  }

  it('returns one line without control characters for any input', () => {
    const scrap = fc.constantFrom(
      '<',
      '>',
      '&',
      '&lt;',
      '&amp;',
      '<p>',
      '</p',
      '<script>',
      '\u0000',
      '"',
      ' ',
      '\n',
      'é',
      'a',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(scrap, fc.string({ unit: anyCharacter })), { maxLength: 20 }),
        (parts) => {
          const text = toPlainText(parts.join(''))
          assert.ok(text.isWellFormed())
          assert.equal(text, text.trim())
          assert.doesNotMatch(text, /\p{Cc}|\s\s/u)
        },
      ),
    )
  })
})
