import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CredentialDigests } from './credential-digests.ts'
import { generateKey } from './credential-format.ts'

describe('the digest of a credential', () => {
  const [one, other] = [generateKey('bs_live').text, generateKey('bs_live').text]

  it('is the same for every connection, and different for another credential', () => {
    const digests = new CredentialDigests()
    const [here, there] = [{}, {}]
    const digest = digests.digestFor(one, here)
    assert.equal(digests.digestFor(one, there), digest)
    assert.notEqual(digests.digestFor(other, here), digest)
    // Alternating on one connection, as behind a proxy.
    assert.equal(digests.digestFor(one, here), digest)
  })

  it('differs for credentials that differ in one character or in length', () => {
    const digests = new CredentialDigests()
    const connection = {}
    const digest = digests.digestFor(one, connection)
    for (const near of [one.slice(0, -1), `${one}0`, `${one.slice(0, -1)}~`, `~${one.slice(1)}`]) {
      assert.notEqual(digests.digestFor(near, connection), digest)
      assert.equal(digests.digestFor(one, connection), digest)
    }
  })

  it('does not contain the credential, and differs between processes', () => {
    const digest = new CredentialDigests().digestFor(one, {})
    assert.doesNotMatch(digest, new RegExp(one.slice(8, 22)))
    assert.notEqual(new CredentialDigests().digestFor(one, {}), digest)
  })
})
