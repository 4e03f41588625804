import { Agent, request } from 'undici'
import { defaultColumns } from '../../src/services/market/scanner/columns.ts'
import { type Case, median } from '../case.ts'
import { Child } from '../child.ts'

interface Target {
  readonly origin: string
  readonly sandbox: string
}

interface Side {
  readonly ms: number
  /** Processor time of gateway and provider together: what a busy machine disturbs least. */
  readonly cpuMicros: number
}

const perRound = 40
/** Until both sides are compiled. */
const warmUps = 12

/** Rows of a place nobody has asked for before. */
let place = 0

export const bench: Case = {
  name: 'market miss',
  about: 'a screener as it is by default through the gateway, against asking the provider itself',
  mark: { below: 1.3 },
  async measure({ rounds }) {
    await using market = await Child.start<Target>('market.ts')
    const { origin, sandbox } = market.ready
    const agent = new Agent()
    const direct = () =>
      ask(agent, `${sandbox}/america/scan`, { host: 'scanner.tradingview.com' }, scanBody())
    const ours = () => ask(agent, `${origin}/v1/screeners/america/search?offset=${next()}`, {})
    const seen: { yardstick: Side; ours: Side }[] = []
    for (let turn = -warmUps; turn < rounds; turn++) {
      const pair = { yardstick: await several(market, direct), ours: await several(market, ours) }
      if (turn >= 0) seen.push(pair)
    }
    await agent.close()
    return {
      value: median(seen.map((pair) => pair.ours.ms / pair.yardstick.ms)),
      unit: '×',
      ours: describe(seen.map((pair) => pair.ours)),
      yardstick: describe(seen.map((pair) => pair.yardstick)),
      rounds: seen,
    }
  },
}

async function several(market: Child<Target>, ask: () => Promise<number>): Promise<Side> {
  const before = await market.ask<{ micros: number }>('cpu')
  const times: number[] = []
  for (let asked = 0; asked < perRound; asked++) times.push(await ask())
  const after = await market.ask<{ micros: number }>('cpu')
  return { ms: median(times), cpuMicros: (after.micros - before.micros) / perRound }
}

function describe(sides: readonly Side[]): string {
  const ms = median(sides.map((side) => side.ms))
  const micros = Math.round(median(sides.map((side) => side.cpuMicros)))
  return `${ms.toFixed(1)} ms, ${micros.toLocaleString('en')} µs cpu`
}

function next(): number {
  place += 1
  return place
}

/** What the gateway sends for the same rows. */
function scanBody(): string {
  const offset = next()
  return JSON.stringify({
    columns: defaultColumns('america'),
    filter: [],
    ignore_unknown_fields: false,
    options: { lang: 'en' },
    range: [offset, offset + 50],
    sort: { sortBy: 'market_cap_basic', sortOrder: 'desc', nullsFirst: false },
    symbols: { query: { types: [] } },
    markets: ['america'],
  })
}

async function ask(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  const startedAt = performance.now()
  const answer = await request(url, {
    dispatcher: agent,
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}`)
  return performance.now() - startedAt
}
