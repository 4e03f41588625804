import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../../core/errors.ts'
import { renderErrorPage } from './error-page.ts'

function pageFor(meant: string | readonly string[]): string {
  const failure = new Failure('not_found', 'Nothing is here.', { details: { did_you_mean: meant } })
  return renderErrorPage(failure, 'r1', '/docs/errors#not_found')
}

describe('the path that someone meant', () => {
  it('is a link', () => {
    assert.match(pageFor('/cinema/v1/movies'), /<a href="\/cinema\/v1\/movies">/)
  })

  it('is one link for each if there are several', () => {
    assert.match(pageFor(['/a/v1/x', '/b/v1/x']), /<a href="\/a\/v1\/x">[^<]+<\/a>, <a href="\/b\/v1\/x">/)
  })

  for (const meant of [
    '//host/x',
    '/\\host/x',
    '/\t/host/x',
    '/\n\\host/x',
    '\\\\host/x',
    '/movies/{id}',
    'limit',
  ]) {
    it(`is text if it is ${JSON.stringify(meant)}`, () => {
      assert.match(pageFor(meant), /<dt>Did you mean<\/dt><dd>[^<]/)
    })
  }
})

describe('the message of an error', () => {
  for (const [message, shown] of [
    ['Send `limit` as a number.', 'Send <code>limit</code> as a number.'],
    ['There is no parameter "a`b".', 'There is no parameter &quot;a`b&quot;.'],
    ['Send `limit`, not a`b.', 'Send <code>limit</code>, not a`b.'],
    ['Unknown "a`b`c". Send `limit`.', 'Unknown &quot;a`b`c&quot;. Send <code>limit</code>.'],
    ['Unknown "\u202eevil".', 'Unknown &quot;evil&quot;.'],
  ] as const)
    it(`has code between two backticks: ${message}`, () => {
      const page = renderErrorPage(new Failure('invalid_request', message), 'r1', '/docs/errors')
      assert.ok(page.includes(`<p class="lead">${shown}</p>`), page)
    })
})

describe('the details of an error', () => {
  it('are shown as they were sent, without the pattern, which is for programs', () => {
    const details = { parameter: 'a`b`c', pattern: '^[a-z]$' }
    const page = renderErrorPage(new Failure('invalid_request', 'No.', { details }), 'r1', '/docs/errors')
    assert.ok(page.includes('<div><dt>Parameter</dt><dd>a`b`c</dd></div>'), page)
  })
})

describe('the page of a rate limit', () => {
  it('says once what the limit is, and when to try again', () => {
    for (const [seconds, text] of [
      [59, '59 seconds'],
      [1, '1 second'],
    ] as const) {
      const details = { window: 'minute', limit: 2, window_seconds: 60, retry_after_seconds: seconds }
      const failure = new Failure('rate_limited', 'Rate limit exceeded: 2 requests per minute.', { details })
      const page = renderErrorPage(failure, 'r1', '/docs/errors')
      assert.ok(page.includes(`<div><dt>Retry after</dt><dd>${text}</dd></div>`), page)
      assert.match(page, />Try again</)
    }
  })
})
