/** A method call from a client. */

export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** `undefined` for a payload that is not a call. */
export function parseCall(payload: string): Call | undefined {
  try {
    const { m: method, p: params } = JSON.parse(payload) ?? {}
    return typeof method === 'string' && Array.isArray(params) ? { method, params } : undefined
  } catch {
    return undefined
  }
}

/** Sent to the client as `critical_error`; the session stays usable. */
export class CallError extends Error {
  readonly reason: string

  constructor(reason: string, { method, params }: Call) {
    const args = params.map(toArgument).join(', ')
    super(`method: ${method}. args: "[${args.slice(0, 500)}]"`)
    this.reason = reason
  }
}

function toArgument(param: unknown): string {
  if (typeof param === 'string') return param
  try {
    return JSON.stringify(param)
  } catch {
    // What is nested too deep for the stack can be parsed, but not written.
    return '…'
  }
}

/** Throws `CallError`. */
export function textParam(call: Call, at: number): string {
  const param = call.params[at]
  if (typeof param !== 'string') throw new CallError('invalid parameters', call)
  return param
}

/** Throws `CallError`. */
export function objectParam(call: Call, at: number): Readonly<Record<string, unknown>> {
  const param = call.params[at]
  if (typeof param !== 'object' || param === null || Array.isArray(param)) {
    throw new CallError('invalid parameters', call)
  }
  return param as Record<string, unknown>
}

/** All text parameters from a position on; a trailing object holds flags that have no effect here. */
export function textParams(call: Call, from: number): string[] {
  return call.params.slice(from).filter((param) => typeof param === 'string')
}

/** Sends an event to the client. */
export type SendEvent = (method: string, params: readonly unknown[]) => void
