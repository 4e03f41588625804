import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isCutOff } from './is-cut-off.ts'

it('recognises a page that is cut off, not a whole page, a fragment or other text', () => {
  const page = '<!doctype html><html lang="en"><head></head><body><ul><li>One</li></ul></body></html>\n'
  assert.equal(isCutOff(page), false)
  assert.equal(isCutOff(page.slice(0, 60)), true)
  assert.equal(isCutOff('<ul><li>One</li>'), false)
  assert.equal(isCutOff('{"page": "<html><body>"}'), false)
  assert.equal(isCutOff(''), false)
})
