/** Starts the thread of an export, and ends it when nobody waits for the file or it takes too long. */

import { Worker } from 'node:worker_threads'
import { startDeadline } from '../../core/async/deadline.ts'
import { systemClock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { type ErrorCode, Failure } from '../../core/errors.ts'
import type { DataPackage } from '../../http/exports/data-package.ts'
import type { ExportRequest } from '../../http/exports/exporter.ts'
import type { DumpRequest } from './write-dump.ts'
import type { WrittenExport } from './write-export.ts'

/** The thread reads the settings again rather than being passed secrets. */
interface ThreadData<Kind, Request> {
  readonly kind: Kind
  readonly sources: LoadedConfig['sources']
  readonly request: Request
  /** The file or folder to write. */
  readonly path: string
}
type ListData = ThreadData<'list', ExportRequest>
type DumpData = ThreadData<'dump', DumpRequest>
export type ExportThreadData = ListData | DumpData

export type ExportOutcome<Written> =
  | { readonly written: Written }
  | {
      readonly failure: {
        readonly code: ErrorCode
        readonly message: string
        readonly details: Record<string, unknown> | undefined
        readonly retryAfterSeconds: number | undefined
      }
    }

/** Groups of rows and the indexes of a service; a thread that needs more ends alone. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/** Rejects with the reason of the signal, or with `export_too_large` after the time. The thread has ended by then. */
export async function runExportThread<Data extends ExportThreadData>(
  data: Data,
  timeoutMs: number,
  callerSignal: AbortSignal,
): Promise<Data extends ListData ? WrittenExport : DataPackage | undefined> {
  type Written = Awaited<ReturnType<typeof runExportThread<Data>>>
  using deadline = startDeadline(systemClock, timeoutMs, () => tookTooLong(timeoutMs), callerSignal)
  const { signal } = deadline
  signal.throwIfAborted()
  const worker = new Worker(new URL('./export-thread.ts', import.meta.url), {
    workerData: data,
    resourceLimits,
  })
  const terminate = () => void worker.terminate()
  signal.addEventListener('abort', terminate, { once: true })
  let outcome: ExportOutcome<Written> | undefined
  let error: NodeJS.ErrnoException | undefined
  worker.on('message', (message: ExportOutcome<Written>) => {
    outcome = message
  })
  worker.on('error', (thrown: NodeJS.ErrnoException) => {
    error = thrown
  })
  try {
    // `once` of events would reject as soon as the thread fails.
    await new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  } finally {
    signal.removeEventListener('abort', terminate)
  }
  signal.throwIfAborted()
  if (error?.code === 'ERR_WORKER_OUT_OF_MEMORY')
    throw new Failure('export_too_large', 'The export would need more memory than it may have.', {
      cause: error,
    })
  if (outcome === undefined) throw error ?? new Error('the thread of an export ended early')
  if ('written' in outcome) return outcome.written
  const { code, message, details, retryAfterSeconds } = outcome.failure
  throw new Failure(code, message, { details, retryAfterSeconds })
}

function tookTooLong(timeoutMs: number): Failure {
  return new Failure('export_too_large', `The export took longer than ${timeoutMs / 1000} seconds.`, {
    details: { unit: 'seconds', max: timeoutMs / 1000 },
  })
}
