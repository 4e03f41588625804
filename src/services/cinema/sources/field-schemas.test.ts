import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import { nullishNumber, nullishText, rowReader } from './field-schemas.ts'

it('a row is read without optional fields of another type, and not without those it needs', () => {
  const read = rowReader(Type.Object({ id: Type.String(), title: nullishText, year: nullishNumber }))
  assert.deepEqual(read({ id: 'a', title: 'Captain Comet', year: null, more: 1 }), {
    id: 'a',
    title: 'Captain Comet',
    year: null,
    more: 1,
  })
  assert.deepEqual(read({ id: 'a', title: {}, year: 2026 }), { id: 'a', year: 2026 })
  assert.deepEqual(read({ id: 'a', title: 7, year: 'x' }), { id: 'a' })
  for (const row of [{ id: 7, title: 'Captain Comet' }, {}, null, 'a', [], ['a']])
    assert.equal(read(row), undefined)
})
