/**
 * The open connections. Each has one response in the making: what a client pipelines behind it waits, and is not even read
 * while something waits. Responses that nobody reads are counted, for each caller and in all.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'

interface Connection {
  /** The latest that was received. */
  latest: Received | undefined
  /** The one whose response is in the making, or was the last. */
  current: ServerResponse | undefined
  /** Received behind it: the runtime parses all that arrives at once. */
  readonly pipelined: { readonly response: ServerResponse; start(): void }[]
  unread: Unread | undefined
}

export interface Received {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** A response that was sent, but that its client has not read. */
interface Unread {
  readonly caller: string
  bytes: number
  /** When its client last read something. */
  readAt: number
}

/** Of one caller. A page of the longest list is about a megabyte. */
const callerUnreadBytesMax = 32 * 1024 * 1024
const totalUnreadBytesMax = 128 * 1024 * 1024
/** A client that reads nothing for this long is disconnected. */
const unreadMsMax = 20_000
const sweepMs = 1000

export class Connections {
  readonly #clock: Clock
  readonly #open = new Map<Socket, Connection>()
  /** By caller. */
  readonly #unreadBytes = new Map<string, number>()
  #totalUnreadBytes = 0
  #cancelSweep: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get unreadBytes(): number {
    return this.#totalUnreadBytes
  }

  listen(server: Server): void {
    server.on('connection', (socket) => {
      const connection: Connection = {
        latest: undefined,
        current: undefined,
        pipelined: [],
        unread: undefined,
      }
      this.#open.set(socket, connection)
      // The runtime resumes reading after every response.
      socket.on('resume', () => {
        if (connection.pipelined.length > 0) socket.pause()
      })
      socket.once('close', () => {
        this.#open.delete(socket)
        this.#setUnread(connection, undefined)
      })
    })
  }

  /** Resolves when all earlier responses of the connection are sent; undefined if they are. */
  receive(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { socket } = request
    const connection = this.#open.get(socket)
    if (connection === undefined) return undefined
    connection.latest = { request, response }
    if (connection.current === undefined || connection.current.closed) {
      connection.current = response
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    connection.pipelined.push({ response, start: resolve })
    if (connection.pipelined.length === 1) this.#waitForCurrent(socket, connection)
    return promise
  }

  /** The latest request of a connection. */
  latest(socket: Socket): Received | undefined {
    return this.#open.get(socket)?.latest
  }

  /** After a response to the caller was sent. */
  countUnread(caller: string, response: ServerResponse): void {
    const { socket } = response
    if (socket === null || socket.writableLength === 0) return
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    this.#setUnread(connection, { caller, bytes: socket.writableLength, readAt: this.#clock.monotonic() })
    response.once('close', () => this.#setUnread(connection, undefined))
    this.#cancelSweep ??= this.#clock.after(sweepMs, () => this.#sweep())
  }

  /** Whether the responses that nobody reads take all the memory that there is for them. */
  get isFull(): boolean {
    return this.#totalUnreadBytes > totalUnreadBytesMax
  }

  /** Throws `overloaded` if too much of what the caller has requested was not read. */
  checkUnread(caller: string): void {
    const bytes = this.#unreadBytes.get(caller) ?? 0
    if (bytes === 0 || (bytes <= callerUnreadBytesMax && !this.isFull)) return
    throw new Failure('overloaded', 'Read the responses to your other requests first.', {
      retryAfterSeconds: 1,
    })
  }

  /** Ends connections that never sent anything. */
  endSilent(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  #waitForCurrent(socket: Socket, connection: Connection): void {
    socket.pause()
    connection.current?.once('close', () => {
      const next = connection.pipelined.shift()
      if (socket.destroyed || next === undefined) return
      connection.current = next.response
      next.start()
      if (connection.pipelined.length === 0) socket.resume()
      else this.#waitForCurrent(socket, connection)
    })
  }

  #setUnread(connection: Connection, unread: Unread | undefined): void {
    if (connection.unread !== undefined) this.#addUnread(connection.unread.caller, -connection.unread.bytes)
    if (unread !== undefined) this.#addUnread(unread.caller, unread.bytes)
    connection.unread = unread
  }

  #addUnread(caller: string, added: number): void {
    this.#totalUnreadBytes += added
    const bytes = (this.#unreadBytes.get(caller) ?? 0) + added
    if (bytes > 0) this.#unreadBytes.set(caller, bytes)
    else this.#unreadBytes.delete(caller)
  }

  #sweep(): void {
    this.#cancelSweep = undefined
    const now = this.#clock.monotonic()
    for (const [socket, connection] of this.#open) {
      const { unread } = connection
      if (unread === undefined) continue
      const bytes = socket.writableLength
      if (bytes < unread.bytes) this.#setUnread(connection, { ...unread, bytes, readAt: now })
      else if (now - unread.readAt >= unreadMsMax) socket.destroy()
    }
    if (this.#totalUnreadBytes > 0) this.#cancelSweep = this.#clock.after(sweepMs, () => this.#sweep())
  }
}
