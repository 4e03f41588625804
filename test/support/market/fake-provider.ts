/** A provider of the market’s gateway that counts requests, and can fail or wait. */

import type { Failure } from '../../../src/core/errors.ts'
import type { UpstreamResponse } from '../../../src/services/market/gateway/upstream-client.ts'
import type { FakeClock } from '../fake-clock.ts'

export class FakeProvider {
  calls = 0
  failure: Failure | undefined
  gate: Promise<void> = Promise.resolve()
  readonly #clock: FakeClock

  constructor(clock: FakeClock) {
    this.#clock = clock
  }

  async fetch(): Promise<UpstreamResponse> {
    this.calls += 1
    const body = JSON.stringify({ call: this.calls })
    await this.gate
    if (this.failure) throw this.failure
    return {
      status: 200,
      url: 'https://provider.example/',
      headers: { 'content-type': 'application/json' },
      body,
      json: JSON.parse(body),
      receivedAt: this.#clock.now(),
    }
  }
}
