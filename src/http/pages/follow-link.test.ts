import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { followLink } from './follow-link.ts'

describe('the link that follows a list', () => {
  it('leads to a subscription with the filters that are stated', () => {
    const { text } = followLink('notices', { town: 'Bury St Edmunds', category: undefined, near: '' })
    const [, fragment = ''] = /href="\/account#([^"]+)"/.exec(text) ?? []
    const wanted = new URLSearchParams(fragment.replaceAll('&amp;', '&'))
    assert.equal(wanted.get('subscribe'), 'notices')
    assert.equal(wanted.get('filters'), 'town=Bury+St+Edmunds')
  })
})
