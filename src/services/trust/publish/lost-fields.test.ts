import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import { openTrustFixture, readRecord, vendorFinding } from '../../../../test/support/trust/trust-fixture.ts'
import { confirmAfterMs } from './find-doubt.ts'
import { keepLostFields } from './lost-fields.ts'

const day = (number: number) => new Date(Date.UTC(2026, 9, number)).toISOString()

for (const engine of testEngines) {
  describe(`a field of a trust item that a read lacks (${engine.name})`, { skip: engine.skip }, () => {
    it('stays until a second read a day later agrees, is counted as held, and makes no change', async () => {
      await using trust = await openTrustFixture(engine)
      const read = (purpose: string | null) =>
        readRecord('Acme', {
          subprocessors: [vendorFinding('Vendor 1', { purpose }), vendorFinding('Vendor 2')],
        })
      const purposes = async () =>
        (await trust.readRows('trust_item'))
          .map(({ doc }) => JSON.parse(doc) as { raw_name: string; purpose: string | null })
          .find(({ raw_name }) => raw_name === 'Vendor 1')?.purpose
      await trust.publish(day(1), read('Hosting'))
      assert.equal((await trust.publish(day(2), read(null))).held, 1)
      assert.equal(await purposes(), 'Hosting')
      assert.deepEqual(await trust.readChanges(), ['trust_center.discovered Acme'])
      // A read with the field starts again.
      assert.equal((await trust.publish(day(3), read('Hosting'))).held, 0)
      assert.equal((await trust.publish(day(4), read(null))).held, 1)
      assert.equal(await purposes(), 'Hosting')
      assert.equal((await trust.publish(day(5), read(null))).held, 0)
      assert.equal(await purposes(), null)
      assert.deepEqual(await trust.readChanges(), [
        'trust_center.discovered Acme',
        'subprocessor.changed Vendor 1',
      ])
    })
  })
}

describe('lost fields', () => {
  const stored = { facts: { status: 'passing', regions: ['EU', 'US'], note: 'text', year: null }, lost: {} }

  it('are the empty, the unknown and the shortened ones', () => {
    const facts = { status: 'unknown', regions: ['US'], note: '', year: 2026 }
    assert.deepEqual(keepLostFields(facts, stored, 5), {
      facts: { ...stored.facts, year: 2026 },
      lost: { status: 5, regions: 5, note: 5 },
    })
  })

  it('are not those with another value', () => {
    const facts = { status: 'not_passing', regions: ['CA'], note: 'other', year: null }
    assert.deepEqual(keepLostFields(facts, stored, 5), { facts, lost: {} })
  })

  it('wait each for its own second read', () => {
    const facts = { status: 'passing', regions: [], note: null, year: null }
    const kept = keepLostFields(facts, { ...stored, lost: { note: 0 } }, confirmAfterMs)
    assert.deepEqual(kept, {
      facts: { ...facts, regions: ['EU', 'US'] },
      lost: { regions: confirmAfterMs },
    })
  })
})
