import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { providerRows } from '../normalise/providers/provider-rows.ts'
import { trustRecogniser } from './addresses.ts'

const { addresses, byCname, marks, isOwnPage } = trustRecogniser
const match = (address: string) => {
  const found = addresses.match(new URL(address))
  return found && [found.rule.platform, found.member.url]
}

describe('the addresses of trust centers', () => {
  it('are recognised for each host ending of the provider table', () => {
    for (const { id, hostEndings = [] } of providerRows)
      for (const ending of hostEndings)
        assert.deepEqual(match(`https://fernmills${ending}/faq`), [id, `https://fernmills${ending}/`])
  })

  it('may be pages at a host that all centers of a provider share', () => {
    assert.deepEqual(match('https://trust.delve.co/fernmills'), ['delve', 'https://trust.delve.co/fernmills'])
    assert.deepEqual(match('https://trust.inc/fernmills'), ['comp_ai', 'https://trust.inc/fernmills'])
    assert.deepEqual(match('https://conveyor.com/fernmills'), ['conveyor', 'https://conveyor.com/fernmills'])
    assert.deepEqual(match('https://app.vanta.com/fernmills.example/trust/0a1b2c'), [
      'vanta',
      'https://app.vanta.com/fernmills.example/trust/0a1b2c',
    ])
    assert.deepEqual(match('https://app.bastion.tech/trust-center/0a1b-2c3d'), [
      'bastion',
      'https://app.bastion.tech/trust-center/0a1b-2c3d',
    ])
  })

  it('are not pages of the provider itself, or hosts that merely contain its name', () => {
    for (const address of [
      'https://www.conveyor.com/',
      'https://conveyor.com/pricing',
      'https://docs.safebase.io/',
      'https://trust.delve.co/',
      'https://fernmills.safebase.io.evil.example/',
      'https://notconveyor.com/fernmills',
    ])
      assert.equal(match(address), undefined, address)
  })

  it('follow from a CNAME record, with the handle where the provider puts it there', () => {
    assert.deepEqual(byCname?.('trust.fernmills.example', 'fernmills.portals.safebase.io'), {
      platform: 'safebase',
      member: { url: 'https://trust.fernmills.example/', handle: 'fernmills' },
    })
    assert.deepEqual(byCname?.('trust.fernmills.example', 'trust.cname.drata.com'), {
      platform: 'drata',
      member: { url: 'https://trust.fernmills.example/' },
    })
    assert.equal(byCname?.('trust.fernmills.example', 'fernmills.hosting.example'), undefined)
  })

  it('have marks that count only in pages about trust, and are more than the name of a provider', () => {
    for (const { text } of marks) assert.ok(!['HyperComply', 'trustcloud.ai', 'compliance-'].includes(text))
    assert.ok(marks.some(({ platform, text }) => platform === 'vanta' && text === 'index-trust-report.'))
    assert.equal(isOwnPage?.(new URL('https://trust.fernmills.example/')), true)
    assert.equal(isOwnPage?.(new URL('https://www.fernmills.example/security')), true)
    assert.equal(isOwnPage?.(new URL('https://www.fernmills.example/customers')), false)
  })

  it('name the source that reads a center, and say what blocks it', () => {
    for (const { id } of providerRows) assert.match(trustRecogniser.describe(id).source ?? '', /^trust-/)
    assert.match(trustRecogniser.describe('drata').terms, /blocks automated requests/)
    assert.equal(trustRecogniser.describe('bastion').isSupported, false)
  })
})
