/** Shares rate limits among the worker processes of one machine: the primary process grants quota to the workers. */

import cluster, { type Worker } from 'node:cluster'
import type { Clock } from '../../core/clock.ts'
import {
  QuotaCounter,
  type QuotaGrant,
  type QuotaRequest,
  type QuotaSource,
  type WindowLimit,
} from './quota-counter.ts'

interface RequestMessage {
  readonly quotaRequest: {
    readonly id: number
    readonly subject: string
    readonly limits: readonly WindowLimit[]
    readonly request: QuotaRequest
  }
}

interface GrantMessage {
  readonly quotaGrant: { readonly id: number; readonly grant: QuotaGrant }
}

/** In the primary process: serves the workers until it is disposed. */
export function serveQuota(clock: Clock): Disposable {
  const counter = new QuotaCounter()
  function onMessage(worker: Worker, message: Partial<RequestMessage> | undefined): void {
    if (!message?.quotaRequest) return
    const { id, subject, limits, request } = message.quotaRequest
    const grant = counter.take(subject, limits, request, clock.monotonic())
    if (worker.isConnected()) worker.send({ quotaGrant: { id, grant } } satisfies GrantMessage)
  }
  cluster.on('message', onMessage)
  return { [Symbol.dispose]: () => void cluster.off('message', onMessage) }
}

const pendingMax = 10_000

/** In a worker process. */
export function clusterQuota(): QuotaSource {
  const pending = new Map<number, (grant: QuotaGrant) => void>()
  let nextId = 0
  function onMessage(message: Partial<GrantMessage> | undefined): void {
    if (!message?.quotaGrant) return
    const { id, grant } = message.quotaGrant
    pending.get(id)?.(grant)
    pending.delete(id)
  }
  process.on('message', onMessage)
  return {
    name: 'The primary process',
    // It is on the same machine: slow only when everything is, and the connection closes if it dies.
    timeoutMs: 5000,
    take(subject, limits, request) {
      if (!process.connected) return Promise.reject(new Error('the connection to it is closed'))
      const id = nextId++
      const { promise, resolve } = Promise.withResolvers<QuotaGrant>()
      pending.set(id, resolve)
      // Its caller has timed out long ago.
      pending.delete(id - pendingMax)
      process.send?.({ quotaRequest: { id, subject, limits, request } } satisfies RequestMessage)
      return promise
    },
    async close() {
      process.off('message', onMessage)
    },
  }
}
