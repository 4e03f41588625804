/**
 * The responses of a member in memory, as far as they fit: they can be compared with those of the last list before
 * anything is stored, and a short artifact is not read back from storage.
 */

import { createHash } from 'node:crypto'
import type { UpstreamResponse } from '../source.ts'

/** Of all bodies, in bytes as received, or else in characters. Longer artifacts are read from storage one response at a time. */
const lengthMax = 4 * 1024 ** 2

export class ReceivedResponses implements AsyncDisposable {
  readonly #iterator: AsyncIterator<UpstreamResponse>
  #responses: UpstreamResponse[] = []
  /** Whether all responses are in memory. */
  #isComplete = false

  private constructor(responses: AsyncIterable<UpstreamResponse>) {
    this.#iterator = responses[Symbol.asyncIterator]()
  }

  /** Resolves when all have been received, or as many as fit in memory. */
  static async receive(responses: AsyncIterable<UpstreamResponse>): Promise<ReceivedResponses> {
    const received = new ReceivedResponses(responses)
    let length = 0
    while (length <= lengthMax) {
      const { done, value } = await received.#iterator.next()
      if (done) {
        received.#isComplete = true
        break
      }
      length += value.bytes?.length ?? value.body.length
      received.#responses.push(value)
    }
    return received
  }

  /**
   * Identifies the responses, whenever they were received. Undefined if they do not fit in memory. The texts in
   * `ignoredFields` may differ.
   */
  digest(prefix: string, ignoredFields: readonly string[] = []): string | undefined {
    if (!this.#isComplete) return undefined
    // Half the time of SHA-256 where the processor has no instructions for that.
    const hash = createHash('sha512').update(prefix)
    for (const { kind, url, body, bytes } of this.#responses) {
      if (bytes === undefined || ignoredFields.length === 0) {
        hash.update(`\n${kind} ${url} ${body.length}\n`).update(bytes ?? body)
        continue
      }
      const parts = withoutTexts(bytes, ignoredFields)
      const length = parts.reduce((sum, part) => sum + part.length, 0)
      hash.update(`\n${kind} ${url} ${length} of more\n`)
      for (const part of parts) hash.update(part)
    }
    return hash.digest('base64url').slice(0, 43)
  }

  /** Undefined if there are several, or if it does not fit in memory. */
  only(): UpstreamResponse | undefined {
    return this.#isComplete && this.#responses.length === 1 ? this.#responses[0] : undefined
  }

  /** All of them, also those that do not fit in memory. Can be called once. */
  async *all(): AsyncGenerator<UpstreamResponse> {
    if (this.#isComplete) return yield* this.#responses
    yield* releaseEach(this.#responses)
    for (let next = await this.#iterator.next(); !next.done; next = await this.#iterator.next())
      yield next.value
  }

  /** Undefined if they do not fit in memory. Releases each response with the next one, so it can be called once. */
  take(): AsyncIterable<UpstreamResponse> | undefined {
    const responses = this.#responses
    this.#responses = []
    // The bytes are in the artifact by now.
    return this.#isComplete ? releaseEach(responses.map(({ bytes: _, ...response }) => response)) : undefined
  }

  /** Ends requests whose responses nobody has read. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isComplete) await this.#iterator.return?.()
  }
}

const quote = 34
const backslash = 92

/**
 * The JSON without the texts in these fields. Within a text quotes are escaped, so the name of a field followed by a colon
 * is a field.
 */
function withoutTexts(json: Buffer, fields: readonly string[]): Buffer[] {
  let parts = [json]
  for (const field of fields) {
    const opening = Buffer.from(`"${field}":"`)
    parts = parts.flatMap((part) => splitAtTexts(part, opening))
  }
  return parts
}

/** A text with an escape stays: its end would have to be searched for. */
function splitAtTexts(json: Buffer, opening: Buffer): Buffer[] {
  const parts: Buffer[] = []
  let start = 0
  for (let at = json.indexOf(opening); at !== -1; at = json.indexOf(opening, at + opening.length)) {
    const text = at + opening.length
    const end = json.indexOf(quote, text)
    if (end === -1) break
    if (json.subarray(text, end).includes(backslash)) continue
    parts.push(json.subarray(start, text))
    start = end
  }
  parts.push(json.subarray(start))
  return parts
}

async function* releaseEach(responses: UpstreamResponse[]): AsyncGenerator<UpstreamResponse> {
  responses.reverse()
  for (let next = responses.pop(); next !== undefined; next = responses.pop()) yield next
}
