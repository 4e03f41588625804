/** Asserts the error envelope, the same way in every test. */

import assert from 'node:assert/strict'
import { type ErrorCode, errorKinds } from '../../../src/core/errors.ts'
import type { RawResponse } from './raw-connection.ts'

export function assertErrorEnvelope(response: RawResponse, status: number, code?: string): void {
  const text = response.body.toString()
  assert.equal(response.status, status, text)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  const { error, meta, ...rest } = JSON.parse(text)
  assert.deepEqual(rest, {})
  assert.ok(error.code in errorKinds, `not a documented code: ${error.code}`)
  assert.equal(errorKinds[error.code as ErrorCode].status, status)
  if (code !== undefined) assert.equal(error.code, code, text)
  assert.ok(error.message.length > 0)
  assert.deepEqual(
    Object.keys(error).filter((name) => !['code', 'message', 'details', 'docs'].includes(name)),
    [],
  )
  assert.equal(error.docs, `/docs/errors#${error.code}`)
  assert.equal(meta.request_id, response.headers['x-request-id'])
  assert.match(meta.generated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(meta.credits_charged, 0)
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.equal(response.headers['x-content-type-options'], 'nosniff')
  assert.equal(status === 429 || status === 503, response.headers['retry-after'] !== undefined)
}
