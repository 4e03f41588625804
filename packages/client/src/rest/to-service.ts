/** Makes the methods of a service from its table. */

import type { Params } from './build-request.ts'
import type { CallOptions, OperationFacts, OperationTable } from './operation.ts'
import { pagesOf, rowsOf } from './pages.ts'
import { StartedCall } from './pending-call.ts'
import type { Answer } from './send.ts'

export type Ask = (facts: OperationFacts, params: Params, options: CallOptions) => Promise<Answer>

/** Types come from the generated interface, which is made from the same document as the table. */
export function toService<Service>(table: OperationTable<Service>, ask: Ask): Service {
  const methods = Object.entries<OperationFacts>(table).map(([name, facts]) => [name, toMethod(facts, ask)])
  return Object.freeze(Object.fromEntries(methods)) as Service
}

function toMethod(facts: OperationFacts, ask: Ask): unknown {
  const call = (params: Params = {}, options: CallOptions = {}) =>
    new StartedCall(ask(facts, params, options))
  const { paging } = facts
  if (paging === undefined) return call
  const pages = (params: Params = {}, options: CallOptions = {}) =>
    pagesOf(paging, params, async (asked) => (await ask(facts, asked, options)).body)
  return Object.assign(call, {
    pages,
    all: (params?: Params, options?: CallOptions) => rowsOf(pages(params, options)),
  })
}
