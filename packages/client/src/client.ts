/** The client of a Broadsheet server: one object, a member per service. */

import { assertAmounts, assertSecret, assertUrl } from './checks.ts'
import { type Clock, type RandomSource, systemClock, systemRandom } from './clock.ts'
import { type Account, accountOperations } from './generated/account.ts'
import { type Cinema, cinemaOperations } from './generated/cinema.ts'
import { type Data, dataOperations } from './generated/data.ts'
import { type Market, marketOperations } from './generated/market.ts'
import { type Notices, noticesOperations } from './generated/notices.ts'
import { type Operator, operatorOperations } from './generated/operator.ts'
import { buildRequest, type Credentials, type Params } from './rest/build-request.ts'
import { type ChangeStream, type ChangesBody, followChanges } from './rest/changes.ts'
import { EtagCache } from './rest/etag-cache.ts'
import type { CallOptions, OperationInfo, OperationTable } from './rest/operation.ts'
import { type SenderOptions, send } from './rest/send.ts'
import { toService } from './rest/to-service.ts'
import type { OpenSocket } from './socket/open-socket.ts'
import { MarketStreams } from './streams/market-streams.ts'

export type ServiceName = 'cinema' | 'market' | 'data' | 'notices' | 'account' | 'operator'

/** One address is enough: of the server, or of the services that are used. */
export type BroadsheetOptions = CommonOptions & (ServerAddress | ServiceAddresses)

interface ServerAddress {
  /** The address of the server, for example `http://localhost:8000`. */
  readonly baseUrl: string
  /** Base addresses of services that run standalone; the others are below `baseUrl`. */
  readonly services?: Addresses | undefined
}

interface ServiceAddresses {
  readonly baseUrl?: undefined
  /** Base addresses of services that run standalone; the others cannot be called. */
  readonly services: Addresses
}

type Addresses = Partial<Readonly<Record<ServiceName, string>>>

interface CommonOptions extends Credentials {
  /** Limit for a call, including retries and delays. Default: 30 s. */
  readonly timeoutMs?: number | undefined
  /** How often a call is retried after a temporary failure. Default: 3. */
  readonly retriesMax?: number | undefined
  /** The longest `Retry-After` that the client waits for. Default: 30 s. */
  readonly retryAfterMsMax?: number | undefined
  /** Longer responses are rejected. Default: 64 MB. */
  readonly responseBytesMax?: number | undefined
  /** How many characters of responses to cache with their ETags. Default: 8 million; 0 turns the cache off. */
  readonly cacheCharsMax?: number | undefined
  readonly fetch?: typeof fetch | undefined
  /** Opens the socket of `streams`. Default: `new WebSocket(url)`, which Node has from version 22. */
  readonly openSocket?: OpenSocket | undefined
  readonly clock?: Clock | undefined
  readonly random?: RandomSource | undefined
}

/**
 * Reads every service of one server. Methods return promises of the documented responses; lists also have
 * `all()` and `pages()`, which follow cursors and offsets.
 *
 * ```ts
 * const broadsheet = new Broadsheet({ baseUrl: 'http://localhost:8000' })
 * for await (const movie of broadsheet.cinema.searchMovies.all({ playing_now: true })) console.log(movie.title)
 * ```
 */
export class Broadsheet {
  readonly cinema: Cinema
  readonly market: Market
  /** Job postings and trust centers. */
  readonly data: Data
  readonly notices: Notices
  /** Webhooks, with a management token. */
  readonly account: Account
  /** For operators, with a management token. */
  readonly operator: Operator
  /** Quotes and bars that the server streams. */
  readonly streams: MarketStreams
  readonly #options: BroadsheetOptions
  readonly #sender: SenderOptions

  /** Throws `TypeError` for options that can never work. */
  constructor(options: BroadsheetOptions) {
    assertSecret('key', options.key)
    assertSecret('token', options.token)
    if (options.baseUrl === undefined && Object.keys(options.services ?? {}).length === 0)
      throw new TypeError('baseUrl is missing, and there are no services')
    this.#options = options
    this.#sender = toSenderOptions(options)
    this.cinema = this.#createService('cinema', cinemaOperations)
    this.market = this.#createService('market', marketOperations)
    this.data = this.#createService('data', dataOperations)
    this.notices = this.#createService('notices', noticesOperations)
    this.account = this.#createService('account', accountOperations)
    this.operator = this.#createService('operator', operatorOperations)
    this.streams = this.#createStreams()
  }

  /** The same server with other credentials. */
  as(credentials: Credentials): Broadsheet {
    return new Broadsheet({ ...this.#options, key: undefined, token: undefined, ...credentials })
  }

  /**
   * The changes of a service from `params.after` on, then every one to come: the server is asked again whenever it or the network
   * fails. Throws `ChangesExpiredError` if changes after the position are no longer stored.
   *
   * ```ts
   * const stream = broadsheet.changes(broadsheet.cinema.followCinemaChanges, { near: 'Leeds', after: 'now' })
   * for await (const change of stream) console.log(change.type, stream.position)
   * ```
   */
  changes<Params extends { readonly after?: string | undefined }, Change>(
    follow: (params?: Params, options?: CallOptions) => Promise<ChangesBody<Change>>,
    params: NoInfer<Params>,
    options: CallOptions = {},
  ): ChangeStream<Change> {
    const ask = (after: string | undefined, call: CallOptions) => follow({ ...params, after }, call)
    return followChanges(ask, params.after, options, this.#sender)
  }

  #createService<Service>(name: ServiceName, table: OperationTable<Service>): Service {
    const base = this.#baseOf(name)
    return toService(table, async (facts: OperationInfo, params: Params, call: CallOptions) => {
      if (base === undefined) throw missingAddress(name)
      return await send(buildRequest(base, facts, params, call, this.#options), call, this.#sender)
    })
  }

  /** Undefined if neither `services` nor `baseUrl` has it. */
  #baseOf(name: ServiceName): string | undefined {
    const { baseUrl, services } = this.#options
    const alone = services?.[name]
    const address = alone ?? baseUrl
    if (address === undefined) return undefined
    assertUrl(alone === undefined ? 'baseUrl' : `services.${name}`, address, ['http:', 'https:'])
    return trimTrailingSlash(alone ?? `${trimTrailingSlash(address)}/${name}`)
  }

  #createStreams(): MarketStreams {
    const base = this.#baseOf('market')
    const { key, token, openSocket } = this.#options
    const { clock, random } = this.#sender
    const options = {
      openSocket,
      clock,
      random,
      backoff: { initialMs: 500, maxMs: 30_000 },
      credential: key ?? token,
      address() {
        if (base === undefined) throw missingAddress('market')
        return `${base.replace(/^http/, 'ws')}/v1/stream`
      },
    }
    return new MarketStreams(options, this.market.getBars)
  }
}

function missingAddress(name: ServiceName): TypeError {
  return new TypeError(`there is no address of ${name}: set baseUrl or services.${name}`)
}

function toSenderOptions(options: BroadsheetOptions): SenderOptions {
  const { timeoutMs, retriesMax, retryAfterMsMax, responseBytesMax, cacheCharsMax = 8_000_000 } = options
  assertAmounts({
    timeoutMs,
    retriesMax,
    retryAfterMsMax,
    responseBytesMax,
    cacheCharsMax,
  })
  return {
    // Browsers throw if `fetch` is called as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    timeoutMs: timeoutMs ?? 30_000,
    retriesMax: retriesMax ?? 3,
    retryAfterMsMax: retryAfterMsMax ?? 30_000,
    responseBytesMax: responseBytesMax ?? 64_000_000,
    cache: cacheCharsMax > 0 ? new EtagCache(cacheCharsMax) : undefined,
  }
}

function trimTrailingSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}
