/** One event of a stream, encoded once for all its readers. */

import type { Failure } from '../../core/errors.ts'

export class LiveEvent {
  readonly name: string
  /** JSON on one line. */
  readonly data: string
  /** With which a reader resumes after this event. */
  readonly id: string | undefined
  #asText: string | undefined
  #asJson: string | undefined

  constructor(name: string, data: string, id?: string) {
    this.name = name
    this.data = data
    this.id = id
  }

  withId(id: string): LiveEvent {
    return new LiveEvent(this.name, this.data, id)
  }

  /** As server-sent event, one character per byte. */
  get text(): string {
    this.#asText ??= toAscii(
      `${this.id === undefined ? '' : `id: ${this.id}\n`}event: ${this.name}\ndata: ${this.data}\n\n`,
    )
    return this.#asText
  }

  /** As JSON object, for WebSockets. */
  get json(): string {
    this.#asJson ??= `{"event":"${this.name}"${this.id === undefined ? '' : `,"id":"${this.id}"`},"data":${this.data}}`
    return this.#asJson
  }
}

/** Escapes as in JSON, so that text needs no encoding when it is sent: data is the only part with other characters. */
function toAscii(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** What ends a stream, or what is wrong with a message, in the form of an error response. */
export function errorEvent(failure: Failure, context: Readonly<Record<string, unknown>> = {}): LiveEvent {
  const { code, message, details } = failure
  const error = { code, message, ...(details ? { details } : {}) }
  return new LiveEvent('error', JSON.stringify({ ...context, error, retry: failure.retry }))
}
