/** Starts a second process for tests of the store and reads its output. */

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { TestDatabase } from './test-engines.ts'

export interface StoreTask {
  readonly database: TestDatabase['storeOptions']
  readonly task: 'open' | 'count' | 'publish' | 'lock'
}

export interface StoreTaskProcess {
  readonly process: ChildProcessByStdio<null, Readable, null>
  readonly lines: AsyncIterableIterator<string>
  /** The exit code, or the signal that ended the process. */
  readonly exited: Promise<number | string>
}

export function startStoreTask(task: StoreTask): StoreTaskProcess {
  const script = new URL('../programs/store-task.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return {
    process: child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    exited: ended,
  }
}

/** The 400 notices that the child publishes in a round; each contains the number of the round. */
export function noticesOfRound(round: number): Record<string, string>[] {
  return Array.from({ length: 400 }, (_, at) => ({
    id: `nt_${at}`,
    source_id: 'gazette',
    member_id: 'm',
    town: 'Aach',
    category: 'roads',
    published_on: '2026-11-01',
    title: `round ${round}`,
    hash: String(round),
    doc: '{}',
  }))
}
