/** One call of a client: a method and its parameters, and how its mistakes are told. */

export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** `undefined` for what is no call at all. */
export function parseCall(payload: string): Call | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    if (typeof value !== 'object' || value === null || !('m' in value) || !('p' in value)) return undefined
    const { m: method, p: params } = value
    return typeof method === 'string' && Array.isArray(params) ? { method, params } : undefined
  } catch {
    return undefined
  }
}

/** Told to the session as `critical_error`; it stays usable. */
export class CallError extends Error {
  readonly reason: string

  constructor(reason: string, { method, params }: Call) {
    const shown = params
      .map((param) => (typeof param === 'string' ? param : JSON.stringify(param)))
      .join(', ')
    super(`method: ${method}. args: "[${shown.slice(0, 500)}]"`)
    this.reason = reason
  }
}

export function textAt(call: Call, at: number): string {
  const param = call.params[at]
  if (typeof param !== 'string') throw new CallError('invalid parameters', call)
  return param
}

/** All from a place on that are texts; an object at the end carries flags nobody needs here. */
export function textsFrom(call: Call, from: number): string[] {
  return call.params.slice(from).filter((param) => typeof param === 'string')
}
