/** The messages of one connection: each has a reference, which its response repeats. */

import type { Clock } from '../clock.ts'
import { MarketConnectionError } from '../socket/errors.ts'
import { isObject } from '../socket/messages.ts'
import type { ServerConnection, ServerEvent, ServerMessage } from './server-protocol.ts'

/** Why the server does not do what a message says. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly isTemporary: boolean
  readonly retryAfterMs: number
}

/** Undefined if the server has done it. */
export type OnResponse = (refusal: Refusal | undefined) => void

interface Request {
  readonly message: ServerMessage
  readonly onResponse: OnResponse
}

/** A server closes connections with 32. */
const unansweredMax = 16
/** A connection on which a response takes longer counts as lost. */
const responseTimeoutMs = 30_000

export class ServerRequests {
  readonly #connection: ServerConnection
  readonly #clock: Clock
  readonly #waiting: Request[] = []
  readonly #unanswered = new Map<string, { onResponse: OnResponse; deadline: AbortController }>()
  #count = 0

  constructor(connection: ServerConnection, clock: Clock) {
    this.#connection = connection
    this.#clock = clock
  }

  add(message: ServerMessage, onResponse: OnResponse): void {
    this.#waiting.push({ message, onResponse })
    this.#sendNext()
  }

  /** False if the event is no response. */
  settle({ name, data }: ServerEvent): boolean {
    const { ref } = data
    if (typeof ref !== 'string') return false
    const request = this.#unanswered.get(ref)
    this.#unanswered.delete(ref)
    request?.deadline.abort()
    request?.onResponse(name === 'error' ? toRefusal(data) : undefined)
    this.#sendNext()
    return true
  }

  /** The connection has ended: there will be no responses. */
  end(): void {
    this.#waiting.length = 0
    for (const { deadline } of this.#unanswered.values()) deadline.abort()
  }

  #sendNext(): void {
    while (this.#unanswered.size < unansweredMax) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#count += 1
      const ref = String(this.#count)
      const deadline = new AbortController()
      this.#unanswered.set(ref, { onResponse: next.onResponse, deadline })
      this.#clock.sleep(responseTimeoutMs, deadline.signal).then(
        () => this.#connection.close(new MarketConnectionError(`no response within ${responseTimeoutMs} ms`)),
        () => {},
      )
      this.#connection.send(JSON.stringify({ ...next.message, ref }))
    }
  }
}

export function toRefusal({ error, retry }: ServerEvent['data']): Refusal {
  const { code, message, details } = isObject(error) ? error : {}
  const seconds = isObject(details) ? Number(details.retry_after_seconds) : Number.NaN
  return {
    code: typeof code === 'string' ? code : 'error',
    message: typeof message === 'string' ? message : '',
    isTemporary: retry === true,
    retryAfterMs: seconds > 0 ? Math.min(seconds, 300) * 1000 : 0,
  }
}
