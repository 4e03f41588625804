/** Sends requests to the sandbox over a real socket, for tests: by origin and host name, without redirects or retries. */

import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'undici'

export interface TestAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface TestRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export class TestClient implements AsyncDisposable {
  readonly #agent = new Agent({ pipelining: 1 })
  readonly #origin: string

  constructor({ origin }: { origin: string }) {
    this.#origin = origin
  }

  /** `ask('gazette.sandbox/api/towns')` */
  async ask(
    address: string,
    { method = 'GET', body, headers = {}, signal }: TestRequest = {},
  ): Promise<TestAnswer> {
    const { host, path } = splitAddress(address)
    const answer = await request(`${this.#origin}${path}`, {
      method,
      headers: { ...headers, host },
      dispatcher: this.#agent,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy()
  }
}

function splitAddress(address: string): { host: string; path: string } {
  const slash = address.indexOf('/')
  return slash < 0
    ? { host: address, path: '/' }
    : { host: address.slice(0, slash), path: address.slice(slash) }
}
