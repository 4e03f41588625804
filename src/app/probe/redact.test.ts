import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRedactor } from './redact.ts'

describe('createRedactor', () => {
  const redactor = createRedactor(['configured/value', 'abc'])

  it('removes secrets from addresses, and leaves what selects data', () => {
    for (const [address, expected] of [
      [
        'https://a.example/x?api_key=1234&day=2026-11-16',
        'https://a.example/x?api_key=redacted&day=2026-11-16',
      ],
      [
        'https://a.example/x?key=1234#access_token=5',
        'https://a.example/x?key=redacted#access_token=redacted',
      ],
      ['https://user:pass@a.example/x', 'https://a.example/x'],
      ['https://a.example/configured%2Fvalue/x', 'https://a.example/redacted/x'],
      ['https://a.example/x?pageToken=p2&sessionId=7', 'https://a.example/x?pageToken=p2&sessionId=7'],
    ] as const)
      assert.equal(redactor.address(address), expected)
  })

  it('keeps the names of request headers, and the values of those that identify nobody', () => {
    assert.deepEqual(
      redactor.requestHeaders({
        Accept: 'application/json',
        Authorization: 'Bearer 1',
        Cookie: 'id=1',
        'X-Visitor': 'Ann',
        Referer: 'https://a.example/?token=1',
      }),
      {
        accept: 'application/json',
        authorization: 'redacted',
        cookie: 'redacted',
        'x-visitor': 'redacted',
        referer: 'https://a.example/?token=redacted',
      },
    )
  })

  it('keeps only the response headers that adapters read', () => {
    assert.deepEqual(
      redactor.responseHeaders({
        'content-type': 'text/html',
        'set-cookie': 'id=1',
        'x-client-ip': '192.0.2.1',
        location: '/next?sig=1',
      }),
      { 'content-type': 'text/html', location: '/next?sig=redacted' },
    )
  })

  it('removes secrets from JSON, JSON inside text, forms and pages, and changes nothing else', () => {
    const jwt = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`
    for (const [body, expected] of [
      [
        '{"accessToken": "a\\"b", "id": 12345678901234567890, "nextPageToken":"p2", "token":""}',
        '{"accessToken": "redacted", "id": 12345678901234567890, "nextPageToken":"p2", "token":""}',
      ],
      ['push("{\\"apiKey\\":\\"k1\\",\\"a\\":1}")', 'push("{\\"apiKey\\":\\"redacted\\",\\"a\\":1}")'],
      ['user=1&password=2', 'user=1&password=redacted'],
      [
        '<meta name="csrf-token" content="x"><meta name="title" content="y">',
        '<meta name="csrf-token" content="redacted"><meta name="title" content="y">',
      ],
      [
        "<input type='hidden' name='__RequestVerificationToken' value='x'>",
        "<input type='hidden' name='__RequestVerificationToken' value=\"redacted\">",
      ],
      [
        '{"link":"https://a.example/?siteToken=x1&amp;day=1"}',
        '{"link":"https://a.example/?siteToken=redacted&amp;day=1"}',
      ],
      [`start("${jwt}")`, 'start("redacted")'],
      ['the configured/value, abc', 'the redacted, abc'],
    ] as const)
      assert.equal(redactor.body(body), expected)
  })

  it('gives the same text for text that is redacted already', () => {
    const once = redactor.body('{"token":"x"}')
    assert.equal(redactor.body(once), once)
    const address = redactor.address('https://a.example/x?token=1')
    assert.equal(redactor.address(address), address)
  })
})
