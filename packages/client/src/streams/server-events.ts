/** Reads server-sent events of the server over connections that are opened again, each after the last event received. */

import { type Backoff, retryDelayMs } from '../backoff.ts'
import type { Clock, RandomSource } from '../clock.ts'
import { ApiError, BroadsheetError, ConnectionError, UnexpectedResponseError } from '../errors.ts'
import { toApiError } from '../rest/to-api-error.ts'
import type { ConnectionChange } from '../socket/reconnecting-connection.ts'

export interface ServerEvent {
  readonly id: string | undefined
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface EventOptions {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: RandomSource
  readonly headers: Readonly<Record<string, string>>
  readonly backoff: Backoff
  /** Without a byte for this long, the connection counts as lost. The server sends one every 15 seconds. */
  readonly idleTimeoutMs: number
  onChange(change: ConnectionChange): void
}

/** A longer event ends the connection. */
const eventCharsMax = 1_000_000

/** The longest delay that the server can ask for. */
const retryAfterMsMax = 300_000

/** Connects again without end; throws only an error that does not go away. */
export async function* readServerEvents(
  url: string,
  options: EventOptions,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, undefined> {
  let lastId: string | undefined
  for (let failures = 0; !signal.aborted; ) {
    options.onChange({ state: 'connecting' })
    let error: unknown
    try {
      for await (const event of readOnce(url, lastId, options, signal)) {
        failures = 0
        lastId = event.id ?? lastId
        yield event
      }
    } catch (thrown) {
      if (isPermanent(thrown)) throw thrown
      error = thrown
    }
    if (signal.aborted) return undefined
    failures += 1
    await waitToRetry(error, failures, options, signal)
  }
  return undefined
}

/** A little longer after each failure in a row, up to a maximum. Ends at once when the signal aborts. */
export async function waitToRetry(
  error: unknown,
  failures: number,
  { clock, random, backoff, onChange }: EventOptions,
  signal: AbortSignal,
): Promise<void> {
  const isAnswer = error instanceof ApiError || error instanceof UnexpectedResponseError
  const askedMs = Math.min(retryAfterMsMax, (isAnswer ? error.retryAfterMs : undefined) ?? 0)
  const retryInMs = Math.max(askedMs, retryDelayMs(backoff, failures, random))
  onChange({ state: 'waiting', error, retryInMs })
  await clock.sleep(retryInMs, signal).catch(() => {})
}

async function* readOnce(
  url: string,
  lastId: string | undefined,
  { fetch, clock, headers, idleTimeoutMs, onChange }: EventOptions,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const stop = new AbortController()
  const forward = () => stop.abort(signal.reason)
  signal.addEventListener('abort', forward, { once: true })
  try {
    const response = await withIdleTimeout(clock, idleTimeoutMs, stop, () =>
      fetch(url, {
        headers: {
          ...headers,
          accept: 'text/event-stream',
          ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
        },
        signal: stop.signal,
        redirect: 'manual',
      }),
    )
    if (!response.ok) throw toApiError(response, await response.text(), clock.now())
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new UnexpectedResponseError('no stream of events', response.status)
    onChange({ state: 'connected' })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const parser = new EventParser()
    for (;;) {
      const { value, done } = await withIdleTimeout(clock, idleTimeoutMs, stop, () => reader.read())
      if (done) return
      yield* parser.push(value)
    }
  } catch (thrown) {
    if (thrown instanceof ApiError || thrown instanceof UnexpectedResponseError) throw thrown
    throw new ConnectionError('the stream was cut off', { cause: thrown })
  } finally {
    signal.removeEventListener('abort', forward)
    stop.abort()
  }
}

/** Aborts the connection if the work takes too long. */
async function withIdleTimeout<Result>(
  clock: Clock,
  ms: number,
  stop: AbortController,
  work: () => Promise<Result>,
): Promise<Result> {
  const settled = new AbortController()
  clock.sleep(ms, settled.signal).then(
    () => stop.abort(new ConnectionError(`nothing was heard for ${ms} ms`)),
    () => {},
  )
  try {
    return await work()
  } finally {
    settled.abort()
  }
}

/** Whether the same request would get the error again. */
export function isPermanent(thrown: unknown): boolean {
  return !(thrown instanceof BroadsheetError && thrown.shouldRetry)
}

/** The format of server-sent events, as far as the server uses it. */
export class EventParser {
  #rest = ''

  push(text: string): ServerEvent[] {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    if (this.#rest.length > eventCharsMax) throw new RangeError('an event is too long')
    return blocks.flatMap(toEvent)
  }
}

function toEvent(block: string): ServerEvent[] {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart())
  }
  const text = fields.get('data')
  if (text === undefined) return []
  try {
    const data: unknown = JSON.parse(text)
    if (typeof data !== 'object' || data === null) return []
    const event = { id: fields.get('id'), name: fields.get('event') ?? 'message' }
    return [{ ...event, data: data as Readonly<Record<string, unknown>> }]
  } catch {
    return []
  }
}
