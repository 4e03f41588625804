/** One socket from the hello to the end: calls come in, sessions answer, and every second they look for news. */

import type { SandboxConnection } from '../../host.ts'
import { marketOf } from '../market.ts'
import { keyOfText } from '../prices/noise.ts'
import { type Call, CallError, parseCall, textAt } from './call.ts'
import { ChartSession } from './chart-session.ts'
import { frame, unframe } from './frames.ts'
import { QuoteSession } from './quote-session.ts'

const sessionsMax = 20
const wireMs = 5
const heartbeatMs = 30_000
const heartbeatsMissedMax = 2

/** A client that reads too slowly misses updates; one that goes on asking without reading is left. */
const unsentBytesMax = 4 * 1024 * 1024
const unreadBytesMax = 32 * 1024 * 1024

/** Calls of the real one that this one takes and has nothing to say to. */
const quiet: ReadonlySet<string> = new Set([
  'set_locale',
  'set_data_quality',
  'quote_hibernate_all',
  'request_more_tickmarks',
  'modify_study',
  'replay_create_session',
  'replay_delete_session',
  'replay_add_series',
  'replay_reset',
  'replay_step',
  'replay_start',
  'replay_stop',
])

/** Resolves when the other side has left. */
export async function converse(connection: SandboxConnection): Promise<void> {
  const conversation = new Conversation(connection)
  // By the real clock, as a wire would have it: some clients listen only a moment after they are connected.
  setTimeout(() => conversation.hello(), wireMs).unref()
  connection.socket.on('message', (data) => conversation.hear(String(data)))
  try {
    for (;;) {
      await connection.sleep(1000 - (connection.world.now() % 1000))
      conversation.tick()
    }
  } catch (error) {
    if (!connection.signal.aborted) throw error
  }
}

class Conversation {
  readonly #connection: SandboxConnection
  readonly #quotes = new Map<string, QuoteSession>()
  readonly #charts = new Map<string, ChartSession>()
  #waiting: (() => void)[] = []
  #heartbeats = 0
  #missed = 0
  #nextHeartbeatMs: number

  constructor(connection: SandboxConnection) {
    this.#connection = connection
    this.#nextHeartbeatMs = connection.world.now() + heartbeatMs
  }

  hello(): void {
    const now = this.#now()
    const id = keyOfText(0x50c, `${this.#connection.host} ${now}`)
    this.#write({
      session_id: `<0.${id % 100_000}.${(id >>> 17) % 1000}>_sandbox-charts-1`,
      timestamp: Math.floor(now / 1000),
      timestampMs: now,
      release: 'release_sandbox-1',
      studies_metadata_hash: id.toString(16).padStart(8, '0').repeat(5),
      auth_scheme_vsn: 2,
      protocol: 'json',
      via: '127.0.0.1:443',
      javastudies: [],
    })
  }

  hear(message: string): void {
    this.#guarded(() => {
      const problem = this.#takeAll(message)
      if (problem !== undefined) this.#end(problem)
    })
  }

  /** Nothing outside looks after what is thrown in an event: a defect closes this socket, no other. */
  #guarded(run: () => void): void {
    try {
      run()
    } catch {
      this.#connection.socket.close(1011)
    }
  }

  /** What is wrong with the message, if anything. */
  #takeAll(message: string): string | undefined {
    const payloads = unframe(message)
    if (payloads === undefined) return 'wrong data'
    for (const payload of payloads) {
      if (payload.startsWith('~h~')) {
        this.#missed = 0
        continue
      }
      const call = parseCall(payload)
      if (call === undefined) return 'wrong data'
      if (!this.#take(call)) return `unknown method: ${call.method.slice(0, 60)}`
    }
    return undefined
  }

  /** False for a method nobody knows. */
  #take(call: Call): boolean {
    try {
      return this.#run(call)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      this.#sendDated('critical_error', [String(call.params[0] ?? ''), error.reason, error.message])
      return true
    }
  }

  #run(call: Call): boolean {
    switch (call.method) {
      case 'set_auth_token':
        textAt(call, 0)
        return true
      case 'quote_create_session':
        this.#open(this.#quotes, call, (id) => new QuoteSession(id, this.#market(), this.#sendPlain))
        return true
      case 'quote_delete_session':
        this.#quotes.delete(textAt(call, 0))
        return true
      case 'quote_set_fields':
        this.#quote(call).setFields(call)
        return true
      case 'quote_add_symbols':
        this.#quote(call).addSymbols(call)
        return true
      case 'quote_remove_symbols':
        this.#quote(call).removeSymbols(call)
        return true
      case 'quote_fast_symbols':
        this.#quote(call).setFast(call)
        return true
      case 'chart_create_session':
        this.#open(
          this.#charts,
          call,
          (id) => new ChartSession(id, this.#market(), this.#sendChart, (run) => this.#later(run)),
        )
        return true
      case 'chart_delete_session':
        this.#charts.delete(textAt(call, 0))
        return true
      case 'resolve_symbol':
        this.#chart(call).resolveSymbol(call)
        return true
      case 'create_series':
        this.#chart(call).createSeries(call)
        return true
      case 'modify_series':
        this.#chart(call).modifySeries(call)
        return true
      case 'remove_series':
        this.#chart(call).removeSeries(call)
        return true
      case 'request_more_data':
        this.#chart(call).requestMoreData(call)
        return true
      case 'create_study':
        this.#chart(call).createStudy(call)
        return true
      case 'remove_study':
        this.#chart(call).removeStudy(call)
        return true
      case 'switch_timezone':
        this.#chart(call).switchTimezone(call)
        return true
      default:
        return quiet.has(call.method)
    }
  }

  #open<Session>(sessions: Map<string, Session>, call: Call, create: (id: string) => Session): void {
    const id = textAt(call, 0)
    if (this.#quotes.has(id) || this.#charts.has(id)) throw new CallError('session already exists', call)
    if (sessions.size >= sessionsMax) throw new CallError('too many sessions', call)
    sessions.set(id, create(id))
  }

  #quote(call: Call): QuoteSession {
    const session = this.#quotes.get(textAt(call, 0))
    if (session === undefined) throw new CallError('invalid session', call)
    return session
  }

  #chart(call: Call): ChartSession {
    const session = this.#charts.get(textAt(call, 0))
    if (session === undefined) throw new CallError('invalid session', call)
    return session
  }

  tick(): void {
    this.#heartbeat()
    const { socket } = this.#connection
    if (socket.readyState !== socket.OPEN || socket.bufferedAmount > unsentBytesMax) return
    for (const session of this.#quotes.values()) session.tick()
    for (const session of this.#charts.values()) session.tick()
  }

  /** The client must send it back; one that does not is gone. */
  #heartbeat(): void {
    if (this.#now() < this.#nextHeartbeatMs) return
    this.#nextHeartbeatMs = this.#now() + heartbeatMs
    if (this.#missed >= heartbeatsMissedMax) {
      this.#connection.socket.close(1001)
      return
    }
    this.#missed++
    this.#sendText(`~h~${++this.#heartbeats}`)
  }

  /** After all calls that came together, so that a series is loading before its symbol is resolved. */
  #later(run: () => void): void {
    this.#waiting.push(run)
    if (this.#waiting.length > 1) return
    setImmediate(() => {
      const waiting = this.#waiting
      this.#waiting = []
      for (const one of waiting) this.#guarded(one)
    })
  }

  #market() {
    return marketOf(this.#connection.world)
  }

  #now(): number {
    return this.#connection.world.now()
  }

  #sendPlain = (method: string, params: readonly unknown[]): void => {
    this.#write({ m: method, p: params })
  }

  /** Events of charts carry the time, updates do not. */
  #sendChart = (method: string, params: readonly unknown[]): void => {
    if (method === 'du') this.#sendPlain(method, params)
    else this.#sendDated(method, params)
  }

  #sendDated(method: string, params: readonly unknown[]): void {
    const now = this.#now()
    this.#write({ m: method, p: params, t: Math.floor(now / 1000), t_ms: now })
  }

  #write(value: unknown): void {
    this.#sendText(JSON.stringify(value))
  }

  #sendText(payload: string): void {
    const { socket } = this.#connection
    if (socket.bufferedAmount > unreadBytesMax) socket.terminate()
    if (socket.readyState === socket.OPEN) socket.send(frame(payload))
  }

  #end(reason: string): void {
    this.#write({ m: 'protocol_error', p: [reason] })
    this.#connection.socket.close(1000)
  }
}
