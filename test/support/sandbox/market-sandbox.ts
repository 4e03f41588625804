/** The simulated provider over a real socket, for tests: any host, any header, a fixed clock. */

import { Agent, request } from 'undici'
import { marketHosts } from '../../../sandbox/market/index.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { FakeClock } from '../fake-clock.ts'

export interface MarketAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly json: any
}

export interface MarketRequest {
  readonly body?: unknown
  /** A form, encoded like a query. */
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestMarket extends AsyncDisposable {
  readonly sandbox: Sandbox
  readonly clock: FakeClock
  /** `ask('scanner/america/scan', { body: {…} })`: the first part of the host name, then the path. */
  ask(address: string, request?: MarketRequest): Promise<MarketAnswer>
}

/** A Friday while New York is open. */
export const fridayNoon = '2026-11-13T17:00:30Z'

export async function openTestMarket({ now = fridayNoon, seed = 'spring' } = {}): Promise<TestMarket> {
  const clock = new FakeClock(now)
  const sandbox = await startSandbox({ clock, seed, hosts: marketHosts() })
  const agent = new Agent()
  return {
    sandbox,
    clock,
    async ask(address, { body, form, headers = {} } = {}) {
      const slash = address.indexOf('/')
      const content = form === undefined ? undefined : new URLSearchParams(form).toString()
      const sent = content ?? (typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
      const answer = await request(`${sandbox.origin}${address.slice(slash)}`, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          host: `${address.slice(0, slash)}.tradingview.com`,
          origin: 'https://www.tradingview.com',
          'user-agent': 'test',
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        dispatcher: agent,
        ...(sent === undefined ? {} : { body: sent }),
      })
      const text = await answer.body.text()
      return { status: answer.statusCode, headers: answer.headers, text, json: parse(text) }
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy()
      await sandbox.close()
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
