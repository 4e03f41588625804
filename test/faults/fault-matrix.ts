/**
 * The whole fault matrix: every fault at every endpoint of every source, for one run and for three.
 * `node test/faults/fault-matrix.ts [service or source …]` prints what was lost or not reported; it fails if anything was.
 */

import { type FaultResult, testSourceFaults } from '../support/faults/fault-matrix.ts'
import { faults } from '../support/faults/faults.ts'
import { servicesUnderTest } from '../support/faults/services.ts'

/** For how many runs a fault lasts. */
const runCounts = [1, 3]
const selected = process.argv.slice(2)
const results: FaultResult[] = []
for (const service of servicesUnderTest) {
  for (const source of service.createSources()) {
    if (selected.length > 0 && !selected.includes(service.name) && !selected.includes(source.id)) continue
    const ofSource: FaultResult[] = []
    for await (const result of testSourceFaults(service, source, { runs: runCounts })) {
      ofSource.push(result)
      const { endpoint, fault, runs, problems } = result
      for (const problem of problems) print(`${source.id}  ${endpoint}  ${fault.name} x${runs}: ${problem}`)
    }
    results.push(...ofSource)
    print(summary(`${service.name} ${source.id}`, ofSource))
  }
}
print(summary('all', results))
if (results.length === 0 || results.some(({ problems }) => problems.length > 0)) process.exitCode = 1

function summary(name: string, all: readonly FaultResult[]): string {
  const endpoints = new Set(all.map(({ source, endpoint }) => `${source} ${endpoint}`)).size
  const parts = runCounts.map((count) => {
    const ofCount = all.filter(({ runs }) => runs === count)
    const skipped = ofCount.filter(({ isSkipped }) => isSkipped).length
    const bad = ofCount.filter(({ problems }) => problems.length > 0).length
    return `x${count}: ${ofCount.length - skipped} cases, ${skipped} do not apply, ${bad} with problems`
  })
  return `${name}: ${endpoints} endpoints, ${faults.length} faults; ${parts.join('; ')}`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
