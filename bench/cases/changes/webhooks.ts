/** Webhooks while a tenth of the receivers do not answer: how many deliveries the others get. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from '../../case.ts'
import { Child } from '../../child.ts'

const webhooks = 100
const hanging = 10
/** Nine tenths of them are for receivers that answer. */
const changesPerSecond = 600
const settleMs = 3000

export const bench: Case = {
  name: 'changes webhooks',
  description: `how late the slowest of a hundred deliveries is: ${changesPerSecond} changes a second for ${webhooks} webhooks, of which ${hanging} hang`,
  threshold: { below: 2 },
  async measure({ rounds, secondsPerRound }) {
    const delays: number[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      if (request.url === '/hang') return
      delays.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp))
      response.writeHead(204).end()
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    try {
      const counts = [webhooks, hanging, changesPerSecond].map(String)
      await using sender = await Child.start('webhooks.ts', [origin, ...counts])
      await sleep(settleMs)
      await sender.request('use')
      delays.length = 0
      const seen: { readonly delays: readonly number[]; readonly cpuMicros: number }[] = []
      for (let round = 0; round < rounds; round += 1) {
        await sleep(secondsPerRound * 1000)
        const { cpuMicros } = await sender.request<{ cpuMicros: number }>('use')
        seen.push({ cpuMicros, delays: delays.splice(0) })
      }
      const all = seen.flatMap((round) => round.delays).toSorted((a, b) => a - b)
      const at = (share: number) => all[Math.floor(all.length * share)] ?? Number.NaN
      const seconds = rounds * secondsPerRound
      const cpu = seen.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0) / (seconds * 1e6)
      return {
        value: at(0.99) / 1000,
        unit: 's',
        ours: `${Math.round(all.length / seconds)} deliveries a second, ${Math.round(cpu * 100)} % of a core`,
        baseline: `median ${at(0.5)} ms`,
        rounds: seen.map(({ delays: ofRound, cpuMicros }) => ({ deliveries: ofRound.length, cpuMicros })),
      }
    } finally {
      receiver.close().closeAllConnections()
    }
  },
}
