/** Limits that the worker processes of one machine share: the first process lends, the others ask it. */

import cluster, { type Worker } from 'node:cluster'
import type { Clock } from '../../core/clock.ts'
import { LeaseKeeper, type LeaseSource } from './quota-counter.ts'

interface Question {
  readonly limitLease: { readonly id: number; readonly subject: string; readonly numbers: readonly number[] }
}

interface Answer {
  readonly limitLease: { readonly id: number; readonly reply: number[] }
}

/** In the first process: answers until it is disposed. */
export function lendToWorkers(clock: Clock): Disposable {
  const keeper = new LeaseKeeper()
  function onMessage(worker: Worker, message: unknown): void {
    if (!isOurs<Question>(message)) return
    const { id, subject, numbers } = message.limitLease
    const reply = keeper.ask(subject, numbers, clock.now())
    if (worker.isConnected()) worker.send({ limitLease: { id, reply } } satisfies Answer)
  }
  cluster.on('message', onMessage)
  return { [Symbol.dispose]: () => void cluster.off('message', onMessage) }
}

/** In a worker process. */
export function borrowFromPrimary(): LeaseSource {
  const waiting = new Map<number, (reply: number[]) => void>()
  let asked = 0
  function onMessage(message: unknown): void {
    if (!isOurs<Answer>(message)) return
    const { id, reply } = message.limitLease
    waiting.get(id)?.(reply)
    waiting.delete(id)
  }
  process.on('message', onMessage)
  return {
    name: 'The first process',
    // On this machine, so it is slow only when everything is; if it dies, so does the connection to it.
    answerMs: 5000,
    ask(subject, numbers) {
      if (!process.connected) return Promise.reject(new Error('the connection to it is closed'))
      const id = asked++
      const { promise, resolve } = Promise.withResolvers<number[]>()
      waiting.set(id, resolve)
      // What was not answered by then is not waited for any more.
      waiting.delete(id - waitingMax)
      process.send?.({ limitLease: { id, subject, numbers } } satisfies Question)
      return promise
    },
    async close() {
      process.off('message', onMessage)
    },
  }
}

const waitingMax = 10_000

function isOurs<Message extends Question | Answer>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'limitLease' in message
}
