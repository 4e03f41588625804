import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../core/errors.ts'
import { createCursorCodec, cursorBinding, type PageRequest } from '../cursor.ts'
import { withNextPage } from './next-page.ts'

const cursors = createCursorCodec('a secret of the tests')
const question: PageRequest = {
  url: '/v1/towns/:town/notices',
  params: { town: 'St. Mary’s/East' },
  query: { category: 'roads', limit: 5 },
}

function cursorOf(asked: PageRequest): string {
  const { meta = {} } = withNextPage({ rows: [], nextKey: ['2026-11-15', 'nt_1'] }, asked, '/x', cursors)
  return (meta.pagination as { next_cursor: string }).next_cursor
}

describe('the next page', () => {
  it('is not mentioned where there is none', () => {
    const reply = { rows: [], meta: { pagination: { limit: 5, next_cursor: null } } }
    assert.equal(withNextPage(reply, question, '/x', cursors), reply)
  })

  it('is linked with the parameters as they were written, and a path that is safe in a header', () => {
    const asked = '/v1/towns/St.%20Mary%E2%80%99s%2FEast/notices?category=roads&cursor=old'
    const { headers } = withNextPage({ rows: [], nextKey: ['a'] }, question, asked, cursors)
    const [, path, search] = /^<([^?]+)\?([^>]+)>; rel="next"$/.exec(headers?.link ?? '') ?? []
    assert.equal(path, '/v1/towns/St.%20Mary%E2%80%99s%2FEast/notices')
    const parameters = new URLSearchParams(search)
    assert.equal(parameters.get('category'), 'roads')
    assert.deepEqual(cursors.decode(cursorBinding(question), parameters.get('cursor') ?? ''), ['a'])
  })

  it('belongs to its route, its path and its filters, and to no page size', () => {
    const cursor = cursorOf(question)
    assert.deepEqual(
      cursors.decode(cursorBinding({ ...question, query: { category: 'roads', limit: 50 } }), cursor),
      ['2026-11-15', 'nt_1'],
    )
    for (const other of [
      { ...question, url: '/v1/towns/:town/meetings' },
      { ...question, params: { town: 'Ely' } },
      { ...question, query: { category: 'tenders', limit: 5 } },
      { ...question, query: { limit: 5 } },
    ]) {
      assert.throws(
        () => cursors.decode(cursorBinding(other), cursor),
        (thrown) => isFailure(thrown, 'invalid_cursor'),
      )
    }
  })
})
