import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../core/errors.ts'
import { createCursorCodec, cursorBinding, type PageRequest } from '../cursor.ts'
import { withNextPage } from './next-page.ts'

const cursors = createCursorCodec('test-secret', { epoch: () => 0 })
const pageRequest: PageRequest = {
  url: '/v1/towns/:town/notices',
  params: { town: 'St. Mary’s/East' },
  query: { category: 'roads', limit: 5 },
}

function cursorOf(request: PageRequest): string {
  const { meta = {} } = withNextPage({ rows: [], nextKey: ['2026-11-15', 'nt_1'] }, request, '/x', cursors)
  return (meta.pagination as { next_cursor: string }).next_cursor
}

describe('the next page', () => {
  it('is omitted if there is none', () => {
    const reply = { rows: [], meta: { pagination: { limit: 5, next_cursor: null } } }
    assert.equal(withNextPage(reply, pageRequest, '/x', cursors), reply)
  })

  it('is linked with the original parameters and a path that is safe in a header', () => {
    const requestUrl = '/v1/towns/St.%20Mary%E2%80%99s%2FEast/notices?category=roads&cursor=old'
    const { headers } = withNextPage({ rows: [], nextKey: ['a'] }, pageRequest, requestUrl, cursors)
    const [, path, search] = /^<([^?]+)\?([^>]+)>; rel="next"$/.exec(headers?.link ?? '') ?? []
    assert.equal(path, '/v1/towns/St.%20Mary%E2%80%99s%2FEast/notices')
    const parameters = new URLSearchParams(search)
    assert.equal(parameters.get('category'), 'roads')
    assert.deepEqual(cursors.decode(cursorBinding(pageRequest), parameters.get('cursor') ?? ''), ['a'])
  })

  it('is bound to its route, path and filters, but not to the page size', () => {
    const cursor = cursorOf(pageRequest)
    assert.deepEqual(
      cursors.decode(cursorBinding({ ...pageRequest, query: { category: 'roads', limit: 50 } }), cursor),
      ['2026-11-15', 'nt_1'],
    )
    for (const other of [
      { ...pageRequest, url: '/v1/towns/:town/meetings' },
      { ...pageRequest, params: { town: 'Ely' } },
      { ...pageRequest, query: { category: 'tenders', limit: 5 } },
      { ...pageRequest, query: { limit: 5 } },
    ]) {
      assert.throws(
        () => cursors.decode(cursorBinding(other), cursor),
        (thrown) => isFailure(thrown, 'invalid_cursor'),
      )
    }
  })
})
