/** One socket connection: runs the calls of the client, and lets its sessions send updates every second. */

import type { SandboxConnection } from '../../host.ts'
import { hashText } from '../hash.ts'
import { type Market, marketOf } from '../market.ts'
import { type Call, CallError, parseCall, textParam } from './call.ts'
import { ChartSession } from './chart-session.ts'
import { frame, unframe } from './frames.ts'
import { QuoteSession } from './quote-session.ts'
import { ReplaySession } from './replay-session.ts'

const sessionsMax = 20
const helloDelayMs = 5
const heartbeatMs = 30_000
const heartbeatsMissedMax = 2

/** A client that reads too slowly misses updates; beyond the second limit it is disconnected. */
const updateBytesMax = 4 * 1024 * 1024
const unreadBytesMax = 32 * 1024 * 1024

/** Methods of the real protocol that are accepted without an answer. */
const ignored: ReadonlySet<string> = new Set([
  'set_auth_token',
  'set_locale',
  'set_data_quality',
  'quote_hibernate_all',
  'request_more_tickmarks',
])

/** Resolves when the client has disconnected. */
export async function converse(connection: SandboxConnection): Promise<void> {
  const conversation = new Conversation(connection)
  // Some clients start to listen a moment after they have connected.
  setTimeout(() => conversation.hello(), helloDelayMs).unref()
  connection.socket.on('message', (data) => conversation.receive(String(data)))
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
  readonly #replays = new Map<string, ReplaySession>()
  readonly #methods: Readonly<Record<string, (call: Call) => void>>
  #deferred: (() => void)[] = []
  #heartbeats = 0
  #heartbeatsMissed = 0
  #nextHeartbeatMs: number

  constructor(connection: SandboxConnection) {
    this.#connection = connection
    this.#nextHeartbeatMs = connection.world.now() + heartbeatMs
    const isForCharts = connection.query.get('type') === 'chart'
    const quote = (run: (session: QuoteSession, call: Call) => void) => (call: Call) =>
      run(sessionOf(this.#quotes, call), call)
    const chart = (run: (session: ChartSession, call: Call) => void) => (call: Call) =>
      run(sessionOf(this.#charts, call), call)
    const replay = (run: (session: ReplaySession, call: Call) => void) => (call: Call) =>
      run(sessionOf(this.#replays, call), call)
    this.#methods = {
      quote_create_session: (call) =>
        this.#create(this.#quotes, call, (id) => new QuoteSession(id, this.#market(), this.#send)),
      quote_delete_session: (call) => this.#quotes.delete(textParam(call, 0)),
      quote_set_fields: quote((session, call) => session.setFields(call)),
      quote_add_symbols: quote((session, call) => session.addSymbols(call)),
      quote_remove_symbols: quote((session, call) => session.removeSymbols(call)),
      quote_fast_symbols: quote((session, call) => session.setFast(call)),
      chart_create_session: (call) =>
        this.#create(
          this.#charts,
          call,
          (id) =>
            new ChartSession(
              id,
              this.#market(),
              this.#sendDated,
              (run) => this.#defer(run),
              isForCharts,
              (replayId) => this.#replays.get(replayId)?.now(),
            ),
        ),
      chart_delete_session: (call) => this.#charts.delete(textParam(call, 0)),
      resolve_symbol: chart((session, call) => session.resolveSymbol(call)),
      create_series: chart((session, call) => session.createSeries(call)),
      modify_series: chart((session, call) => session.modifySeries(call)),
      remove_series: chart((session, call) => session.removeSeries(call)),
      request_more_data: chart((session, call) => session.requestMoreData(call)),
      create_study: chart((session, call) => session.createStudy(call)),
      modify_study: chart((session, call) => session.modifyStudy(call)),
      remove_study: chart((session, call) => session.removeStudy(call)),
      switch_timezone: chart((session, call) => session.switchTimezone(call)),
      replay_create_session: (call) =>
        this.#create(
          this.#replays,
          call,
          (id) => new ReplaySession(id, this.#market(), this.#sendDated, () => this.#tickCharts()),
        ),
      replay_delete_session: (call) => this.#replays.delete(textParam(call, 0)),
      replay_add_series: replay((session, call) => session.addSeries(call)),
      replay_reset: replay((session, call) => session.reset(call)),
      replay_step: replay((session, call) => session.step(call)),
      replay_start: replay((session, call) => session.start(call)),
      replay_stop: replay((session, call) => session.stop(call)),
    }
  }

  hello(): void {
    const now = this.#now()
    const id = hashText(0x50c, `${this.#connection.host} ${now}`)
    this.#sendJson({
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

  receive(message: string): void {
    this.#guard(() => {
      const problem = this.#runAll(message)
      if (problem === undefined) return
      this.#sendJson({ m: 'protocol_error', p: [problem] })
      this.#connection.socket.close(1000)
    })
  }

  /** A defect closes this socket alone. */
  #guard(run: () => void): void {
    try {
      run()
    } catch {
      this.#connection.socket.close(1011)
    }
  }

  /** Returns what is wrong with the message, if anything. */
  #runAll(message: string): string | undefined {
    const payloads = unframe(message)
    if (payloads === undefined) return 'wrong data'
    for (const payload of payloads) {
      if (payload.startsWith('~h~')) {
        this.#heartbeatsMissed = 0
        continue
      }
      const call = parseCall(payload)
      if (call === undefined) return 'wrong data'
      const run = Object.hasOwn(this.#methods, call.method) ? this.#methods[call.method] : undefined
      if (run !== undefined) this.#run(run, call)
      else if (!ignored.has(call.method)) return `unknown method: ${call.method.slice(0, 60)}`
    }
    return undefined
  }

  #run(run: (call: Call) => void, call: Call): void {
    try {
      run(call)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const [session] = call.params
      const about = typeof session === 'string' ? session : ''
      this.#sendDated('critical_error', [about, error.reason, error.message])
    }
  }

  #create<Session>(sessions: Map<string, Session>, call: Call, create: (id: string) => Session): void {
    const id = textParam(call, 0)
    if ([this.#quotes, this.#charts, this.#replays].some((known) => known.has(id)))
      throw new CallError('session already exists', call)
    if (sessions.size >= sessionsMax) throw new CallError('too many sessions', call)
    sessions.set(id, create(id))
  }

  tick(): void {
    this.#heartbeat()
    const { socket } = this.#connection
    if (socket.readyState !== socket.OPEN || socket.bufferedAmount > updateBytesMax) return
    for (const session of this.#quotes.values()) session.tick()
    for (const session of this.#replays.values()) session.tick()
    this.#tickCharts()
  }

  #tickCharts(): void {
    for (const session of this.#charts.values()) session.tick()
  }

  /** Clients must echo heartbeats. */
  #heartbeat(): void {
    if (this.#now() < this.#nextHeartbeatMs) return
    this.#nextHeartbeatMs = this.#now() + heartbeatMs
    if (this.#heartbeatsMissed >= heartbeatsMissedMax) {
      this.#connection.socket.close(1001)
      return
    }
    this.#heartbeatsMissed++
    this.#sendText(`~h~${++this.#heartbeats}`)
  }

  /** Runs after all calls that arrived together, so that `series_loading` precedes `symbol_resolved`. */
  #defer(run: () => void): void {
    this.#deferred.push(run)
    if (this.#deferred.length > 1) return
    setImmediate(() => {
      const deferred = this.#deferred
      this.#deferred = []
      for (const one of deferred) this.#guard(one)
    })
  }

  #market(): Market {
    return marketOf(this.#connection.world)
  }

  #now(): number {
    return this.#connection.world.now()
  }

  #send = (method: string, params: readonly unknown[]): void => {
    this.#sendJson({ m: method, p: params })
  }

  /** Chart events have a timestamp, updates do not. */
  #sendDated = (method: string, params: readonly unknown[]): void => {
    const now = this.#now()
    if (method === 'du') this.#send(method, params)
    else this.#sendJson({ m: method, p: params, t: Math.floor(now / 1000), t_ms: now })
  }

  #sendJson(value: unknown): void {
    this.#sendText(JSON.stringify(value))
  }

  #sendText(payload: string): void {
    const { socket } = this.#connection
    if (socket.bufferedAmount > unreadBytesMax) socket.terminate()
    if (socket.readyState === socket.OPEN) socket.send(frame(payload))
  }
}

function sessionOf<Session>(sessions: ReadonlyMap<string, Session>, call: Call): Session {
  const session = sessions.get(textParam(call, 0))
  if (session === undefined) throw new CallError('invalid session', call)
  return session
}
