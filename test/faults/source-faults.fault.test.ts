/**
 * One fault at one endpoint of each source, and every fault of the smallest source. The whole matrix is
 * `fault-matrix.ts`, which runs nightly.
 */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testSourceFaults } from '../support/faults/fault-matrix.ts'
import { faults } from '../support/faults/faults.ts'
import { servicesUnderTest } from '../support/faults/services.ts'

const half = faults.length / 2

/** Neighbours have faults of different kinds. */
function faultOf(index: number): number {
  return (index % half) + (index % 2) * half
}

for (const service of servicesUnderTest) {
  describe(`${service.name}: a fault of an upstream`, () => {
    for (const [index, source] of service.createSources().entries()) {
      it(`costs ${source.id} freshness, never data, and is reported`, async () => {
        const sample = {
          runs: [1],
          isSelected: (fault: number, endpoint: number, endpoints: number) =>
            fault === faultOf(index) && (fault + index) % endpoints === endpoint,
        }
        const options = source.id === 'gazette' ? { runs: [1, 3] } : sample
        const problems: string[] = []
        for await (const { endpoint, fault, problems: found } of testSourceFaults(service, source, options))
          problems.push(...found.map((problem) => `${endpoint} ${fault.name}: ${problem}`))
        assert.deepEqual(problems, [])
      })
    }
  })
}
