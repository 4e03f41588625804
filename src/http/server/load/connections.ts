/**
 * The open connections. Each has one response in the making: what a client pipelines behind it waits, and nothing more is read
 * while something waits. Responses that nobody reads are counted, for each caller and in all. A connection whose requests are
 * refused again and again is read once a second: to refuse thousands a second would take the time of everybody else.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import { CallerCounts, type CountedCaller } from '../../caller-counts.ts'
import { connectionAddress } from '../../request/address-resolver.ts'

interface Connection {
  /** The latest that was received. */
  latest: Received | undefined
  /** The one whose response is in the making, or was the last. */
  current: ServerResponse | undefined
  /** Received behind it: the runtime parses all that arrives at once. */
  readonly pipelined: { readonly response: ServerResponse; start(): void }[]
  /** Who gets the current response; undefined for streams, which have limits of their own. */
  caller: CountedCaller | undefined
  /** When the client had last taken enough, and how much it had taken by then. */
  takenBytes: number
  takenAt: number
  /** Requests that were refused, less those that were not, and when the next one is handled. */
  refusals: number
  restsUntil: number
}

export interface Received {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** What arrives at once can be more: the runtime makes two objects of every request, which take far more memory than a short one. */
const pipelinedMax = 1000
/** Of one caller. A page of the longest list is about a megabyte. */
const callerUnreadBytesMax = 32 * 1024 * 1024
const totalUnreadBytesMax = 128 * 1024 * 1024
/** A client that takes less than this in this time is disconnected: 4 kB a second. */
const takenBytesMin = 81_920
const unreadMsMax = 20_000
const lookMs = 100
/** A client that waits as `Retry-After` says never has as many. */
const refusalsMax = 20
const restMs = 1000

export class Connections {
  readonly #clock: Clock
  readonly #open = new Map<Socket, Connection>()
  /** By caller, at the last look. */
  #unreadBytes = new CallerCounts()
  #totalUnreadBytes = 0
  /** Whether somebody has too many, so that requests have to be checked. */
  #isOver = false
  #cancelLook: (() => void) | undefined

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
        caller: undefined,
        takenBytes: 0,
        takenAt: this.#clock.monotonic(),
        refusals: 0,
        restsUntil: 0,
      }
      this.#open.set(socket, connection)
      // The runtime resumes reading after every response.
      socket.on('resume', () => {
        if (connection.pipelined.length > 0) socket.pause()
      })
      socket.once('close', () => {
        this.#open.delete(socket)
        for (const { start } of connection.pipelined.splice(0)) start()
      })
      this.#cancelLook ??= this.#clock.after(lookMs, () => this.#look())
    })
  }

  /** Resolves when the request is to be handled: all earlier responses of the connection are sent, or it is closed. Undefined if that is now. */
  receive(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { socket } = request
    const connection = this.#open.get(socket)
    if (connection === undefined) return undefined
    connection.latest = { request, response }
    if (connection.current === undefined || connection.current.closed) {
      connection.current = response
      return this.#rest(socket, connection)
    }
    if (connection.pipelined.length >= pipelinedMax) socket.destroy()
    const { promise, resolve } = Promise.withResolvers<void>()
    connection.pipelined.push({ response, start: resolve })
    if (connection.pipelined.length === 1) this.#waitForCurrent(socket, connection)
    return promise
  }

  /** The latest request of a connection. */
  latest(socket: Socket): Received | undefined {
    return this.#open.get(socket)?.latest
  }

  /** Says who gets the response that the connection sends now. */
  setCaller({ socket }: IncomingMessage, caller: CountedCaller | undefined): void {
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    connection.caller = caller
    if (connection.refusals > 0) connection.refusals -= 1
  }

  /** Says that a request was refused with a time to wait. `address`: of its caller, who does not share the connection. */
  refuse({ socket }: IncomingMessage, address: string): void {
    const connection = this.#open.get(socket)
    // A proxy sends the requests of many callers over one connection.
    if (connection === undefined || address !== connectionAddress(socket)) return
    connection.refusals = Math.min(connection.refusals + 1, 2 * refusalsMax)
    connection.restsUntil = this.#clock.monotonic() + restMs
  }

  /** Whether a caller, or all together, have too many responses that nobody reads. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Throws `overloaded` if too much of what the caller has requested was not read. */
  checkUnread(caller: CountedCaller): void {
    if (!this.#isOver) return
    const isTotalOver = this.#totalUnreadBytes > totalUnreadBytesMax && this.#unreadBytes.of(caller) > 0
    if (!isTotalOver && !this.#unreadBytes.isFull(caller, callerUnreadBytesMax)) return
    throw new Failure('overloaded', 'Read the responses to your other requests first.', {
      retryAfterSeconds: 1,
    })
  }

  /** Ends connections that never sent anything. */
  endSilent(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Undefined if there is no need to. */
  #rest(socket: Socket, { refusals, restsUntil }: Connection): Promise<void> | undefined {
    const restsMs = restsUntil - this.#clock.monotonic()
    if (refusals <= refusalsMax || restsMs <= 0) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#clock.after(restsMs, resolve)
    socket.once('close', resolve)
    return promise.then(() => {
      cancel()
      socket.off('close', resolve)
    })
  }

  #waitForCurrent(socket: Socket, connection: Connection): void {
    socket.pause()
    connection.current?.once('close', async () => {
      const rest = socket.destroyed ? undefined : this.#rest(socket, connection)
      if (rest) await rest
      const next = connection.pipelined.shift()
      if (socket.destroyed || next === undefined) return next?.start()
      connection.current = next.response
      next.start()
      if (connection.pipelined.length === 0) socket.resume()
      else this.#waitForCurrent(socket, connection)
    })
  }

  /** Looking at all connections is cheaper than noting every response, nearly all of which are read at once. */
  #look(): void {
    const now = this.#clock.monotonic()
    const unread = new CallerCounts()
    let total = 0
    let isCallerOver = false
    for (const [socket, connection] of this.#open) {
      const { caller } = connection
      const bytes = socket.writableLength
      const taken = socket.bytesWritten - bytes
      if (caller === undefined || bytes === 0 || taken - connection.takenBytes >= takenBytesMin) {
        connection.takenAt = now
        connection.takenBytes = taken
      }
      if (now - connection.takenAt >= unreadMsMax) socket.destroy()
      else if (caller !== undefined && bytes > 0) {
        unread.add(caller, bytes)
        isCallerOver ||= unread.isFull(caller, callerUnreadBytesMax)
        total += bytes
      }
    }
    this.#unreadBytes = unread
    this.#totalUnreadBytes = total
    this.#isOver = total > totalUnreadBytesMax || isCallerOver
    this.#cancelLook = this.#open.size > 0 ? this.#clock.after(lookMs, () => this.#look()) : undefined
  }
}
