/** Creates the methods of a service from its table. */

import type { Params } from './build-request.ts'
import type { CallOptions, OperationInfo, OperationTable } from './operation.ts'
import { iteratePages, iterateRows } from './pages.ts'
import { PendingCall } from './pending-call.ts'
import type { CallResult } from './send.ts'

export type SendOperation = (
  facts: OperationInfo,
  params: Params,
  options: CallOptions,
) => Promise<CallResult>

/** The generated interface has the types; it comes from the same document as the table. */
export function toService<Service>(table: OperationTable<Service>, ask: SendOperation): Service {
  const methods = Object.entries<OperationInfo>(table).map(([name, facts]) => [name, toMethod(facts, ask)])
  return Object.freeze(Object.fromEntries(methods)) as Service
}

function toMethod(facts: OperationInfo, ask: SendOperation): unknown {
  const call = (params: Params = {}, options: CallOptions = {}) =>
    new PendingCall(ask(facts, params, options))
  const { paging } = facts
  if (paging === undefined) return call
  const pages = (params: Params = {}, options: CallOptions = {}) =>
    iteratePages(paging, params, async (asked) => (await ask(facts, asked, options)).body)
  return Object.assign(call, {
    pages,
    all: (params?: Params, options?: CallOptions) => iterateRows(pages(params, options)),
  })
}
