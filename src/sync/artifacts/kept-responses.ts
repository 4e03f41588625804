/** Keeps the responses of a member in memory while they are saved, so that a short artifact is not read back from storage. */

import type { UpstreamResponse } from '../source.ts'

/** In characters of all bodies. Longer artifacts are read from storage one response at a time. */
const keptCharactersMax = 4 * 1024 ** 2

export class KeptResponses {
  #responses: UpstreamResponse[] | undefined = []
  #characters = 0

  /** Passes the responses on. */
  async *keep(responses: AsyncIterable<UpstreamResponse>): AsyncGenerator<UpstreamResponse> {
    for await (const response of responses) {
      this.#characters += response.body.length
      if (this.#characters > keptCharactersMax) this.#responses = undefined
      this.#responses?.push(response)
      yield response
    }
  }

  /** Undefined if they are too long. Releases each response with the next one, so it can be called once. */
  take(): AsyncIterable<UpstreamResponse> | undefined {
    const responses = this.#responses
    this.#responses = undefined
    return responses && releaseEach(responses)
  }
}

async function* releaseEach(responses: UpstreamResponse[]): AsyncGenerator<UpstreamResponse> {
  responses.reverse()
  for (let next = responses.pop(); next !== undefined; next = responses.pop()) yield next
}
