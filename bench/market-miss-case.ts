/** Compares responses through a proxy with direct requests to the provider. */

import { Agent, request } from 'undici'
import { defaultColumns } from '../src/services/market/parameters/columns.ts'
import { type Case, type Effort, type Measurement, median, type Threshold } from './case.ts'
import { Child } from './child.ts'
import { interleave } from './interleave.ts'

interface MissCaseOptions {
  readonly name: string
  readonly about: string
  readonly mark?: Threshold
  /** Number of concurrent callers; each sends its next request after the response. */
  readonly callers: number
  /** Through what, in place of the gateway. */
  readonly proxy?: string
}

interface Target {
  readonly origin: string
  readonly sandbox: string
}

interface Side {
  /** Total time divided by the number of requests; with one caller, the latency. */
  readonly ms: number
  /** Processor time of gateway and provider together, without a proxy's: what a busy machine disturbs least. */
  readonly cpuMicros: number
}

type SendQuery = (agent: Agent, number: number) => Promise<void>

/** About half a second. */
const requestsPerRound = 400

export function missCase({ name, about, mark, callers, proxy: through }: MissCaseOptions): Case {
  return {
    name,
    description: about,
    threshold: mark,
    async measure(effort) {
      await using market = await Child.start<Target>('market.ts')
      const { origin, sandbox } = market.ready
      if (through === undefined) {
        return await compare(effort, callers, market, queryProvider(sandbox), queryGateway(origin))
      }
      await using proxy = await Child.start<{ origin: string }>(through, [sandbox])
      return await compare(effort, callers, market, queryProvider(sandbox), queryProvider(proxy.ready.origin))
    },
  }
}

/** One caller; the value is how many milliseconds longer the gateway takes than a proxy that does nothing. */
export function missOverProxyCase({
  name,
  about,
  mark,
}: Pick<MissCaseOptions, 'name' | 'about' | 'mark'>): Case {
  return {
    name,
    description: about,
    threshold: mark,
    async measure(effort) {
      await using market = await Child.start<Target>('market.ts')
      const { origin, sandbox } = market.ready
      await using proxy = await Child.start<{ origin: string }>('bare-proxy.ts', [sandbox])
      const toProxy = queryProvider(proxy.ready.origin)
      const compared = await compare(effort, 1, market, toProxy, queryGateway(origin))
      const seen = compared.rounds as readonly { readonly baseline: Side; readonly ours: Side }[]
      return {
        ...compared,
        value: median(seen.map(({ baseline, ours }) => ours.ms - baseline.ms)),
        unit: 'ms',
      }
    },
  }
}

/** A filter that matches everything makes each request unique, with the same fifty rows. */
function queryGateway(origin: string): SendQuery {
  return (agent, number) =>
    fetchOk(agent, `${origin}/v1/screeners/america/search?filter=close%3E-${number}`, {})
}

/** What the gateway sends for the same rows. */
function queryProvider(origin: string): SendQuery {
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
    return fetchOk(agent, `${origin}/america/scan`, headers, JSON.stringify(body))
  }
}

async function compare(
  { rounds }: Effort,
  callers: number,
  market: Child<Target>,
  direct: SendQuery,
  indirect: SendQuery,
): Promise<Measurement> {
  const agent = new Agent()
  let asked = 0
  const several = async (question: SendQuery): Promise<Side> => {
    const before = await market.request<{ micros: number }>('cpu')
    const startedAt = performance.now()
    let left = requestsPerRound
    const call = async () => {
      while (left-- > 0) await question(agent, ++asked)
    }
    await Promise.all(Array.from({ length: callers }, call))
    const ms = (performance.now() - startedAt) / requestsPerRound
    const after = await market.request<{ micros: number }>('cpu')
    return { ms, cpuMicros: (after.micros - before.micros) / requestsPerRound }
  }
  const seen = await interleave(rounds, { baseline: () => several(direct), ours: () => several(indirect) })
  await agent.close()
  return {
    value: median(seen.map((pair) => pair.ours.ms / pair.baseline.ms)),
    unit: '×',
    ours: describe(seen.map((pair) => pair.ours)),
    baseline: describe(seen.map((pair) => pair.baseline)),
    rounds: seen,
  }
}

function describe(sides: readonly Side[]): string {
  const ms = median(sides.map((side) => side.ms))
  const micros = Math.round(median(sides.map((side) => side.cpuMicros)))
  return `${ms.toFixed(2)} ms, ${micros.toLocaleString('en')} µs cpu`
}

async function fetchOk(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<void> {
  const answer = await request(url, {
    dispatcher: agent,
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}`)
}
