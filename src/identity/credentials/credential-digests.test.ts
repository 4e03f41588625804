import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CredentialDigests } from './credential-digests.ts'
import { generateCredential } from './credential-format.ts'

describe('the name of a credential', () => {
  const [one, other] = [generateCredential('key').text, generateCredential('key').text]

  it('is the same over every connection, and another for another credential', () => {
    const names = new CredentialDigests()
    const [here, there] = [{}, {}]
    const name = names.digestFor(one, here)
    assert.equal(names.digestFor(one, there), name)
    assert.notEqual(names.digestFor(other, here), name)
    // In turns over one connection, as behind a proxy.
    assert.equal(names.digestFor(one, here), name)
  })

  it('differs for credentials that differ in one character or in length', () => {
    const names = new CredentialDigests()
    const connection = {}
    const name = names.digestFor(one, connection)
    for (const near of [one.slice(0, -1), `${one}0`, `${one.slice(0, -1)}~`, `~${one.slice(1)}`]) {
      assert.notEqual(names.digestFor(near, connection), name)
      assert.equal(names.digestFor(one, connection), name)
    }
  })

  it('says nothing about it, and is another one in another process', () => {
    const name = new CredentialDigests().digestFor(one, {})
    assert.doesNotMatch(name, new RegExp(one.slice(8, 22)))
    assert.notEqual(new CredentialDigests().digestFor(one, {}), name)
  })
})
