import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseCsv } from './parse-csv.ts'

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

  it('is refused if it is empty or a quote is missing', () => {
    assert.throws(() => parseCsv(''), /empty/)
    assert.throws(() => parseCsv('key\n"acme'), /does not end/)
  })
})
