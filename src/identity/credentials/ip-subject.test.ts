import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ipSubject } from './ip-subject.ts'

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
