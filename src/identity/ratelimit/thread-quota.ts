/** Shares rate limits among the threads of one process: the main thread grants quota to those that answer requests. */

import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Clock } from '../../core/clock.ts'
import {
  QuotaCounter,
  type QuotaGrant,
  type QuotaRequest,
  type QuotaSource,
  type WindowLimit,
} from './quota-counter.ts'

interface RequestMessage {
  readonly id: number
  readonly subject: string
  readonly limits: readonly WindowLimit[]
  readonly request: QuotaRequest
}

interface GrantMessage {
  readonly id: number
  readonly grant: QuotaGrant
}

/** In the main thread. */
export class QuotaServer implements Disposable {
  readonly #clock: Clock
  readonly #counter = new QuotaCounter()
  readonly #ports = new Set<MessagePort>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The port of a new thread. It closes when the thread ends. */
  connect(): MessagePort {
    const { port1: ours, port2: theirs } = new MessageChannel()
    ours.on('message', ({ id, subject, limits, request }: RequestMessage) => {
      const grant = this.#counter.take(subject, limits, request, this.#clock.monotonic())
      ours.postMessage({ id, grant } satisfies GrantMessage)
    })
    ours.once('close', () => this.#ports.delete(ours))
    ours.unref()
    this.#ports.add(ours)
    return theirs
  }

  [Symbol.dispose](): void {
    for (const port of this.#ports) port.close()
  }
}

const pendingMax = 10_000

/** In a thread that answers requests. */
export function threadQuota(port: MessagePort): QuotaSource {
  const pending = new Map<number, (grant: QuotaGrant) => void>()
  let nextId = 0
  port.on('message', ({ id, grant }: GrantMessage) => {
    pending.get(id)?.(grant)
    pending.delete(id)
  })
  port.unref()
  return {
    name: 'The main thread',
    // It is in the same process: slow only when everything is.
    timeoutMs: 5000,
    take(subject, limits, request) {
      const id = nextId++
      const { promise, resolve } = Promise.withResolvers<QuotaGrant>()
      pending.set(id, resolve)
      // Its caller has timed out long ago.
      pending.delete(id - pendingMax)
      port.postMessage({ id, subject, limits, request } satisfies RequestMessage)
      return promise
    },
    async close() {
      port.close()
    },
  }
}
