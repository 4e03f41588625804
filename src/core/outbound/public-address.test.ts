import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ipLiteral, isPublicAddress } from './public-address.ts'

describe('public addresses', () => {
  for (const address of [
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'not an address',
    '',
  ]) {
    it(`do not include ${address || 'an empty text'}`, () => assert.equal(isPublicAddress(address), false))
  }

  for (const address of [
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '64:ff9b::8.8.8.8',
    '::ffff:8.8.8.8',
  ]) {
    it(`include ${address}`, () => assert.equal(isPublicAddress(address), true))
  }

  it('are distinguished from host names', () => {
    assert.equal(ipLiteral('[::1]'), '::1')
    assert.equal(ipLiteral('10.0.0.1'), '10.0.0.1')
    assert.equal(ipLiteral('example.org'), undefined)
  })
})
