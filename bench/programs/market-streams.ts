/** The market service with the provider at the given address; answers with its memory and processor time. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openMarketFixture } from '../../test/support/market/market-fixture.ts'

const [origin = ''] = process.argv.slice(2)
const fixture = await openMarketFixture({ hosts: [], outbound: { overrideOrigin: () => ({ origin }) } })
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

process.on('message', () => {
  collectGarbage()
  const { user, system } = process.cpuUsage()
  process.send?.({ heapBytes: process.memoryUsage().heapUsed, cpuMicros: user + system })
})
process.on('disconnect', () => void fixture[Symbol.asyncDispose]().then(() => process.exit()))
process.send?.({ origin: fixture.origin })
