/** Carries a stream as server-sent events. */

import type { ServerResponse } from 'node:http'
import type { Carrier, CarrierListener } from './live-connection.ts'
import type { LiveEvent } from './live-event.ts'

/** How soon a reader connects again after the connection was lost. */
const retryMs = 1000

export class EventStream implements Carrier {
  readonly #response: ServerResponse

  /** The head of the response has been written. */
  constructor(response: ServerResponse) {
    this.#response = response
    response.write(`retry: ${retryMs}\n\n`, 'latin1')
  }

  get unsentBytes(): number {
    return this.#response.writableLength
  }

  get unacknowledged(): number {
    return 0
  }

  listen({ onDrained, onClosed }: CarrierListener): void {
    this.#response.on('drain', onDrained)
    this.#response.once('close', onClosed)
    // A reader may disconnect at any time.
    this.#response.on('error', () => {})
  }

  send(events: readonly LiveEvent[]): void {
    let text = ''
    for (const event of events) text += event.text
    this.#response.write(text, 'latin1')
  }

  requestAcknowledgement(): void {}

  beat(): boolean {
    this.#response.write(':\n\n', 'latin1')
    return true
  }

  close(last: LiveEvent | undefined): void {
    this.#response.end(last?.text ?? '', 'latin1')
  }

  destroy(): void {
    this.#response.destroy()
  }
}
