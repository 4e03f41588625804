/** Compares answers that come by way of something with asking the provider itself for as many rows. */

import { Agent, request } from 'undici'
import { defaultColumns } from '../src/services/market/scanner/columns.ts'
import { type Case, type Effort, type Mark, type Measured, median } from './case.ts'
import { Child } from './child.ts'
import { inTurns } from './interleave.ts'

interface MissFacts {
  readonly name: string
  readonly about: string
  readonly mark: Mark
  /** How many callers ask, each for the next thing when it has its answer. */
  readonly callers: number
  /** Through what, in place of the gateway. */
  readonly through?: string
}

interface Target {
  readonly origin: string
  readonly sandbox: string
}

interface Side {
  /** From first question to last answer, by their number: with one caller, how long an answer takes. */
  readonly ms: number
  /** Processor time of gateway and provider together, without a proxy's: what a busy machine disturbs least. */
  readonly cpuMicros: number
}

type Question = (agent: Agent, number: number) => Promise<void>

/** About half a second. */
const perRound = 400

export function missCase({ name, about, mark, callers, through }: MissFacts): Case {
  return {
    name,
    about,
    mark,
    async measure(effort) {
      await using market = await Child.start<Target>('market.ts')
      const { origin, sandbox } = market.ready
      if (through === undefined) {
        return await compare(effort, callers, market, toProvider(sandbox), toGateway(origin))
      }
      await using proxy = await Child.start<{ origin: string }>(through, [sandbox])
      return await compare(effort, callers, market, toProvider(sandbox), toProvider(proxy.ready.origin))
    },
  }
}

/** A filter that lets everything pass makes each question a new one with the same fifty rows. */
function toGateway(origin: string): Question {
  return (agent, number) => ask(agent, `${origin}/v1/screeners/america/search?filter=close%3E-${number}`, {})
}

/** What the gateway sends for the same rows. */
function toProvider(origin: string): Question {
  return (agent, number) => {
    const body = {
      columns: defaultColumns('america'),
      filter: [{ left: 'close', operation: 'greater', right: -number }],
      ignore_unknown_fields: false,
      options: { lang: 'en' },
      range: [0, 50],
      sort: { sortBy: 'market_cap_basic', sortOrder: 'desc', nullsFirst: false },
      symbols: { query: { types: [] } },
      markets: ['america'],
    }
    const headers = { host: 'scanner.tradingview.com' }
    return ask(agent, `${origin}/america/scan`, headers, JSON.stringify(body))
  }
}

async function compare(
  { rounds }: Effort,
  callers: number,
  market: Child<Target>,
  direct: Question,
  indirect: Question,
): Promise<Measured> {
  const agent = new Agent()
  let asked = 0
  const several = async (question: Question): Promise<Side> => {
    const before = await market.ask<{ micros: number }>('cpu')
    const startedAt = performance.now()
    let left = perRound
    const call = async () => {
      while (left-- > 0) await question(agent, ++asked)
    }
    await Promise.all(Array.from({ length: callers }, call))
    const ms = (performance.now() - startedAt) / perRound
    const after = await market.ask<{ micros: number }>('cpu')
    return { ms, cpuMicros: (after.micros - before.micros) / perRound }
  }
  const seen = await inTurns(rounds, { yardstick: () => several(direct), ours: () => several(indirect) })
  await agent.close()
  return {
    value: median(seen.map((pair) => pair.ours.ms / pair.yardstick.ms)),
    unit: '×',
    ours: describe(seen.map((pair) => pair.ours)),
    yardstick: describe(seen.map((pair) => pair.yardstick)),
    rounds: seen,
  }
}

function describe(sides: readonly Side[]): string {
  const ms = median(sides.map((side) => side.ms))
  const micros = Math.round(median(sides.map((side) => side.cpuMicros)))
  return `${ms.toFixed(2)} ms, ${micros.toLocaleString('en')} µs cpu`
}

async function ask(agent: Agent, url: string, headers: Record<string, string>, body?: string): Promise<void> {
  const answer = await request(url, {
    dispatcher: agent,
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}`)
}
