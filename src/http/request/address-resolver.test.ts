import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { createAddressResolver } from './address-resolver.ts'

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

describe("the caller's address", () => {
  it('is that of the connection if no proxy is trusted', () => {
    const addressOf = createAddressResolver([])
    assert.equal(addressOf(from('203.0.113.9', '198.51.100.1')), '203.0.113.9')
    assert.equal(addressOf(from('127.0.0.1', '198.51.100.1')), '127.0.0.1')
  })

  const addressOf = createAddressResolver(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])
  const cases: [string, string, string | undefined, string][] = [
    ['is that of the connection when it is no proxy', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['is what the proxy tells', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['is the proxy itself when it tells nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['is the last hop that is no proxy', '10.1.2.3', '6.6.6.6, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
    [
      'cannot be pushed aside by what the caller wrote first',
      '10.1.2.3',
      '10.9.9.9, 198.51.100.1',
      '198.51.100.1',
    ],
    [
      'stays with the last proxy when a hop is garbled',
      '10.1.2.3',
      '198.51.100.1, unknown, 192.0.2.7',
      '192.0.2.7',
    ],
    ['is the proxy itself when all is garbled', '10.1.2.3', 'for=me;"x"', '10.1.2.3'],
    ['is the same for IPv4 written as IPv6', '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
    ['may come with a port', '10.1.2.3', '6.6.6.6, 198.51.100.1:4711', '198.51.100.1'],
    ['may be IPv6 in brackets, with a port', '10.1.2.3', '[2001:db9::5]:4711', '2001:db9::5'],
    ['may be IPv6 in brackets', '10.1.2.3', '[2001:db9::5]', '2001:db9::5'],
    ['may be IPv6', '2001:db8::1', '2001:db9::5', '2001:db9::5'],
    ['is the farthest proxy when all hops are proxies', '10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ]
  for (const [guarantee, remote, forwarded, expected] of cases) {
    it(guarantee, () => {
      assert.equal(addressOf(from(remote, forwarded)), expected)
    })
  }

  it('is resolved in bounded time from an endless list of hops', () => {
    const hops = Array.from({ length: 5000 }, () => '10.0.0.1')
    assert.equal(addressOf(from('10.1.2.3', ['198.51.100.1', ...hops].join(','))), '10.0.0.1')
  })
})
