/** Reads streams in tests: server-sent events, and the events of a WebSocket. */

import { WebSocket } from 'ws'

export interface ReadEvent {
  readonly id: string | undefined
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
  readonly data: any
}

/** For what hangs; a slow machine is not an error. */
const waitMsMax = 600_000

/** Events in order, with a wait for those that satisfy a test. */
export class EventLog {
  readonly events: ReadEvent[] = []
  #isClosed = false
  readonly #wakers = new Set<() => void>()

  add(event: ReadEvent): void {
    this.events.push(event)
    this.#wake()
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  /** The first event that satisfies the test, from `start` on. */
  async find(isIt: (event: ReadEvent) => boolean, start = 0): Promise<ReadEvent> {
    await this.until(() => this.events.slice(start).some(isIt))
    return this.events.slice(start).find(isIt) as ReadEvent
  }

  async until(isSo: () => boolean): Promise<void> {
    const deadline = AbortSignal.timeout(waitMsMax)
    while (!isSo()) {
      if (this.#isClosed && !isSo())
        throw new Error(`the stream ended after ${JSON.stringify(this.events.slice(-3))}`)
      await new Promise<void>((resolve, reject) => {
        const wake = () => {
          deadline.removeEventListener('abort', stop)
          resolve()
        }
        const stop = () => reject(new Error(`still waiting after ${JSON.stringify(this.events.slice(-3))}`))
        deadline.addEventListener('abort', stop, { once: true })
        this.#wakers.add(wake)
      })
    }
  }

  async untilClosed(): Promise<void> {
    if (!this.#isClosed) await this.until(() => this.#isClosed)
  }

  #wake(): void {
    const wakers = [...this.#wakers]
    this.#wakers.clear()
    for (const wake of wakers) wake()
  }
}

export interface EventStreamReader extends Disposable {
  readonly log: EventLog
  readonly response: Response
  /** Takes nothing more from the connection. */
  pause(): void
  resume(): void
}

export async function openEventStream(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStreamReader> {
  const stop = new AbortController()
  const response = await fetch(url, { headers, signal: stop.signal })
  const log = new EventLog()
  let pause = Promise.withResolvers<void>()
  pause.resolve()
  void readEvents(response, log, () => pause.promise).finally(() => log.close())
  return {
    log,
    response,
    pause: () => {
      pause = Promise.withResolvers()
    },
    resume: () => pause.resolve(),
    [Symbol.dispose]: () => stop.abort(),
  }
}

async function readEvents(
  { body }: Response,
  log: EventLog,
  untilResumed: () => Promise<void>,
): Promise<void> {
  let rest = ''
  try {
    for await (const chunk of body ?? []) {
      await untilResumed()
      const parts = (rest + Buffer.from(chunk).toString()).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/: ?(.*)/s, 2)))
        if (fields.data === undefined) continue
        log.add({ id: fields.id, event: fields.event ?? 'message', data: JSON.parse(fields.data) })
      }
    }
  } catch {
    // The reader or the server has ended the connection.
  }
}

export interface SocketReader extends Disposable {
  readonly log: EventLog
  readonly socket: WebSocket
  send(message: unknown): void
  /** Takes nothing more from the connection. */
  pause(): void
  resume(): void
}

export async function openStreamSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  options: { readonly autoPong?: boolean } = {},
): Promise<SocketReader> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers, ...options })
  const log = new EventLog()
  socket.on('message', (data) => {
    for (const event of JSON.parse(String(data)) as ReadEvent[]) log.add(event)
  })
  socket.on('close', () => log.close())
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  return {
    log,
    socket,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    [Symbol.dispose]: () => socket.terminate(),
  }
}
