/** Limits that the worker processes of one machine share: the first process lends, the others ask it. */

import cluster, { type Worker } from 'node:cluster'
import type { Clock } from '../../core/clock.ts'
import { QuotaCounter, type QuotaSource } from './quota-counter.ts'

interface ClusterRequest {
  readonly limitLease: { readonly id: number; readonly subject: string; readonly numbers: readonly number[] }
}

interface ClusterReply {
  readonly limitLease: { readonly id: number; readonly reply: number[] }
}

/** In the first process: answers until it is disposed. */
export function serveQuota(clock: Clock): Disposable {
  const counter = new QuotaCounter()
  function onMessage(worker: Worker, message: unknown): void {
    if (!isQuotaMessage<ClusterRequest>(message)) return
    const { id, subject, numbers } = message.limitLease
    const reply = counter.take(subject, numbers, clock.now())
    if (worker.isConnected()) worker.send({ limitLease: { id, reply } } satisfies ClusterReply)
  }
  cluster.on('message', onMessage)
  return { [Symbol.dispose]: () => void cluster.off('message', onMessage) }
}

/** In a worker process. */
export function clusterQuota(): QuotaSource {
  const pending = new Map<number, (reply: number[]) => void>()
  let nextId = 0
  function onMessage(message: unknown): void {
    if (!isQuotaMessage<ClusterReply>(message)) return
    const { id, reply } = message.limitLease
    pending.get(id)?.(reply)
    pending.delete(id)
  }
  process.on('message', onMessage)
  return {
    name: 'The first process',
    // On this machine, so it is slow only when everything is; if it dies, so does the connection to it.
    timeoutMs: 5000,
    take(subject, numbers) {
      if (!process.connected) return Promise.reject(new Error('the connection to it is closed'))
      const id = nextId++
      const { promise, resolve } = Promise.withResolvers<number[]>()
      pending.set(id, resolve)
      // What was not answered by then is not waited for any more.
      pending.delete(id - pendingMax)
      process.send?.({ limitLease: { id, subject, numbers } } satisfies ClusterRequest)
      return promise
    },
    async close() {
      process.off('message', onMessage)
    },
  }
}

const pendingMax = 10_000

function isQuotaMessage<Message extends ClusterRequest | ClusterReply>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'limitLease' in message
}
