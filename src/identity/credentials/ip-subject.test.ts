import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ipSubject, widerNetworks } from './ip-subject.ts'

describe('ipSubject', () => {
  const cases: [string, string][] = [
    ['198.51.100.7', 'ip:198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', 'ip:2001:db8:1:2::/64'],
    ['2001:db8:1:2::', 'ip:2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0:0:0:1', 'ip:2001:db8:1:2::/64'],
    ['2001:db8::1', 'ip:2001:db8:0:0::/64'],
    ['::1', 'ip:0:0:0:0::/64'],
    ['fe80::1%eth0', 'ip:fe80:0:0:0::/64'],
    ['', 'ip:'],
  ]
  for (const [address, subject] of cases) {
    it(`${address || 'nothing'} is ${subject}`, () => assert.equal(ipSubject(address), subject))
  }
})

describe('widerNetworks', () => {
  it('are the /56 and the /48 of an IPv6 network, and none of anything else', () => {
    const networks = (address: string) => widerNetworks(ipSubject(address)).map(({ subject }) => subject)
    assert.deepEqual(networks('2001:db8:1:2f3::9'), ['ip:2001:db8:1:200::/56', 'ip:2001:db8:1::/48'])
    assert.deepEqual(networks('2001:db8::1'), ['ip:2001:db8:0:0::/56', 'ip:2001:db8:0::/48'])
    for (const other of ['198.51.100.7', '', 'not an address']) assert.deepEqual(networks(other), [])
    assert.deepEqual(widerNetworks('id_7'), [])
  })
})
