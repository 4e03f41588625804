/** The messages of one connection: each has a reference, which its response repeats. */

import { isObject } from '../socket/messages.ts'
import type { SendText, ServerEvent, ServerMessage } from './server-protocol.ts'

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

export class ServerRequests {
  readonly #send: SendText
  readonly #waiting: Request[] = []
  readonly #unanswered = new Map<string, OnResponse>()
  #count = 0

  constructor(send: SendText) {
    this.#send = send
  }

  add(message: ServerMessage, onResponse: OnResponse): void {
    this.#waiting.push({ message, onResponse })
    this.#sendNext()
  }

  /** False if the event is no response. */
  settle({ name, data }: ServerEvent): boolean {
    const { ref } = data
    if (typeof ref !== 'string') return false
    const onResponse = this.#unanswered.get(ref)
    this.#unanswered.delete(ref)
    onResponse?.(name === 'error' ? toRefusal(data) : undefined)
    this.#sendNext()
    return true
  }

  #sendNext(): void {
    while (this.#unanswered.size < unansweredMax) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#count += 1
      const ref = String(this.#count)
      this.#unanswered.set(ref, next.onResponse)
      this.#send(JSON.stringify({ ...next.message, ref }))
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
