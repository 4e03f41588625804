/** Writes the exports that requests of this worker ask for, one at a time. The queue is short, and each caller has only a few places in it. */

import { rm } from 'node:fs/promises'
import { Failure, isFailure } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import { CallerCounts } from '../../http/caller-counts.ts'
import type { ExportedList, Exporter, ExportRequest } from '../../http/exports/exporter.ts'
import { Semaphore } from '../../store/semaphore.ts'
import type { AppContext } from '../app-context.ts'
import { Spool } from './spool.ts'
import { runExportThread } from './start-export.ts'

/** Waiting, being written or being sent: each may be a file. */
const exportsMax = 8
/** Of these, for all callers without a credential: addresses cost nothing, and whoever reads slowly has a place for many minutes. */
const anonymousExportsMax = 4
/** Two at least: who reads one file after the other may ask for the next before the last one is removed. */
const callerExportsMax = { anonymous: 2, identified: 3 }
/** For those before it. Together with the longest `EXPORT_TIMEOUT_MS`, it is less than the time for which credits are held. */
const waitMsMax = 90_000

export async function createExporter({ loaded, clock }: AppContext): Promise<Exporter> {
  const { exports: settings, store } = loaded.config
  const { timeoutMs, bytesMax } = settings
  const spool = new Spool(store.dataDir, store.freeBytesMin)
  await spool.sweep(clock)
  const counts = new CallerCounts()
  const turns = new Semaphore({ permits: 1, waitingMax: exportsMax, waitMs: waitMsMax, name: 'exports' })
  const taken = { anonymous: 0, identified: 0 }

  function enter(principal: Principal): Disposable {
    const { identityId } = principal
    const kind = identityId === undefined ? 'anonymous' : 'identified'
    const callerMax = callerExportsMax[kind]
    if (counts.isFull(principal, callerMax))
      throw new Failure(
        'rate_limited',
        `You can have ${callerMax} at once of exports that wait or are sent.`,
        {
          details: { at_once: callerMax },
          retryAfterSeconds: 10,
        },
      )
    if (taken.anonymous + taken.identified >= exportsMax) throw tooManyExports()
    if (kind === 'anonymous' && taken.anonymous >= anonymousExportsMax) throw tooManyExports()
    counts.add(principal, 1)
    taken[kind] += 1
    return {
      [Symbol.dispose]: () => {
        counts.add(principal, -1)
        taken[kind] -= 1
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
    const release = await turns.acquire(signal).catch((thrown: unknown) => {
      throw isFailure(thrown, 'store_unavailable') ? tooManyExports() : thrown
    })
    try {
      const path = await spool.reserve(request.format, bytesMax)
      stack.defer(() => rm(path, { force: true }))
      const data = { kind: 'list', sources: loaded.sources, request, path } as const
      const written = await runExportThread(data, timeoutMs, signal)
      const resources = stack.move()
      return { ...written, path, [Symbol.asyncDispose]: () => resources.disposeAsync() }
    } finally {
      release()
    }
  }

  return { price: settings.credits, timeoutMs: waitMsMax + timeoutMs, write }
}

function tooManyExports(): Failure {
  return new Failure('overloaded', 'Too many exports wait or are sent.', { retryAfterSeconds: 30 })
}
