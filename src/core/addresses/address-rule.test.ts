import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AddressRule, compileAddressRules } from './address-rule.ts'

function matcher(...rules: Omit<AddressRule, 'platform'>[]) {
  const compiled = compileAddressRules(rules.map((rule) => ({ platform: 'board', ...rule })))
  return { ...compiled, member: (address: string) => compiled.match(new URL(address))?.member }
}

describe('compileAddressRules', () => {
  it('reads a member from a label, a part of a label, a segment or a parameter', () => {
    const { member } = matcher(
      { address: '{key}.hosted.example' },
      { address: 'careers-{key}.jobs.example' },
      { address: 'board.example/embed?for={key}' },
      { address: 'board.example/{lang}/{key}' },
      { address: 'board.example/{key}' },
    )
    assert.deepEqual(member('https://fern.hosted.example/any/path?x=1'), { key: 'fern' })
    assert.deepEqual(member('https://careers-fern.jobs.example/'), { key: 'fern' })
    assert.deepEqual(member('https://board.example/embed?x=1&for=fern'), { key: 'fern' })
    assert.deepEqual(member('https://board.example/de-DE/fern/12'), { key: 'fern' })
    assert.deepEqual(member('https://board.example/fern%20mills'), { key: 'fern mills' })
  })

  it('reads what comes before a path on any host', () => {
    const { member } = matcher({
      address: '*/seats/v1/{site}',
      member: { base: '{base}', site: '{site}' },
    })
    assert.deepEqual(member('https://fern.example/uk/seats/v1/A1/days'), {
      base: 'https://fern.example/uk',
      site: 'A1',
    })
    assert.equal(member('https://fern.example/seats/v2/A1'), undefined)
    assert.equal(member(`https://fern.example${'/x'.repeat(500)}/seats/v1/A1`), undefined)
  })

  it('takes a name that occurs twice for one value', () => {
    const { member } = matcher({ address: '{key}.hosted.example/api/{key}' })
    assert.deepEqual(member('https://fern.hosted.example/api/fern'), { key: 'fern' })
    assert.equal(member('https://fern.hosted.example/api/birch'), undefined)
  })

  it('refuses names of the platform itself, of the rule, and values that are no keys', () => {
    const { member } = matcher({ address: 'board.example/{key}', except: ['pricing'] })
    for (const path of ['', 'embed', 'robots.txt', 'pricing', 'en-US', '%00', '%2e%2e%2fx', '%zz', '<b>'])
      assert.equal(member(`https://board.example/${path}`), undefined, path)
    assert.equal(member('https://board.example.evil.example/fern'), undefined)
  })

  it('builds the address of a member by the first rule that leads back to it', () => {
    const { addressOf } = matcher(
      { address: '{key}.hosted.example' },
      { address: '{name}.hosted.org', member: { key: '{name}.hosted.org' } },
      { address: '{host}.{pod}.site.example/{site}', member: { key: '{host}.{pod}/{site}' } },
    )
    assert.equal(addressOf('board', { key: 'fern' }), 'https://fern.hosted.example')
    assert.equal(addressOf('board', { key: 'fern.hosted.org' }), 'https://fern.hosted.org')
    assert.equal(addressOf('board', { key: 'fern.p1/Jobs' }), 'https://fern.p1.site.example/Jobs')
    assert.equal(addressOf('board', { key: 'a b@c' }), undefined)
    assert.equal(addressOf('another', { key: 'fern' }), undefined)
  })

  it('shows of the query only what names the member', () => {
    const { match } = matcher({ address: 'board.example/embed?for={key}' })
    const found = match(new URL('https://board.example/embed?token=secret&for=fern'))
    assert.equal(found?.address, 'https://board.example/embed?for=fern')
  })

  it('has an anchor for each rule, which every address contains', () => {
    const { anchors } = matcher(
      { address: '{key}.hosted.example' },
      { address: '*/seats/v1/{site}', member: {} },
      { address: 'careers-{key}.jobs.example' },
    )
    assert.deepEqual(anchors, ['hosted.example', '/seats/v1', 'jobs.example'])
  })
})
