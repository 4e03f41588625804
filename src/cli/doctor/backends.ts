/** The doctor's checks of the configured backends: Redis, mail server, bucket. */

import type { Backend } from '../../app/backends.ts'
import { toClockFinding } from './clock.ts'
import { type Finding, fail, ok } from './finding.ts'

const deadlineMs = 5000

export async function examineBackends(backends: readonly Backend[], signal: AbortSignal): Promise<Finding[]> {
  return (await Promise.all(backends.map((backend) => examine(backend, signal)))).flat()
}

async function examine({ name, remedy, check }: Backend, signal: AbortSignal): Promise<Finding[]> {
  try {
    const { clockSkewMs } = await check(AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]))
    const clockFindings = clockSkewMs === undefined ? [] : [toClockFinding(name, clockSkewMs)]
    return [ok(name, 'answers'), ...clockFindings]
  } catch (thrown) {
    signal.throwIfAborted()
    return [fail(name, `check failed (${reasonOf(thrown)})`, remedy)]
  }
}

/** The code or name of an error. Its message may contain an address with a password. */
function reasonOf(thrown: unknown): string {
  const { code, name } = thrown as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown reason')
}
