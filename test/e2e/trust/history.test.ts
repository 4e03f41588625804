/** Coverage by day, the same on both engines. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pruneTrust } from '../../../src/services/trust/sync.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { testEngines } from '../../support/store/test-engines.ts'
import { openTrustFixture, readRecord, vendorFinding } from '../../support/trust/trust-fixture.ts'

const dayMs = 86_400_000
/** The day of the server. */
const today = Math.floor(new FakeClock().now() / dayMs) * dayMs
const at = (daysAgo: number, time: string) =>
  `${new Date(today - daysAgo * dayMs).toISOString().slice(0, 10)}T${time}Z`

for (const engine of testEngines) {
  describe(`${engine.name}: coverage by day`, { skip: engine.skip }, () => {
    it('is what the last run of each day counted; a day without a run is missing', async () => {
      await using trust = await openTrustFixture(engine)
      const vendors = (...names: string[]) => ({ subprocessors: names.map((name) => vendorFinding(name)) })
      await trust.publish(at(5, '08:00:00'), readRecord('Amber', vendors('Fastly')))
      await trust.publish(
        at(5, '20:00:00'),
        readRecord('Birch', { ...vendors('Fastly'), provider: 'conveyor' }),
      )
      await trust.publish(at(2, '08:00:00'), readRecord('Cedar', vendors('Fastly', 'Stripe')))
      const days = async (query = '') => {
        const { status, body } = await trust.get(`/v1/coverage/history${query}`)
        assert.equal(status, 200)
        return (body.data as Record<string, number | string>[]).map((row) => [
          row.day,
          row.companies,
          row.trust_centers,
          row.subprocessors,
        ])
      }
      const day = (daysAgo: number) => at(daysAgo, '').slice(0, 10)
      assert.deepEqual(await days(), [
        [day(5), 2, 2, 2],
        [day(2), 3, 3, 4],
      ])
      assert.deepEqual(await days('?provider_id=conveyor'), [
        [day(5), 1, 1, 1],
        [day(2), 1, 1, 1],
      ])
      assert.deepEqual(await days('?days=3'), [[day(2), 3, 3, 4]])
      assert.equal((await trust.get('/v1/coverage/history?provider_id=nobody')).status, 404)
      const { text } = await trust.getRaw('/trust/companies')
      assert.match(text, /Trust centers: from 2 to 3/)
      assert.doesNotMatch((await trust.getRaw('/trust/companies?q=a')).text, /<figure class="line-chart">/)
      const { readModel } = trust.store
      const prune = (now: number) =>
        readModel.transaction((tx) => pruneTrust({ tx, dialect: readModel.dialect, now }))
      assert.equal(await prune(today + 724 * dayMs), 0)
      assert.equal(await prune(today + 725 * dayMs), 3)
      assert.deepEqual(await days(), [[day(2), 3, 3, 4]])
    })
  })
}
