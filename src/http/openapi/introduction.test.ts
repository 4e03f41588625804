import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import type { AnyRoute } from '../route.ts'
import { introduction } from './introduction.ts'

function route(path: string, query: readonly string[], hidden = false): AnyRoute {
  return {
    path,
    hidden,
    query: Type.Object(Object.fromEntries(query.map((name) => [name, Type.String()]))),
  } as never
}

describe('the introduction of a service', () => {
  it('says how to authenticate, to page, to stay within the limits and to read errors', () => {
    const text = introduction('Things as they are.', [route('/v1/things', ['limit', 'cursor'])])
    assert.match(text, /^Things as they are\.\n\n## Authentication\n/)
    assert.deepEqual(
      [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title),
      ['Authentication', 'Pages of lists', 'Limits', 'Errors'],
    )
    assert.match(text, /Retry-After/)
    assert.match(text, /X-Request-Id/)
  })

  it('names the ways of paging that the routes have, and no others', () => {
    const text = introduction('', [
      route('/v1/things', ['limit', 'offset']),
      route('/v1/secret', ['cursor'], true),
    ])
    assert.match(text, /`next_offset`/)
    assert.doesNotMatch(text, /next_cursor|next_page/)
  })

  it('names the routes of sign-in where the service has them', () => {
    assert.match(introduction('', [route('/v1/auth/otp', [])]), /`POST \/v1\/auth\/otp`/)
    assert.doesNotMatch(introduction('', [route('/v1/things', [])]), /auth\/otp/)
  })
})
