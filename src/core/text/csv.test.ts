import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCsv } from './csv.ts'

describe('CSV', () => {
  it('has a header line even when there are no rows', () => {
    assert.equal(toCsv([], ['id', 'title']), 'id,title\r\n')
  })

  it('has the same columns for every row', () => {
    const rows = ['{"title":"b","id":"1","extra":true}', '{"id":"2"}']
    assert.equal(toCsv(rows, ['id', 'title']), 'id,title\r\n1,b\r\n2,\r\n')
  })

  it('quotes line breaks', () => {
    const row = JSON.stringify({ a: 'x, y', b: 'say "hi"', c: 'two\nlines' })
    assert.equal(toCsv([row], ['a', 'b', 'c']), 'a,b,c\r\n"x, y","say ""hi""","two\nlines"\r\n')
  })

  it('neutralizes text that a spreadsheet would run as a formula', () => {
    const starts = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠a', '﹦1', '﹢1']
    const skipped = [
      '',
      ' ',
      '   ',
      '\u00a0',
      '\u3000',
      '\ufeff',
      '\u200b',
      '\n',
      '\r\n',
      '\v',
      ' \t\ufeff\n ',
    ]
    const texts = skipped.flatMap((blank) => starts.map((start) => blank + start))
    for (const text of [...texts, '\tx', '\rx', '\nx']) {
      const csv = toCsv([JSON.stringify({ a: text })], ['a'])
      assert.match(csv.slice('a\r\n'.length), /^"?'/, JSON.stringify(text))
    }
  })

  it('writes numbers and booleans as they are, missing values as empty cells and nested values as JSON', () => {
    const row = '{"n":-2.5,"b":false,"z":null,"l":["x"],"o":{"k":1}}'
    assert.equal(
      toCsv([row], ['n', 'b', 'z', 'l', 'o']),
      'n,b,z,l,o\r\n-2.5,false,,"[""x""]","{""k"":1}"\r\n',
    )
  })
})
