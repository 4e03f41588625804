import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SecretNames } from './credential-digests.ts'
import { makeSecretText } from './credential-format.ts'

describe('the name of a credential', () => {
  const [one, other] = [makeSecretText('key').text, makeSecretText('key').text]

  it('is the same over every connection, and another for another credential', () => {
    const names = new SecretNames()
    const [here, there] = [{}, {}]
    const name = names.nameOf(one, here)
    assert.equal(names.nameOf(one, there), name)
    assert.notEqual(names.nameOf(other, here), name)
    // In turns over one connection, as behind a proxy.
    assert.equal(names.nameOf(one, here), name)
  })

  it('differs for credentials that differ in one character or in length', () => {
    const names = new SecretNames()
    const connection = {}
    const name = names.nameOf(one, connection)
    for (const near of [one.slice(0, -1), `${one}0`, `${one.slice(0, -1)}~`, `~${one.slice(1)}`]) {
      assert.notEqual(names.nameOf(near, connection), name)
      assert.equal(names.nameOf(one, connection), name)
    }
  })

  it('says nothing about it, and is another one in another process', () => {
    const name = new SecretNames().nameOf(one, {})
    assert.doesNotMatch(name, new RegExp(one.slice(8, 22)))
    assert.notEqual(new SecretNames().nameOf(one, {}), name)
  })
})
