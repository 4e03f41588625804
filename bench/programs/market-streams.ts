/** The market service with the provider at the given address; answers with its memory and processor time. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openMarketFixture } from '../../test/support/market/market-fixture.ts'
import { LoopLag } from '../loop-lag.ts'

const [origin = ''] = process.argv.slice(2)
const fixture = await openMarketFixture({ hosts: [], outbound: { overrideOrigin: () => ({ origin }) } })
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const lag = new LoopLag()
let lastCpu = process.cpuUsage()

process.on('message', (question) => {
  if (question === 'heap') {
    collectGarbage()
    process.send?.(process.memoryUsage().heapUsed)
    return
  }
  const { user, system } = process.cpuUsage(lastCpu)
  lastCpu = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, lagMs: lag.take() })
})
process.on('disconnect', () => void fixture[Symbol.asyncDispose]().then(() => process.exit()))
process.send?.({ origin: fixture.origin })
