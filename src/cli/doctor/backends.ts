/** Whether the other programs of the configuration are there: Redis, the mail server, the bucket. */

import type { Backend } from '../../app/backends.ts'
import { type Finding, fail, ok } from './finding.ts'

const deadlineMs = 5000

export function examineBackends(backends: readonly Backend[], signal: AbortSignal): Promise<Finding[]> {
  return Promise.all(backends.map((backend) => examine(backend, signal)))
}

async function examine({ name, remedy, check }: Backend, signal: AbortSignal): Promise<Finding> {
  try {
    await check(AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]))
    return ok(name, 'answers')
  } catch (thrown) {
    signal.throwIfAborted()
    return fail(name, `does not answer as it should (${reasonOf(thrown)})`, remedy)
  }
}

/** A code or the kind of an error: its words may repeat an address with a password in it. */
function reasonOf(thrown: unknown): string {
  const { code, name } = thrown as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'no reason given')
}
