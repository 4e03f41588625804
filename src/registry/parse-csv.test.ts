import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseCsv, parseForeignCsv } from './parse-csv.ts'

describe('a CSV file for import', () => {
  it('has a header, quoted cells, doubled quotes and line breaks within quotes', () => {
    assert.deepEqual(parseCsv('key,name\r\nacme,"Acme, ""Inc."""\r\n\r\nbeta,"Two\nlines"'), [
      { key: 'acme', name: 'Acme, "Inc."' },
      { key: 'beta', name: 'Two\nlines' },
    ])
  })

  it('may use semicolons or tabs, begin with a mark of UTF-8, and have short rows', () => {
    assert.deepEqual(parseCsv('\uFEFFkey;name\nacme;Acme, Inc.\nbeta'), [
      { key: 'acme', name: 'Acme, Inc.' },
      { key: 'beta', name: '' },
    ])
    assert.deepEqual(parseCsv('key\tname\nacme\t'), [{ key: 'acme', name: '' }])
  })

  it('may begin with blank lines, mix line ends, and have spaces around quotes and quotes within a cell', () => {
    assert.deepEqual(parseCsv('\r\n\nkey;name\r\nacme; "Acme; Inc." \n\nbeta;5" Beta\r'), [
      { key: 'acme', name: 'Acme; Inc.' },
      { key: 'beta', name: '5" Beta' },
    ])
  })

  it('is refused if a cell has no column, or two columns have one name', () => {
    assert.throws(() => parseCsv('key,name\nbeta,Beta,,\nacme,Acme, Inc.\n'), /"acme" has 3 cells under 2/)
    assert.throws(() => parseCsv('key,name,key\nacme,Acme,beta\n'), /column "key" occurs twice/)
  })

  it('is refused if it has too many columns, before its rows are read into them', () => {
    const header = Array.from({ length: 20_000 }, (_, at) => `c${at}`).join(',')
    assert.throws(() => parseCsv(`${header}\n${'x\n'.repeat(20_000)}`), /has 20000 columns; at most 100/)
  })

  it('is refused with the line if a quote is missing or text follows one, and if it is empty', () => {
    assert.throws(() => parseCsv(''), /empty/)
    assert.throws(() => parseCsv('key\n"acme'), {
      name: 'ConfigurationError',
      message: /opening quote at line 2/,
    })
    assert.throws(() => parseCsv('key,name\n"acme";x,Acme\n'), /after quote at line 2/)
  })

  it('of others loses malformed rows only', () => {
    const text = 'key,name\nacme,Acme, Inc.\nbeta,"Beta ""B"" Inc."\n"gamma,Gamma\ndelta,Delta\n'
    assert.deepEqual(parseForeignCsv(text), {
      rows: [
        { key: 'beta', name: 'Beta "B" Inc.' },
        { key: 'delta', name: 'Delta' },
      ],
      malformed: 2,
    })
    assert.deepEqual(parseForeignCsv('key\nacme\n"beta'), { rows: [{ key: 'acme' }], malformed: 1 })
    assert.deepEqual(parseForeignCsv('key\n"acme" x\n\n"beta\ngamma\n'), {
      rows: [{ key: '"acme" x' }, { key: 'gamma' }],
      malformed: 1,
    })
    assert.throws(() => parseForeignCsv('key,key\nacme,beta\n'), /occurs twice/)
  })

  it('of others takes linear time, whatever its quotes are', () => {
    for (const [line, lines] of [
      ['"a\n', 50_000],
      ['"', 300_000],
      [' "', 100_000],
      ['"a"b,"c\n', 50_000],
    ] as const)
      assert.ok(parseForeignCsv(`key,name\n${line.repeat(lines)}`).malformed <= lines)
  })
})
