/** Whether the server should receive requests: `/healthz`. */

import { abortable } from '../core/async/abortable.ts'
import { SingleFlight } from '../core/async/single-flight.ts'
import { readFreeBytes } from '../core/data-folder.ts'
import { Failure } from '../core/errors.ts'
import type { LoadShedder } from '../http/server/load/load-shedder.ts'
import type { Store } from '../store/store.ts'

interface ReadinessOptions {
  readonly store: Pick<Store, 'ping'>
  readonly loadShedder: Pick<LoadShedder, 'assertNotDraining'>
  readonly dataDir: string
  readonly freeBytesMin: number
}

const checkTimeoutMs = 5000

/** Throws if the server is not ready. Health checks are not rate-limited, so concurrent ones share one check. */
export function createReadiness(options: ReadinessOptions): (signal: AbortSignal) => Promise<void> {
  const checks = new SingleFlight<void>()
  async function check(): Promise<void> {
    await options.store.ping(AbortSignal.timeout(checkTimeoutMs))
    await checkDisk(options)
  }
  return async (signal) => {
    options.loadShedder.assertNotDraining()
    await abortable(checks.run('ready', check), signal)
  }
}

async function checkDisk({ dataDir, freeBytesMin }: ReadinessOptions): Promise<void> {
  const free_bytes = await readFreeBytes(dataDir).catch((cause: unknown) => {
    throw new Failure('store_unavailable', 'The disk of the data folder cannot be read.', { cause })
  })
  if (free_bytes >= freeBytesMin) return
  throw new Failure('store_unavailable', 'The disk of the data folder is full or almost full.', {
    details: { free_bytes, free_bytes_min: freeBytesMin },
  })
}
