/** Writes the exports that requests of this worker ask for, one at a time. The queue is short, and each caller has only a few places in it. */

import { rm } from 'node:fs/promises'
import { Failure } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import type { ExportedList, Exporter, ExportRequest } from '../../http/exports/exporter.ts'
import { CallerCounts } from '../../http/server/load/caller-counts.ts'
import { Semaphore } from '../../store/semaphore.ts'
import type { AppContext } from '../app-context.ts'
import { Spool } from './spool.ts'
import { runExportThread } from './start-export.ts'

/** Waiting, being written or being sent: each may be a file. */
const exportsMax = 8
/** Two at least: who reads one file after the other may ask for the next before the last one is removed. */
const callerExportsMax = { anonymous: 2, identified: 3 }

export async function createExporter({ loaded, clock }: AppContext): Promise<Exporter> {
  const { exports: settings, store } = loaded.config
  const { timeoutMs, bytesMax } = settings
  const spool = new Spool(store.dataDir, store.freeBytesMin)
  await spool.sweep(clock)
  const counts = new CallerCounts()
  // The request has a shorter time limit of its own.
  const turns = new Semaphore({ permits: 1, waitingMax: exportsMax, waitMs: 4 * timeoutMs, name: 'exports' })
  let count = 0

  function enter(principal: Principal): Disposable {
    const { identityId } = principal
    const callerMax = callerExportsMax[identityId === undefined ? 'anonymous' : 'identified']
    if (counts.isFull(principal, callerMax))
      throw new Failure(
        'rate_limited',
        `You can have ${callerMax} at once of exports that wait or are sent.`,
        {
          details: { at_once: callerMax },
          retryAfterSeconds: 10,
        },
      )
    if (count >= exportsMax)
      throw new Failure('overloaded', 'Too many exports wait or are sent.', { retryAfterSeconds: 30 })
    counts.add(principal, 1)
    count += 1
    return {
      [Symbol.dispose]: () => {
        counts.add(principal, -1)
        count -= 1
      },
    }
  }

  async function write(
    request: ExportRequest,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<ExportedList> {
    await using stack = new AsyncDisposableStack()
    stack.use(enter(principal))
    const release = await turns.acquire(signal)
    try {
      const path = await spool.reserve(request.format, bytesMax)
      stack.defer(() => rm(path, { force: true }))
      const deadline = AbortSignal.timeout(timeoutMs)
      const written = await runExportThread(
        { kind: 'list', sources: loaded.sources, request, path },
        AbortSignal.any([signal, deadline]),
      ).catch((thrown: unknown) => {
        throw deadline.aborted && !signal.aborted ? tookTooLong(timeoutMs) : thrown
      })
      const resources = stack.move()
      return { ...written, path, [Symbol.asyncDispose]: () => resources.disposeAsync() }
    } finally {
      release()
    }
  }

  // Waiting for those before it, and being written.
  return { price: settings.credits, timeoutMs: 2 * timeoutMs, write }
}

function tookTooLong(timeoutMs: number): Failure {
  return new Failure('export_too_large', `The export took longer than ${timeoutMs / 1000} seconds.`, {
    details: { unit: 'seconds', max: timeoutMs / 1000 },
  })
}
