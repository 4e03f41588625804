/** A client for each webhook: it knows the state of its receiver, and is disposed when nothing was sent for a while. */

import type { Clock } from '../../core/clock.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'

const idleMsMax = 60_000

interface Client {
  readonly outbound: OutboundClient
  usedAt: number
}

export class WebhookClients implements AsyncDisposable {
  readonly #create: (url: string) => OutboundClient
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #clients = new Map<string, Client>()

  constructor(create: (url: string) => OutboundClient, clock: Pick<Clock, 'monotonic'>) {
    this.#create = create
    this.#clock = clock
  }

  use(id: string, url: string): OutboundClient {
    let client = this.#clients.get(id)
    if (client === undefined) {
      client = { outbound: this.#create(url), usedAt: 0 }
      this.#clients.set(id, client)
    }
    client.usedAt = this.#clock.monotonic()
    return client.outbound
  }

  async disposeIdle(isSending: (id: string) => boolean): Promise<void> {
    const before = this.#clock.monotonic() - idleMsMax
    for (const [id, { usedAt }] of this.#clients)
      if (usedAt <= before && !isSending(id)) await this.dispose(id)
  }

  async dispose(id: string): Promise<void> {
    const client = this.#clients.get(id)
    this.#clients.delete(id)
    await client?.outbound[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const id of [...this.#clients.keys()]) await this.dispose(id)
  }
}
