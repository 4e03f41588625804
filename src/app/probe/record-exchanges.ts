/** Watches the requests of a source and saves them with their responses, redacted and bounded. */

import { isFailure } from '../../core/errors.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from '../../core/outbound/outbound.ts'
import type { Exchange } from './recording.ts'
import type { Redactor } from './redact.ts'

const exchangesMax = 1000
const charactersMax = 64 * 1024 ** 2

type ExchangeResult = Pick<Exchange, 'response' | 'failure'>

export class ExchangeRecorder {
  readonly #redactor: Redactor
  /** In the order of sending; undefined while the response is awaited. */
  readonly #exchanges: { readonly request: Exchange['request']; result?: ExchangeResult }[] = []
  #characters = 0
  #leftOut = 0

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  /** Requests that were sent and have ended. */
  get exchanges(): Exchange[] {
    return this.#exchanges.flatMap(({ request, result }) => (result ? [{ request, ...result }] : []))
  }

  /** Requests beyond the bounds. */
  get leftOut(): number {
    return this.#leftOut
  }

  observe(http: Outbound): Outbound {
    return {
      request: async (url, request) => {
        const finish = this.#start(url, request)
        try {
          const response = await http.request(url, request)
          finish({ response: this.#toResponse(response) })
          return response
        } catch (thrown) {
          finish(toFailure(thrown))
          throw thrown
        }
      },
      ...(http.stream ? { stream: (url, request) => this.#observeStream(http, url, request) } : {}),
    }
  }

  async #observeStream(http: Outbound, url: string, request: OutboundRequest) {
    const finish = this.#start(url, request)
    try {
      const response = await http.stream?.(url, request)
      if (!response) throw new TypeError('the client cannot stream')
      // Only a success is streamed, and its headers are not passed on.
      const toResult = (body: string) => ({
        response: this.#toResponse({ status: 200, url: response.url, headers: {}, body }),
      })
      return { ...response, text: recordText(response.text, toResult, finish) }
    } catch (thrown) {
      finish(toFailure(thrown))
      throw thrown
    }
  }

  #start(url: string, { method = 'GET', headers = {}, body }: OutboundRequest) {
    if (this.#exchanges.length >= exchangesMax) {
      this.#leftOut += 1
      return () => {}
    }
    const exchange: { request: Exchange['request']; result?: ExchangeResult } = {
      request: {
        method,
        url: this.#redactor.address(url),
        headers: this.#redactor.requestHeaders(headers),
        ...(body === undefined ? {} : { body: this.#redactor.body(body) }),
      },
    }
    this.#exchanges.push(exchange)
    return (result: ExchangeResult) => {
      this.#characters += result.response?.body.length ?? 0
      if (this.#characters <= charactersMax) exchange.result = result
      else this.#leftOut += 1
    }
  }

  #toResponse({ status, url, headers, body }: Pick<OutboundResponse, 'status' | 'url' | 'headers' | 'body'>) {
    return {
      status,
      url: this.#redactor.address(url),
      headers: this.#redactor.responseHeaders(headers),
      body: this.#redactor.body(body),
    }
  }
}

/** A reader that leaves early has the part that it read. */
async function* recordText(
  text: AsyncGenerator<string>,
  toResult: (text: string) => ExchangeResult,
  finish: (result: ExchangeResult) => void,
): AsyncGenerator<string> {
  const parts: string[] = []
  let failure: ExchangeResult | undefined
  try {
    for await (const part of text) {
      parts.push(part)
      yield part
    }
  } catch (thrown) {
    failure = toFailure(thrown)
    throw thrown
  } finally {
    finish(failure ?? toResult(parts.join('')))
  }
}

function toFailure(thrown: unknown): ExchangeResult {
  const code = isFailure(thrown) ? thrown.code : 'internal'
  return { failure: { code, message: isFailure(thrown) ? thrown.message : 'The request was stopped.' } }
}
