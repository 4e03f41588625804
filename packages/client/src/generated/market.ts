/** The market service, as its API document has it; made by `npm run generate -w packages/client`, not by hand. */

import type { ListOperation, NoParams, Operation, OperationTable } from '../rest/operation.ts'

export interface Meta {
  readonly request_id: string
  readonly generated_at: string
  readonly credits_charged: number
  readonly pagination?: Pagination
  /** The contract the answer came from. */
  readonly source_contract?: string
  readonly cache?: CacheFacts
  readonly page?: PageFacts
  readonly delay?: DelayFacts
  readonly columns?: readonly string[]
}

export interface Pagination {
  readonly limit: number
  /** Where the next page starts; null on the last one. */
  readonly next_cursor: string | null
}

export interface CacheFacts {
  /** `stale`: older than it should be, within its bound; a newer one is being fetched. */
  readonly status: 'hit' | 'miss' | 'stale'
  /** When the provider gave the answer. */
  readonly fetched_at: string
  readonly fresh_until: string
  /** Until when it is given while the provider is out of reach. */
  readonly stale_until: string
}

export interface PageFacts {
  readonly limit: number
  readonly offset: number
  readonly returned: number
  /** All rows there are, where the provider tells. */
  readonly total: number | null
  /** Null on the last page, and where there is no `offset` to ask for another. */
  readonly next_offset: number | null
  /** For lists with `page`; null on the last one. */
  readonly next_page?: number | null
}

export interface DelayFacts {
  readonly update_modes: readonly string[]
  /** How far behind the market; null when unknown. */
  readonly delay_seconds_max: number | null
}

export interface HealthResponse {
  readonly ok: boolean
  readonly service: string
  readonly generated_at: string
}

export interface IndexDocument {
  readonly ok: boolean
  readonly name: string
  readonly version: string
  readonly shipped_rest_contracts: number
  readonly shipped_websocket_methods: number
  readonly websocket_policy: string
  readonly identity: Identity
  readonly rate_limits: RateLimits
}

/** How callers are told apart. */
export interface Identity {
  readonly anonymous: string
  readonly key: string
  readonly limits: string
}

export interface RateLimits {
  readonly anonymous: RateLimit
  readonly key: RateLimit
}

export interface RateLimit {
  readonly requests_per_second: number
  readonly requests_per_minute: number
}

export interface RouteCatalogue {
  readonly shipped_route_count: number
  readonly shipped_rest_contract_count: number
  readonly shipped_websocket_method_count: number
  readonly identity_policy: Identity
  readonly routes: {
    readonly [name: string]: CatalogueRoute
  }
  readonly websocket: WebsocketDescriptor
  readonly endpoints: readonly CatalogueEndpoint[]
  readonly advanced: Advanced
}

export interface CatalogueRoute {
  readonly path: string
  readonly endpoint_id: string
  readonly methods: readonly string[]
  readonly tag: string
  readonly summary: string
  readonly description: string
}

export interface WebsocketDescriptor {
  readonly mode: string
  readonly hosted_api_policy: string
  readonly shipped_method_count: number
  readonly methods: readonly WebsocketMethod[]
}

export interface WebsocketMethod {
  readonly method_name: string
  readonly quality: 'config-method-no-direct-response' | 'config-method-validated-via-follow-up' | 'real-data'
  readonly mvp_surface: boolean
}

export interface CatalogueEndpoint {
  readonly name: string
  readonly path: string
  readonly methods: readonly string[]
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly source_contract: string
  readonly auth: 'anonymous_or_api_key'
  readonly freshness: Freshness
}

export interface Freshness {
  readonly max_age_seconds: number
  readonly stale_while_revalidate_seconds: number
}

export interface Advanced {
  readonly raw_route: string
  readonly raw_route_policy: string
  readonly source_contract_count: number
  readonly source_contracts: readonly SourceContract[]
}

export interface SourceContract {
  readonly id: string
  readonly family: string
  readonly method: string
  readonly auth_tier: 'open'
  readonly cost_class: 'tiny' | 'normal' | 'huge'
}

export interface FoundSymbol {
  /** As other routes take it: `EXCHANGE:TICKER`. */
  readonly symbol: string
  /** What follows the colon. */
  readonly ticker: string
  /** The code before the colon. */
  readonly exchange: string
  /** The exchange as people know it. */
  readonly exchange_name: string | null
  /** The company, fund, pair or contract. */
  readonly description: string
  /** What kind of thing it is. */
  readonly type: string
  /** The kind more closely. */
  readonly typespecs: readonly string[]
  /** ISO 3166, two letters. */
  readonly country: string | null
  /** What its price is told in. */
  readonly currency: string | null
  /** International securities number. */
  readonly isin: string | null
  /** North American securities number. */
  readonly cusip: string | null
  /** Its number at the US securities regulator. */
  readonly cik: string | null
  /** Whether this is where it is at home. */
  readonly is_primary_listing: boolean | null
  /** What matched, where it was no name. */
  readonly found_by: 'isin' | 'cusip' | null
  /** The provider’s name of its logo. */
  readonly logo_id: string | null
  /** With `highlight=true`: the same texts, matches between `<em>` and `</em>`. */
  readonly highlight: {
    /** The ticker, marked. */
    readonly symbol: string
    /** The description, marked. */
    readonly description: string
  } | null
}

export interface NewsItem {
  /** The provider’s own. */
  readonly id: string
  /** The headline. */
  readonly title: string
  /** When it came out. */
  readonly published_at: string | null
  /** Who wrote it. */
  readonly provider: {
    /** As `provider` takes it. */
    readonly id: string | null
    /** As people know it. */
    readonly name: string | null
  }
  /** The story at its publisher, where it is linked. */
  readonly url: string | null
  /** The story’s path at the provider. */
  readonly story_path: string | null
  /** 1 for flashes, 2 for the rest. */
  readonly urgency: number | null
  /** Why the text may not be open; null when it is. */
  readonly permission: string | null
  /** A line sent ahead of its story. */
  readonly is_flash: boolean
  /** Nobody else has it. */
  readonly is_exclusive: boolean
  /** What it says in short; `/v1/news/latest` alone has it. */
  readonly summary: string | null
  /** What it is about. */
  readonly symbols: readonly string[]
}

export interface EconomicEvent {
  /** The source’s own. */
  readonly id: string
  /** What happens. */
  readonly title: string
  /** Two letters; `EU` for the euro area. */
  readonly country: string | null
  /** The currency it moves, three letters. */
  readonly currency: string | null
  /** The figure that is published. */
  readonly indicator: string | null
  /** When it happens. */
  readonly date: string | null
  /** What the figure is about, e.g. `Mar`. */
  readonly period: string | null
  /** -1 low, 0 medium, 1 high. */
  readonly importance: number | null
  /** `low`, `medium` or `high`. */
  readonly importance_name: string | null
  /** What came out; null before that. */
  readonly actual: number | null
  /** What was expected. */
  readonly forecast: number | null
  /** What came out the time before. */
  readonly previous: number | null
  /** What the figures are. */
  readonly unit: string | null
  /** `K`, `M`, `B` or `T`: what the figures are counted in. */
  readonly scale: string | null
  /** What the figure means. */
  readonly comment: string | null
  /** Who publishes it. */
  readonly source: string | null
  /** One of bonds, business, climate, consumer, energy, gdp, government, health, housing, labor, money, prices, trade, taxes. */
  readonly category: string | null
  /** The symbol of the figure’s history. */
  readonly ticker: string | null
  /** The end of the time the figure is about. */
  readonly reference_date: string | null
  /** Where it is published. */
  readonly source_url: string | null
  /** `actual` without the scale. */
  readonly actual_raw: number | null
  /** `forecast` without the scale. */
  readonly forecast_raw: number | null
  /** `previous` without the scale. */
  readonly previous_raw: number | null
}

/** The agency’s ids change; do not keep them. */
export interface AgencyEvent {
  /** The source’s own. */
  readonly id: string
  /** What happens. */
  readonly title: string
  /** Two letters; `EU` for the euro area. */
  readonly country: string | null
  /** The currency it moves, three letters. */
  readonly currency: string | null
  /** The figure that is published. */
  readonly indicator: string | null
  /** When it happens. */
  readonly date: string | null
  /** What the figure is about, e.g. `Mar`. */
  readonly period: string | null
  /** -1 low, 0 medium, 1 high. */
  readonly importance: number | null
  /** `low`, `medium` or `high`. */
  readonly importance_name: string | null
  /** What came out; null before that. */
  readonly actual: number | null
  /** What was expected. */
  readonly forecast: number | null
  /** What came out the time before. */
  readonly previous: number | null
  /** What the figures are. */
  readonly unit: string | null
  /** `K`, `M`, `B` or `T`: what the figures are counted in. */
  readonly scale: string | null
  /** What the figure means. */
  readonly comment: string | null
  /** Who publishes it. */
  readonly source: string | null
  /** Where it can be read, where it is linked. */
  readonly url: string | null
}

export interface EarningsEvent {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  /** The next report. */
  readonly next_release_at?: string | null
  /** The latest report. */
  readonly release_at?: string | null
  /** The provider’s name of its logo. */
  readonly logo_id?: string | null
  /** The symbol without its exchange. */
  readonly ticker?: string | null
  /** The company’s name. */
  readonly company?: string | null
  /** Earnings per share of the latest quarter. */
  readonly eps?: number | null
  /** Earnings per share expected of the next report. */
  readonly eps_forecast_next?: number | null
  /** `eps` less `eps_forecast`. */
  readonly eps_surprise?: number | null
  /** The same in percent. */
  readonly eps_surprise_percent?: number | null
  /** Revenue of the latest quarter. */
  readonly revenue?: number | null
  /** Revenue expected of the next report. */
  readonly revenue_forecast_next?: number | null
  /** What all its shares are worth. */
  readonly market_cap?: number | null
  /** When on that day. */
  readonly release_time?: 'unknown' | 'after_close' | 'before_open' | null
  /** When on that day. */
  readonly next_release_time?: 'unknown' | 'after_close' | 'before_open' | null
  /** What was expected of the latest quarter. */
  readonly eps_forecast?: number | null
  /** What was expected of the latest quarter. */
  readonly revenue_forecast?: number | null
  /** The currency of the amounts. */
  readonly currency?: string | null
  /** As `markets` takes it. */
  readonly market?: string | null
  /** The provider’s number for how the latest report came. */
  readonly publication_type?: number | null
  /** The provider’s number for how sure the next date is. */
  readonly next_publication_type?: number | null
  /** `revenue` less `revenue_forecast`. */
  readonly revenue_surprise?: number | null
  /** The same in percent. */
  readonly revenue_surprise_percent?: number | null
  readonly [name: string]: unknown
}

/** A scan in the provider’s own terms. */
export interface ScanBody {
  /** What each row holds, in this order. */
  readonly columns?: readonly string[]
  /** All of these have to hold. */
  readonly filter?: readonly {
    /** A column, or two joined by a comma: either may match. */
    readonly left: string
    readonly operation: string
    /** A number, text, list or the name of a column. */
    readonly right?: unknown
  }[]
  /** A tree of `and` and `or`. */
  readonly filter2?: {
    readonly [name: string]: unknown
  }
  readonly sort?: {
    readonly sortBy: string
    readonly sortOrder?: 'asc' | 'desc'
    readonly nullsFirst?: boolean
  }
  /** First row, and the row after the last. */
  readonly range?: readonly number[]
  readonly markets?: readonly string[]
  /** `tickers`, `query`, `symbolset`, `groups`. */
  readonly symbols?: {
    readonly [name: string]: unknown
  }
  readonly options?: {
    readonly [name: string]: unknown
  }
  readonly ignore_unknown_fields?: boolean
  readonly preset?: string
  readonly price_conversion?: {
    readonly [name: string]: unknown
  }
  readonly index_filters?: readonly {
    readonly name: string
    readonly values: readonly string[]
  }[]
}

export interface DividendEvent {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  /** The latest ex-date. */
  readonly ex_date?: string | null
  /** The next ex-date. */
  readonly next_ex_date?: string | null
  /** The provider’s name of its logo. */
  readonly logo_id?: string | null
  /** The symbol without its exchange. */
  readonly ticker?: string | null
  /** The company’s name. */
  readonly company?: string | null
  /** Of a year, in percent of the price. */
  readonly dividend_yield?: number | null
  /** When that of `ex_date` is paid. */
  readonly payment_date?: string | null
  /** When that of `next_ex_date` is paid. */
  readonly next_payment_date?: string | null
  /** A share’s dividend of `ex_date`. */
  readonly amount?: number | null
  /** A share’s dividend of `next_ex_date`. */
  readonly next_amount?: number | null
  /** The currency of the amounts. */
  readonly currency?: string | null
  /** As `markets` takes it. */
  readonly market?: string | null
  readonly [name: string]: unknown
}

export interface ScreenerColumn {
  /** As `columns`, `filter` and `sort` take it. */
  readonly name: string
  /** One of number, fundamental_price, percent, price, text, time, num_slice, map, bool, interface, set, time-yyyymmdd. */
  readonly type: string
  /** The values the column takes, where they are a closed list. */
  readonly values:
    | readonly {
        /** As `filter` takes it. */
        readonly id: string
        /** As people know it. */
        readonly name: string
      }[]
    | null
}

/** The symbol, and one member per column that was asked for, under the column’s name. */
export interface ScreenerRow {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  readonly [name: string]: unknown
}

/** Greeks may be null. With `columns` only those are there beside the two symbols, further ones under their own names. */
export interface OptionContract {
  /** The contract. */
  readonly symbol: string
  /** What it is an option on. */
  readonly underlying: string
  /** What its series is called. */
  readonly root?: string | null
  /** Its last day. */
  readonly expiration?: string | null
  /** The price at which the underlying can be bought or sold. */
  readonly strike?: number | null
  /** A right to buy, or to sell. */
  readonly type?: 'call' | 'put' | null
  /** The most a buyer offers. */
  readonly bid?: number | null
  /** The least a seller asks. */
  readonly ask?: number | null
  /** What a model says it is worth. */
  readonly theo_price?: number | null
  /** Contracts traded today. */
  readonly volume?: number | null
  /** Implied volatility as a fraction: 0.31 is 31 %. */
  readonly iv?: number | null
  /** The same, of the bid. */
  readonly bid_iv?: number | null
  /** The same, of the ask. */
  readonly ask_iv?: number | null
  /** What its price moves by when the underlying moves by one. */
  readonly delta?: number | null
  /** What delta moves by when the underlying moves by one. */
  readonly gamma?: number | null
  /** What its price moves by in a day. */
  readonly theta?: number | null
  /** What its price moves by with one percentage point of volatility. */
  readonly vega?: number | null
  /** What its price moves by with one percentage point of interest. */
  readonly rho?: number | null
  /** What its price is told in. */
  readonly currency?: string | null
  /** Into how many parts its price is divided: 100 means cents. */
  readonly pricescale?: number | null
  /** How far behind the market it is, e.g. `delayed_streaming_900`. */
  readonly update_mode?: string | null
  readonly [name: string]: unknown
}

export interface ImpliedVolatility {
  /** Of real expirations, or of standard spans. */
  readonly kind: 'real' | 'standard'
  /** How far ahead. */
  readonly span: {
    /** How many units. */
    readonly value: number
    /** Days, weeks, months or years. */
    readonly unit: 'd' | 'w' | 'm' | 'y'
  }
  /** The span in days, months as 30. */
  readonly span_days: number | null
  /** A fraction: 0.31 is 31 %. */
  readonly implied_volatility: number | null
}

export interface UnderlyingAggregates {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  /** As the provider has it. */
  readonly aggregates: {
    readonly [name: string]: unknown
  }
}

export interface Idea {
  /** The provider’s own. */
  readonly id: number
  /** Its headline. */
  readonly title: string
  /** Its text, as much as the list has of it. */
  readonly description: string | null
  /** When it was published. */
  readonly created_at: string | null
  /** When it was last changed. */
  readonly updated_at: string | null
  /** Its page at the provider. */
  readonly url: string | null
  /** A picture of its chart. */
  readonly image_url: string | null
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string | null
  /** The bars of its chart: minutes, or `1D`, `1W`. */
  readonly interval: string | null
  /** How many users like it. */
  readonly likes: number
  /** How many comments it has. */
  readonly comments: number
  /** Whether the provider’s editors chose it. */
  readonly is_editors_pick: boolean
  /** Who published it. */
  readonly author: {
    /** As the provider’s pages show it. */
    readonly username: string | null
    /** Whether it is a broker’s account. */
    readonly is_broker: boolean
  }
  /** What the author expects. */
  readonly direction: 'neutral' | 'long' | 'short' | null
  /** Told in a video. */
  readonly is_video: boolean
  /** Meant to teach. */
  readonly is_education: boolean
  /** Much read at the moment. */
  readonly is_hot: boolean
}

export interface Script {
  /** The provider’s own. */
  readonly id: number
  /** Its headline. */
  readonly title: string
  /** Its text, as much as the list has of it. */
  readonly description: string | null
  /** When it was published. */
  readonly created_at: string | null
  /** When it was last changed. */
  readonly updated_at: string | null
  /** Its page at the provider. */
  readonly url: string | null
  /** A picture of its chart. */
  readonly image_url: string | null
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string | null
  /** The bars of its chart: minutes, or `1D`, `1W`. */
  readonly interval: string | null
  /** How many users like it. */
  readonly likes: number
  /** How many comments it has. */
  readonly comments: number
  /** Whether the provider’s editors chose it. */
  readonly is_editors_pick: boolean
  /** Who published it. */
  readonly author: {
    /** As the provider’s pages show it. */
    readonly username: string | null
    /** Whether it is a broker’s account. */
    readonly is_broker: boolean
  }
  /** As the Pine contracts take it. */
  readonly script_id: string | null
  /** `indicator`, `strategy` or `library`. */
  readonly kind: string | null
  /** Who may read its source. */
  readonly access: 'open' | 'protected' | 'invite_only' | null
  /** Its own version, not that of Pine. */
  readonly version: string | null
}

export interface PineBuiltin {
  /** As the Pine contracts take it. */
  readonly id: string
  /** Its title. */
  readonly name: string
  /** Its title on a chart. */
  readonly short_name: string | null
  /** Its own version, not that of Pine. */
  readonly version: string | null
  /** `study`, `strategy` or `library`. */
  readonly kind: string | null
  /** Who may read its source: `open_no_auth` is everybody. */
  readonly access: string | null
  /** Words the provider files it under. */
  readonly tags: readonly string[]
  /** Finds a shape of candles. */
  readonly is_candlestick: boolean
  /** Draws a figure of a company’s reports. */
  readonly is_fundamental: boolean
  /** Which figure. */
  readonly fundamental_id: string | null
  /** Which kind of figure. */
  readonly fundamental_category: string | null
  /** Of which period, e.g. `FY` or `FQ`. */
  readonly financial_period: string | null
  /** Not shown in the provider’s lists. */
  readonly is_hidden: boolean
  /** How many of its inputs are sources. */
  readonly inputs: number | null
}

export interface PineTitle {
  /** Whether the source has a title that can be read. */
  readonly ok: boolean
  /** The title in its declaration. */
  readonly title: string | null
  /** The short one, where the provider tells it. */
  readonly short_title: string | null
  /** What it declares, where the provider tells it. */
  readonly kind: string | null
  /** Why there is none. */
  readonly reason: string | null
}

export interface PineSource {
  /** Pine source. */
  readonly source: string
}

export interface PineTranslation {
  /** Whether the source could be compiled. */
  readonly ok: boolean
  /** The version of Pine that was asked for. */
  readonly version: 'v1' | 'v2' | 'v3' | 'v4' | 'v5' | 'v6'
  /** The source in the wanted version, where the provider gives it. */
  readonly source: string | null
  /** Inputs, plots and styles, as the provider has them. */
  readonly meta_info: {
    readonly [name: string]: unknown
  } | null
  /** Why it could not. */
  readonly reason: string | null
  /** What is wrong with the source. */
  readonly errors: readonly {
    /** What the compiler says. */
    readonly message: string
    /** Where it begins, counted from 1. */
    readonly line: number | null
    /** Where it begins in that line. */
    readonly column: number | null
    /** Where it ends. */
    readonly end_line: number | null
    /** Where it ends in that line. */
    readonly end_column: number | null
  }[]
  /** What may be wrong with it. */
  readonly warnings: readonly {
    /** What the compiler says. */
    readonly message: string
    /** Where it begins, counted from 1. */
    readonly line: number | null
    /** Where it begins in that line. */
    readonly column: number | null
    /** Where it ends. */
    readonly end_line: number | null
    /** Where it ends in that line. */
    readonly end_column: number | null
  }[]
}

export interface PineTranslationRequest {
  /** Pine source. */
  readonly source: string
  /** The version of Pine to compile as. */
  readonly version?: 'v1' | 'v2' | 'v3' | 'v4' | 'v5' | 'v6'
  /** Values for its inputs. */
  readonly inputs?: {
    readonly [name: string]: unknown
  }
}

export interface AlertsStatus {
  /** It says that all is well. */
  readonly alive: boolean
  /** It answered, whatever it said. */
  readonly reachable: boolean
  /** What it complains of; `no_such_endpoint`: reachable, but the signal is not known there. */
  readonly detail: string | null
}

export interface OtpRequest {
  /** Plain ASCII; upper and lower case are the same. */
  readonly email: string
}

export interface OtpAnswer {
  /** Always true: whether the address is known is not told. */
  readonly sent: boolean
  readonly expires_in_seconds: number
}

export interface VerifyRequest {
  /** Plain ASCII; upper and lower case are the same. */
  readonly email: string
  readonly code: string
  /** Whether to make an API key as well. */
  readonly create_key?: boolean
  /** A name for people; shown as it is, never read as markup. */
  readonly label?: string
}

export interface VerifyAnswer {
  readonly email: string
  /** The management token, for `Authorization: Bearer`. Shown this once. */
  readonly token: string
  readonly token_type: 'Bearer'
  readonly token_expires_at: string
  readonly key: NewApiKey
  /** Why there is no key although one was asked for: `key_limit_reached`. */
  readonly key_omitted: string | null
}

export type NewApiKey = {
  readonly id: string
  readonly label: string | null
  /** How the secret begins. */
  readonly prefix: string
  /** How the secret ends. */
  readonly last_four: string
  readonly status: 'active' | 'expired' | 'revoked'
  readonly created_at: string
  /** Up to a second late. */
  readonly last_used_at: string | null
  /** Null: until it is revoked. */
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** The key itself. Shown this once. */
  readonly secret: string
} | null

export interface ApiKey {
  readonly id: string
  readonly label: string | null
  /** How the secret begins. */
  readonly prefix: string
  /** How the secret ends. */
  readonly last_four: string
  readonly status: 'active' | 'expired' | 'revoked'
  readonly created_at: string
  /** Up to a second late. */
  readonly last_used_at: string | null
  /** Null: until it is revoked. */
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export interface KeyCreateRequest {
  /** A name for people; shown as it is, never read as markup. */
  readonly label?: string
}

export interface KeyUpdateRequest {
  /** A name for people; shown as it is, never read as markup. */
  readonly label: string
}

export interface Usage {
  readonly identity: {
    readonly kind: 'anonymous' | 'identity'
    readonly credential: 'none' | 'key' | 'token'
    readonly email: string | null
  }
  readonly credits: {
    /** The day of an anonymous caller, the month of an identity. */
    readonly period: string
    readonly starts_at: string
    readonly renews_at: string
    readonly allowance: number
    /** Of the allowance. */
    readonly used: number
    /** By the operator, ever; grants do not lapse. */
    readonly granted: number
    readonly used_of_grants: number
    readonly available: number
  }
  readonly limits: {
    readonly requests_per_second: number
    readonly requests_per_minute: number
  }
  readonly calls: {
    readonly since: string
    readonly total: number
    /** Empty for anonymous callers, who are not told apart. */
    readonly by_route: readonly {
      readonly route: string
      readonly usecase: string
      readonly calls: number
      readonly blocked_estimate: number
      readonly last_seen_at: string | null
    }[]
  }
}

export interface LimitRequestBody {
  readonly requests_per_second: number
  readonly requests_per_minute: number
  /** What the requests are for; an operator reads it. */
  readonly reason: string
}

export interface LimitRequest {
  readonly id: string
  readonly status: 'pending' | 'approved' | 'rejected'
  readonly requests_per_second: number
  readonly requests_per_minute: number
  readonly reason: string
  readonly created_at: string
  readonly decided_at: string | null
  readonly decision_note: string | null
}

export interface SearchSymbolsParams {
  /** Ticker, company name, ISIN or CUSIP. May be left out when `exchange` is given. */
  readonly q?: string | undefined
  /** Only this kind of thing. */
  readonly type?:
    | 'stock'
    | 'fund'
    | 'etf'
    | 'futures'
    | 'forex'
    | 'crypto'
    | 'index'
    | 'bond'
    | 'economic'
    | 'option'
    | undefined
  /** Only symbols of this exchange. */
  readonly exchange?: string | undefined
  /** Only listings of this country, two letters. */
  readonly country?: string | undefined
  /** Only underlyings of options. */
  readonly has_options?: boolean | undefined
  /** Marks what matched. */
  readonly highlight?: boolean | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
}

export interface GetHeadlinesParams {
  /** What the news is about. */
  readonly category?:
    | 'base'
    | 'stock'
    | 'etf'
    | 'crypto'
    | 'forex'
    | 'index'
    | 'futures'
    | 'bond'
    | 'economic'
    | undefined
  /** Only news about this symbol, `EXCHANGE:TICKER`. */
  readonly symbol?: string | undefined
  /** Only this provider, by its id. */
  readonly provider?: string | undefined
  /** Only news of this part of the world. */
  readonly area?: 'world' | 'americas' | 'europe' | 'asia' | 'oceania' | 'africa' | undefined
  /** Only this kind of news. */
  readonly section?:
    | 'analysis'
    | 'recommendation'
    | 'prediction'
    | 'markets_today'
    | 'survey'
    | 'press_release'
    | 'financial_statement'
    | 'insider_trading'
    | 'esg'
    | 'corp_activity'
    | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
}

export interface GetLatestHeadlinesParams {
  /** What the news is about. */
  readonly category?:
    | 'base'
    | 'stock'
    | 'etf'
    | 'crypto'
    | 'forex'
    | 'index'
    | 'futures'
    | 'bond'
    | 'economic'
    | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
}

export interface GetNewsFlowParams {
  /** Which of the provider’s feeds. */
  readonly version?: 'v1' | 'v2' | undefined
  /** Only news about these symbols, at most 20. Separated by commas. */
  readonly symbols?: string | undefined
  /** Only news about these kinds of markets: bond, corp_bond, crypto, economic, etf, forex, futures, index, stock. Separated by commas. */
  readonly market?: string | undefined
  /** Only news about markets of these countries, two letters each. Separated by commas. */
  readonly country?: string | undefined
  /** Only these providers, by the `provider.id` of rows. Separated by commas. */
  readonly provider?: string | undefined
  /** Only these sectors, as the `sector` column of the screener has them. Separated by commas. */
  readonly sector?: string | undefined
  /** Only these kinds of company news: credit_ratings, dividends, earnings, earnings_calls, esg, insider_trading, ipo, management, mergers_and_acquisitions, ownership_changes, recommendation, share_buybacks, strategy_business_products. Separated by commas. */
  readonly corp_activity?: string | undefined
  /** Only these kinds of economic news: business, consumer, gdp, government, health, housing, labor, money, prices, taxes, trade. Separated by commas. */
  readonly economic_category?: string | undefined
  /** Only news of these priorities: flash, important, key_facts, top_stories. Separated by commas. */
  readonly priority?: string | undefined
  /** `meta.pagination.next_cursor` of the previous page; `v2` alone. */
  readonly cursor?: string | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
}

export interface GetSymbolNewsParams {
  /** `EXCHANGE:TICKER`, or a bare ticker together with `exchange`. Case does not matter. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
  /** Only this kind of news. */
  readonly section?: 'all' | 'press_release' | 'financial_statement' | 'insider_trading' | 'esg' | undefined
  /** Only this provider, by its id. */
  readonly provider?: string | undefined
  /** Only news of this part of the world. */
  readonly area?: 'world' | 'americas' | 'europe' | 'asia' | 'oceania' | 'africa' | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
}

export interface GetEconomicCalendarParams {
  /** Events from here on; unless told from yesterday, or the day before a `to` in the past. A day (UTC) or an instant. */
  readonly from?: string | undefined
  /** Events up to here; a week ahead unless told. A day (UTC) or an instant. */
  readonly to?: string | undefined
  /** Only these countries, two letters each, at most 40. Separated by commas. */
  readonly countries?: string | undefined
  /** At least this important: -1, 0 or 1. */
  readonly min_importance?: number | undefined
  /** Only these categories: bonds, business, climate, consumer, energy, gdp, government, health, housing, labor, money, prices, trade, taxes. Separated by commas. */
  readonly categories?: string | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
}

export interface GetNewsAgencyCalendarParams {
  /** Events from here on; unless told from yesterday, or the day before a `to` in the past. A day (UTC) or an instant. */
  readonly from?: string | undefined
  /** Events up to here; a week ahead unless told. A day (UTC) or an instant. */
  readonly to?: string | undefined
  /** Only these countries, two letters each, at most 40. Separated by commas. */
  readonly countries?: string | undefined
  /** At least this important: -1, 0 or 1. */
  readonly min_importance?: number | undefined
  /** Only these currencies, three letters each; instead of countries. Separated by commas. */
  readonly currencies?: string | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
}

export interface GetEarningsParams {
  /** Events from here on; unless told from three days ago, or three days before a `to` in the past. A day (UTC) or an instant. */
  readonly from?: string | undefined
  /** Events up to here; three days ahead unless told. A day (UTC) or an instant. */
  readonly to?: string | undefined
  /** Markets, at most 20. Separated by commas. */
  readonly markets?: string | undefined
  /** Only these symbols, at most 200. Separated by commas. */
  readonly symbols?: string | undefined
  /** Further columns of the screener, at most 60, under their own names unless a row has them already. Separated by commas. */
  readonly fields?: string | undefined
  /** A column, by the name rows have or by the screener’s. */
  readonly sort?: string | undefined
  /** Which way. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
}

export interface GetEarningsByPostParams {
  readonly body: ScanBody
}

export interface GetDividendsParams {
  /** Events from here on; unless told from three days ago, or three days before a `to` in the past. A day (UTC) or an instant. */
  readonly from?: string | undefined
  /** Events up to here; three days ahead unless told. A day (UTC) or an instant. */
  readonly to?: string | undefined
  /** Markets, at most 20. Separated by commas. */
  readonly markets?: string | undefined
  /** Only these symbols, at most 200. Separated by commas. */
  readonly symbols?: string | undefined
  /** Further columns of the screener, at most 60, under their own names unless a row has them already. Separated by commas. */
  readonly fields?: string | undefined
  /** A column, by the name rows have or by the screener’s. */
  readonly sort?: string | undefined
  /** Which way. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
}

export interface GetDividendsByPostParams {
  readonly body: ScanBody
}

export interface GetScreenerMetadataParams {
  /** A country such as `america`, or `crypto`, `forex`, `futures`, `bond`, `cfd`, `coin`. */
  readonly market: string
  /** Only columns whose name has this in it. */
  readonly q?: string | undefined
  /** Only columns of this type. */
  readonly type?:
    | 'number'
    | 'fundamental_price'
    | 'percent'
    | 'price'
    | 'text'
    | 'time'
    | 'num_slice'
    | 'map'
    | 'bool'
    | 'interface'
    | 'set'
    | 'time-yyyymmdd'
    | undefined
  /** Whether columns of other time frames, `RSI|60`, are listed too. */
  readonly timeframes?: boolean | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
}

export interface SearchScreenerParams {
  /** A country such as `america`, or `crypto`, `forex`, `futures`, `bond`, `cfd`, `coin`. */
  readonly market: string
  /** What each row holds, at most 100; a usual set unless told. Separated by commas. */
  readonly columns?: string | undefined
  /** What has to hold, separated by commas: `close>100,market_cap_basic>=1e9`. Signs `> >= < <= = != ~ !~`, words as in `RSI:between:30..70`; lists with `|`, columns with `@`, text with commas in double quotes. */
  readonly filter?: string | undefined
  /** Only these symbols, at most 500. Separated by commas. */
  readonly symbols?: string | undefined
  /** Only these kinds: `stock`, `fund`, `dr`, `structured`. Separated by commas. */
  readonly types?: string | undefined
  /** Only members of these indices, e.g. `SP:SPX`. Separated by commas. */
  readonly index?: string | undefined
  /** Only these exchanges. Separated by commas. */
  readonly exchange?: string | undefined
  /** Only these sectors. Separated by commas. */
  readonly sector?: string | undefined
  /** Only these countries, as the `country` column has them. Separated by commas. */
  readonly country?: string | undefined
  /** Only primary listings, or only others. */
  readonly primary?: boolean | undefined
  /** A column to sort by. */
  readonly sort?: string | undefined
  /** Which way; downwards unless told, but names upwards. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Rows without the figure come first. */
  readonly nulls_first?: boolean | undefined
  /** Fundamental figures in this currency. */
  readonly currency?: string | undefined
  /** A query the provider keeps under a name. */
  readonly preset?: string | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
}

export interface SearchScreenerByPostParams {
  /** A country such as `america`, or `crypto`, `forex`, `futures`, `bond`, `cfd`, `coin`. */
  readonly market: string
  readonly body: ScanBody
}

export interface SearchGlobalScreenerParams {
  /** What each row holds, at most 100; a usual set unless told. Separated by commas. */
  readonly columns?: string | undefined
  /** What has to hold, separated by commas: `close>100,market_cap_basic>=1e9`. Signs `> >= < <= = != ~ !~`, words as in `RSI:between:30..70`; lists with `|`, columns with `@`, text with commas in double quotes. */
  readonly filter?: string | undefined
  /** Only these symbols, at most 500. Separated by commas. */
  readonly symbols?: string | undefined
  /** Only these kinds: `stock`, `fund`, `dr`, `structured`. Separated by commas. */
  readonly types?: string | undefined
  /** Only members of these indices, e.g. `SP:SPX`. Separated by commas. */
  readonly index?: string | undefined
  /** Only these exchanges. Separated by commas. */
  readonly exchange?: string | undefined
  /** Only these sectors. Separated by commas. */
  readonly sector?: string | undefined
  /** Only these countries, as the `country` column has them. Separated by commas. */
  readonly country?: string | undefined
  /** Only primary listings, or only others. */
  readonly primary?: boolean | undefined
  /** A column to sort by. */
  readonly sort?: string | undefined
  /** Which way; downwards unless told, but names upwards. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Rows without the figure come first. */
  readonly nulls_first?: boolean | undefined
  /** Fundamental figures in this currency. */
  readonly currency?: string | undefined
  /** A query the provider keeps under a name. */
  readonly preset?: string | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
  /** Only these markets, at most 80. Separated by commas. */
  readonly markets?: string | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
}

export interface SearchGlobalScreenerByPostParams {
  readonly body: ScanBody
}

export interface GetOptionChainParams {
  /** `EXCHANGE:TICKER`, or a bare ticker together with `exchange`. Case does not matter. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
  /** Only this expiration. A day, `2027-01-15` or `20270115`. */
  readonly expiration?: string | undefined
  /** From this expiration on. A day, `2027-01-15` or `20270115`. */
  readonly expiration_from?: string | undefined
  /** Up to this expiration. A day, `2027-01-15` or `20270115`. */
  readonly expiration_to?: string | undefined
  /** Only calls, or only puts. */
  readonly type?: 'call' | 'put' | undefined
  /** Only this strike. */
  readonly strike?: number | undefined
  /** Strikes from here on. */
  readonly strike_min?: number | undefined
  /** Strikes up to here. */
  readonly strike_max?: number | undefined
  /** Only this root. */
  readonly root?: string | undefined
  /** Columns instead of the usual ones, at most 60, by the names rows have or by the provider’s. Separated by commas. */
  readonly columns?: string | undefined
  /** A column, by the name rows have or by the provider’s. */
  readonly sort?: string | undefined
  /** Which way. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
}

export interface GetOptionChainByPostParams {
  /** `EXCHANGE:TICKER`, or a bare ticker together with `exchange`. Case does not matter. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
  readonly body: ScanBody
}

export interface GetImpliedVolatilityParams {
  /** `EXCHANGE:TICKER`, or a bare ticker together with `exchange`. Case does not matter. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
}

export interface GetUnderlyingAggregatesParams {
  /** `EXCHANGE:TICKER`, or a bare ticker together with `exchange`. Case does not matter. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
}

export interface GetStrategyChartParams {
  /** The strategy as base64url of its JSON. */
  readonly payload: string
}

export interface GetStrategyChartByPostParams {
  readonly body: {
    readonly [name: string]: unknown
  }
}

export interface ListIdeasParams {
  /** Only about this symbol: `EXCHANGE:TICKER` or a bare ticker. */
  readonly symbol?: string | undefined
  /** Only with these words. */
  readonly q?: string | undefined
  /** What comes first. */
  readonly sort?: 'popular' | 'recent' | undefined
  /** Which page. */
  readonly page?: number | undefined
  /** Rows on a page. */
  readonly per_page?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
}

export interface ListScriptsParams {
  /** Only about this symbol: `EXCHANGE:TICKER` or a bare ticker. */
  readonly symbol?: string | undefined
  /** Only with these words. */
  readonly q?: string | undefined
  /** What comes first. */
  readonly sort?: 'popular' | 'recent' | undefined
  /** Which page. */
  readonly page?: number | undefined
  /** Rows on a page. */
  readonly per_page?: number | undefined
  /** Language of texts, where the provider has several. */
  readonly lang?: string | undefined
  /** Only scripts of this page with this access. */
  readonly access?: 'open' | 'protected' | 'invite_only' | undefined
  /** Only scripts of this page of this kind. */
  readonly kind?: 'indicator' | 'strategy' | 'library' | undefined
}

export interface ListPineBuiltinsParams {
  /** Which of them. */
  readonly group?: 'standard' | 'candlestick' | 'fundamental' | 'all' | undefined
  /** Only scripts whose name has this in it. */
  readonly q?: string | undefined
  /** Rows in one answer. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
}

export interface ParsePineTitleParams {
  /** Pine source; long ones are sent by POST. */
  readonly source: string
}

export interface ParsePineTitleByPostParams {
  readonly body: PineSource
}

export interface TranslatePineParams {
  /** Pine source; long ones are sent by POST. */
  readonly source: string
  /** The version of Pine to compile as. */
  readonly version?: 'v1' | 'v2' | 'v3' | 'v4' | 'v5' | 'v6' | undefined
}

export interface TranslatePineByPostParams {
  readonly body: PineTranslationRequest
}

export interface GetRawParams {
  /** The id of a contract in the catalogue. */
  readonly endpointId: string
}

export interface PostRawParams {
  /** The id of a contract in the catalogue. */
  readonly endpointId: string
  readonly body: unknown
}

export interface RequestCodeParams {
  readonly body: OtpRequest
}

export interface VerifyCodeParams {
  readonly body: VerifyRequest
}

export interface ListKeysParams {
  /** Whether revoked keys are listed too. */
  readonly include_revoked?: boolean | undefined
}

export interface CreateKeyParams {
  /** The same key and body within 24 hours get the first answer again, and the work is done once. Made up unless told. */
  readonly idempotency_key?: string | undefined
  readonly body?: KeyCreateRequest | undefined
}

export interface RenameKeyParams {
  /** `id` of the key. */
  readonly key_id: string
  readonly body: KeyUpdateRequest
}

export interface RevokeKeyParams {
  /** `id` of the key. */
  readonly key_id: string
}

export interface RequestLimitsParams {
  /** The same key and body within 24 hours get the first answer again, and the work is done once. Made up unless told. */
  readonly idempotency_key?: string | undefined
  readonly body: LimitRequestBody
}

export interface Market {
  /** Whether the process is alive `GET /health` */
  readonly getHealth: Operation<NoParams, HealthResponse>
  /** Whether the server can answer: database reachable, not shutting down `GET /healthz` */
  readonly getReadiness: Operation<NoParams, HealthResponse>
  /** What this service is `GET /` */
  readonly getRootIndex: Operation<NoParams, IndexDocument>
  /** What this service is `GET /v1` */
  readonly getIndex: Operation<NoParams, IndexDocument>
  /** Every route, contract and socket method `GET /v1/catalog` */
  readonly getCatalog: Operation<NoParams, RouteCatalogue>
  /** Symbols by company, ticker, exchange, country or asset type Searches the public symbol catalogue. Without `q` an `exchange` is needed, whose symbols are then listed. Pages by `limit` and `offset`. `GET /v1/symbols/search` */
  readonly searchSymbols: ListOperation<
    SearchSymbolsParams,
    FoundSymbol,
    {
      readonly data: readonly FoundSymbol[]
      readonly meta: Meta
    }
  >
  /** Current headlines by language, market, provider or symbol The newest headlines of one category, newest first; at most 200 are known at a time. `GET /v1/news/headlines` */
  readonly getHeadlines: Operation<
    GetHeadlinesParams,
    {
      readonly data: readonly NewsItem[]
      readonly meta: Meta
    }
  >
  /** The latest headlines The short list of the newest headlines. `GET /v1/news/latest` */
  readonly getLatestHeadlines: Operation<
    GetLatestHeadlinesParams,
    {
      readonly data: readonly NewsItem[]
      readonly meta: Meta
    }
  >
  /** The news flow, filtered The feed behind the provider’s news pages. `version=v2` has a cursor and all filters, `v1` knows `lang` and `symbols` alone. `GET /v1/news/flow` */
  readonly getNewsFlow: ListOperation<
    GetNewsFlowParams,
    NewsItem,
    {
      readonly data: readonly NewsItem[]
      readonly meta: Meta
    }
  >
  /** News for one symbol The symbol is `EXCHANGE:TICKER`, or a bare ticker together with `exchange`. `GET /v1/symbols/{symbol}/news` */
  readonly getSymbolNews: Operation<
    GetSymbolNewsParams,
    {
      readonly data: readonly NewsItem[]
      readonly meta: Meta
    }
  >
  /** Upcoming and recent economic events Events of a range of days, by country and importance, earliest first. `GET /v1/calendar/economic` */
  readonly getEconomicCalendar: ListOperation<
    GetEconomicCalendarParams,
    EconomicEvent,
    {
      readonly data: readonly EconomicEvent[]
      readonly meta: Meta
    }
  >
  /** Economic events as a news agency has them The same kind of events from another source, by country or by currency. `GET /v1/calendar/economic/newsagency` */
  readonly getNewsAgencyCalendar: ListOperation<
    GetNewsAgencyCalendarParams,
    AgencyEvent,
    {
      readonly data: readonly AgencyEvent[]
      readonly meta: Meta
    }
  >
  /** Earnings calendar Companies that report in a range of days. POST takes the body of a scan instead of parameters. `GET /v1/events/earnings` */
  readonly getEarnings: ListOperation<
    GetEarningsParams,
    EarningsEvent,
    {
      readonly data: readonly EarningsEvent[]
      readonly meta: Meta
    }
  >
  /** Earnings calendar, from a body Companies that report in a range of days. POST takes the body of a scan instead of parameters. `POST /v1/events/earnings` */
  readonly getEarningsByPost: Operation<
    GetEarningsByPostParams,
    {
      readonly data: readonly EarningsEvent[]
      readonly meta: Meta
    }
  >
  /** Dividend calendar Dividends whose ex-date lies in a range of days. POST takes the body of a scan instead of parameters. `GET /v1/events/dividends` */
  readonly getDividends: ListOperation<
    GetDividendsParams,
    DividendEvent,
    {
      readonly data: readonly DividendEvent[]
      readonly meta: Meta
    }
  >
  /** Dividend calendar, from a body Dividends whose ex-date lies in a range of days. POST takes the body of a scan instead of parameters. `POST /v1/events/dividends` */
  readonly getDividendsByPost: Operation<
    GetDividendsByPostParams,
    {
      readonly data: readonly DividendEvent[]
      readonly meta: Meta
    }
  >
  /** The columns of a market screener Names, types and allowed values of the columns. The provider knows more columns than it lists. `GET /v1/screeners/{market}/metadata` */
  readonly getScreenerMetadata: ListOperation<
    GetScreenerMetadataParams,
    ScreenerColumn,
    {
      readonly data: readonly ScreenerColumn[]
      readonly meta: Meta
    }
  >
  /** Run a market screener From parameters, e.g. `filter=close>100,market_cap_basic>=1e9&columns=name,close&sort=volume`, or by POST from the body of a scan. `GET /v1/screeners/{market}/search` */
  readonly searchScreener: ListOperation<
    SearchScreenerParams,
    ScreenerRow,
    {
      readonly data: readonly ScreenerRow[]
      readonly meta: Meta
    }
  >
  /** Run a market screener, from a body From parameters, e.g. `filter=close>100,market_cap_basic>=1e9&columns=name,close&sort=volume`, or by POST from the body of a scan. `POST /v1/screeners/{market}/search` */
  readonly searchScreenerByPost: Operation<
    SearchScreenerByPostParams,
    {
      readonly data: readonly ScreenerRow[]
      readonly meta: Meta
    }
  >
  /** Run a screener across markets Needs at least one of `symbols`, `markets` and `filter`: the whole world is too much at once. `GET /v1/screeners/global/search` */
  readonly searchGlobalScreener: ListOperation<
    SearchGlobalScreenerParams,
    ScreenerRow,
    {
      readonly data: readonly ScreenerRow[]
      readonly meta: Meta
    }
  >
  /** Run a screener across markets, from a body Needs at least one of `symbols`, `markets` and `filter`: the whole world is too much at once. `POST /v1/screeners/global/search` */
  readonly searchGlobalScreenerByPost: Operation<
    SearchGlobalScreenerByPostParams,
    {
      readonly data: readonly ScreenerRow[]
      readonly meta: Meta
    }
  >
  /** Option contracts of an underlying Strikes, expirations, prices, volume, Greeks and implied volatility where the provider has them. `GET /v1/options/{symbol}/chain` */
  readonly getOptionChain: ListOperation<
    GetOptionChainParams,
    OptionContract,
    {
      readonly data: readonly OptionContract[]
      readonly meta: Meta
    }
  >
  /** Option contracts of an underlying, from a body Strikes, expirations, prices, volume, Greeks and implied volatility where the provider has them. `POST /v1/options/{symbol}/chain` */
  readonly getOptionChainByPost: Operation<
    GetOptionChainByPostParams,
    {
      readonly data: readonly OptionContract[]
      readonly meta: Meta
    }
  >
  /** Implied volatility over time spans One row per span, as a fraction: 0.31 is 31 %. `GET /v1/options/{symbol}/implied-volatility` */
  readonly getImpliedVolatility: Operation<
    GetImpliedVolatilityParams,
    {
      readonly data: readonly ImpliedVolatility[]
      readonly meta: Meta
    }
  >
  /** Totals over all options of an underlying Figures as the provider names them; nobody has documented them. `GET /v1/options/{symbol}/underlying-aggregates` */
  readonly getUnderlyingAggregates: Operation<
    GetUnderlyingAggregatesParams,
    {
      readonly data: UnderlyingAggregates
      readonly meta: Meta
    }
  >
  /** Chart of an options strategy POST takes the strategy as JSON, GET as base64url of the same JSON in `payload`. `GET /v1/options/strategy-chart` */
  readonly getStrategyChart: Operation<
    GetStrategyChartParams,
    {
      /** As the provider has it. */
      readonly data: {
        readonly [name: string]: unknown
      }
      readonly meta: Meta
    }
  >
  /** Chart of an options strategy, from a body POST takes the strategy as JSON, GET as base64url of the same JSON in `payload`. `POST /v1/options/strategy-chart` */
  readonly getStrategyChartByPost: Operation<
    GetStrategyChartByPostParams,
    {
      /** As the provider has it. */
      readonly data: {
        readonly [name: string]: unknown
      }
      readonly meta: Meta
    }
  >
  /** Public ideas, of one symbol or of all What users of the provider published, by popularity or by date. `GET /v1/ideas` */
  readonly listIdeas: ListOperation<
    ListIdeasParams,
    Idea,
    {
      readonly data: readonly Idea[]
      readonly meta: Meta
    }
  >
  /** Public scripts, of one symbol or of all Indicators, strategies and libraries that users of the provider published. `GET /v1/scripts` */
  readonly listScripts: ListOperation<
    ListScriptsParams,
    Script,
    {
      readonly data: readonly Script[]
      readonly meta: Meta
    }
  >
  /** Built-in Pine scripts The scripts that come with the platform, by group. `GET /v1/pine/builtins` */
  readonly listPineBuiltins: ListOperation<
    ListPineBuiltinsParams,
    PineBuiltin,
    {
      readonly data: readonly PineBuiltin[]
      readonly meta: Meta
    }
  >
  /** The title of a Pine script Reads the title out of Pine source; POST takes long sources. `GET /v1/pine/title` */
  readonly parsePineTitle: Operation<
    ParsePineTitleParams,
    {
      readonly data: PineTitle
      readonly meta: Meta
    }
  >
  /** The title of a Pine script, from a body Reads the title out of Pine source; POST takes long sources. `POST /v1/pine/title` */
  readonly parsePineTitleByPost: Operation<
    ParsePineTitleByPostParams,
    {
      readonly data: PineTitle
      readonly meta: Meta
    }
  >
  /** Translate Pine source Compiles Pine source as one Pine version; what is wrong with it is part of the answer. `GET /v1/pine/translate` */
  readonly translatePine: Operation<
    TranslatePineParams,
    {
      readonly data: PineTranslation
      readonly meta: Meta
    }
  >
  /** Translate Pine source, from a body Compiles Pine source as one Pine version; what is wrong with it is part of the answer. `POST /v1/pine/translate` */
  readonly translatePineByPost: Operation<
    TranslatePineByPostParams,
    {
      readonly data: PineTranslation
      readonly meta: Meta
    }
  >
  /** Whether the price-alert backend is alive Judged by what it says, not by its status alone. `GET /v1/alerts/status` */
  readonly getAlertsStatus: Operation<
    NoParams,
    {
      readonly data: AlertsStatus
      readonly meta: Meta
    }
  >
  /** A contract of the provider, untouched Query parameters go to the provider as they are; those the contract’s path needs (`market`, `symbol`, `scriptId`, `version`, `pineVersion`) are taken out of them. `GET /v1/raw/{endpointId}` */
  readonly getRaw: Operation<GetRawParams, unknown>
  /** A contract of the provider that takes a body, untouched The body goes to the provider as it is, whatever its type is called. `POST /v1/raw/{endpointId}` */
  readonly postRaw: Operation<PostRawParams, unknown>
  /** Send a sign-in code by e-mail Six digits, valid for ten minutes and once; a new code voids the one before. A minute has to pass between two codes for one address, and an address gets at most five an hour. The answer is the same whether or not the address is known. `POST /v1/auth/otp` */
  readonly requestCode: Operation<
    RequestCodeParams,
    {
      readonly data: OtpAnswer
      readonly meta: Meta
    }
  >
  /** Trade a code for a management token and a key The token manages keys for twelve hours. Token and key are shown this once. Five wrong tries void the code. `POST /v1/auth/verify` */
  readonly verifyCode: Operation<
    VerifyCodeParams,
    {
      readonly data: VerifyAnswer
      readonly meta: Meta
    }
  >
  /** Your keys, active ones first, newest first At most 1,000. Keys revoked for more than 90 days are forgotten. `GET /v1/auth/keys` */
  readonly listKeys: Operation<
    ListKeysParams,
    {
      readonly data: readonly ApiKey[]
      readonly meta: Meta
    }
  >
  /** Make a key; its secret is shown this once An identity has at most ten active keys, and makes at most 100 an hour. With an `Idempotency-Key`, a repeat within 24 hours gets the same answer and makes no second key. `POST /v1/auth/keys` */
  readonly createKey: Operation<
    CreateKeyParams,
    {
      readonly data: NewApiKey
      readonly meta: Meta
    }
  >
  /** Rename a key `PATCH /v1/auth/keys/{key_id}` */
  readonly renameKey: Operation<
    RenameKeyParams,
    {
      readonly data: ApiKey
      readonly meta: Meta
    }
  >
  /** Revoke a key, for good Every node refuses it within a second. Revoking a revoked key changes nothing. `DELETE /v1/auth/keys/{key_id}` */
  readonly revokeKey: Operation<
    RevokeKeyParams,
    {
      readonly data: ApiKey
      readonly meta: Meta
    }
  >
  /** Your credits, limits and calls in this period `GET /v1/usage` */
  readonly getUsage: Operation<
    NoParams,
    {
      readonly data: Usage
      readonly meta: Meta
    }
  >
  /** Ask for higher limits An operator decides. One request can be open at a time. Limits belong to the identity and hold for all of its keys. `POST /v1/auth/limits/requests` */
  readonly requestLimits: Operation<
    RequestLimitsParams,
    {
      readonly data: LimitRequest
      readonly meta: Meta
    }
  >
  /** This document `GET /v1/openapi.json` */
  readonly getOpenApi: Operation<
    NoParams,
    {
      readonly [name: string]: unknown
    }
  >
}

export const marketOperations: OperationTable<Market> = {
  getHealth: { method: 'GET', path: '/health' },
  getReadiness: { method: 'GET', path: '/healthz' },
  getRootIndex: { method: 'GET', path: '/' },
  getIndex: { method: 'GET', path: '/v1' },
  getCatalog: { method: 'GET', path: '/v1/catalog' },
  searchSymbols: {
    method: 'GET',
    path: '/v1/symbols/search',
    query: ['q', 'type', 'exchange', 'country', 'has_options', 'highlight', 'limit', 'offset', 'lang'],
    paging: 'offset',
  },
  getHeadlines: {
    method: 'GET',
    path: '/v1/news/headlines',
    query: ['category', 'symbol', 'provider', 'area', 'section', 'limit', 'lang'],
  },
  getLatestHeadlines: { method: 'GET', path: '/v1/news/latest', query: ['category', 'limit', 'lang'] },
  getNewsFlow: {
    method: 'GET',
    path: '/v1/news/flow',
    query: [
      'version',
      'symbols',
      'market',
      'country',
      'provider',
      'sector',
      'corp_activity',
      'economic_category',
      'priority',
      'cursor',
      'limit',
      'lang',
    ],
    paging: 'cursor',
  },
  getSymbolNews: {
    method: 'GET',
    path: '/v1/symbols/{symbol}/news',
    query: ['exchange', 'section', 'provider', 'area', 'limit', 'lang'],
  },
  getEconomicCalendar: {
    method: 'GET',
    path: '/v1/calendar/economic',
    query: ['from', 'to', 'countries', 'min_importance', 'categories', 'limit', 'offset'],
    paging: 'offset',
  },
  getNewsAgencyCalendar: {
    method: 'GET',
    path: '/v1/calendar/economic/newsagency',
    query: ['from', 'to', 'countries', 'min_importance', 'currencies', 'limit', 'offset'],
    paging: 'offset',
  },
  getEarnings: {
    method: 'GET',
    path: '/v1/events/earnings',
    query: ['from', 'to', 'markets', 'symbols', 'fields', 'sort', 'order', 'limit', 'offset', 'lang'],
    paging: 'offset',
  },
  getEarningsByPost: { method: 'POST', path: '/v1/events/earnings' },
  getDividends: {
    method: 'GET',
    path: '/v1/events/dividends',
    query: ['from', 'to', 'markets', 'symbols', 'fields', 'sort', 'order', 'limit', 'offset', 'lang'],
    paging: 'offset',
  },
  getDividendsByPost: { method: 'POST', path: '/v1/events/dividends' },
  getScreenerMetadata: {
    method: 'GET',
    path: '/v1/screeners/{market}/metadata',
    query: ['q', 'type', 'timeframes', 'limit', 'offset'],
    paging: 'offset',
  },
  searchScreener: {
    method: 'GET',
    path: '/v1/screeners/{market}/search',
    query: [
      'columns',
      'filter',
      'symbols',
      'types',
      'index',
      'exchange',
      'sector',
      'country',
      'primary',
      'sort',
      'order',
      'nulls_first',
      'currency',
      'preset',
      'lang',
      'limit',
      'offset',
    ],
    paging: 'offset',
  },
  searchScreenerByPost: { method: 'POST', path: '/v1/screeners/{market}/search' },
  searchGlobalScreener: {
    method: 'GET',
    path: '/v1/screeners/global/search',
    query: [
      'columns',
      'filter',
      'symbols',
      'types',
      'index',
      'exchange',
      'sector',
      'country',
      'primary',
      'sort',
      'order',
      'nulls_first',
      'currency',
      'preset',
      'lang',
      'markets',
      'limit',
      'offset',
    ],
    paging: 'offset',
  },
  searchGlobalScreenerByPost: { method: 'POST', path: '/v1/screeners/global/search' },
  getOptionChain: {
    method: 'GET',
    path: '/v1/options/{symbol}/chain',
    query: [
      'exchange',
      'expiration',
      'expiration_from',
      'expiration_to',
      'type',
      'strike',
      'strike_min',
      'strike_max',
      'root',
      'columns',
      'sort',
      'order',
      'limit',
      'offset',
    ],
    paging: 'offset',
  },
  getOptionChainByPost: { method: 'POST', path: '/v1/options/{symbol}/chain', query: ['exchange'] },
  getImpliedVolatility: {
    method: 'GET',
    path: '/v1/options/{symbol}/implied-volatility',
    query: ['exchange'],
  },
  getUnderlyingAggregates: {
    method: 'GET',
    path: '/v1/options/{symbol}/underlying-aggregates',
    query: ['exchange'],
  },
  getStrategyChart: { method: 'GET', path: '/v1/options/strategy-chart', query: ['payload'] },
  getStrategyChartByPost: { method: 'POST', path: '/v1/options/strategy-chart' },
  listIdeas: {
    method: 'GET',
    path: '/v1/ideas',
    query: ['symbol', 'q', 'sort', 'page', 'per_page', 'lang'],
    paging: 'page',
  },
  listScripts: {
    method: 'GET',
    path: '/v1/scripts',
    query: ['symbol', 'q', 'sort', 'page', 'per_page', 'lang', 'access', 'kind'],
    paging: 'page',
  },
  listPineBuiltins: {
    method: 'GET',
    path: '/v1/pine/builtins',
    query: ['group', 'q', 'limit', 'offset'],
    paging: 'offset',
  },
  parsePineTitle: { method: 'GET', path: '/v1/pine/title', query: ['source'] },
  parsePineTitleByPost: { method: 'POST', path: '/v1/pine/title' },
  translatePine: { method: 'GET', path: '/v1/pine/translate', query: ['source', 'version'] },
  translatePineByPost: { method: 'POST', path: '/v1/pine/translate' },
  getAlertsStatus: { method: 'GET', path: '/v1/alerts/status' },
  getRaw: { method: 'GET', path: '/v1/raw/{endpointId}', anyBody: true },
  postRaw: { method: 'POST', path: '/v1/raw/{endpointId}', anyBody: true },
  requestCode: { method: 'POST', path: '/v1/auth/otp' },
  verifyCode: { method: 'POST', path: '/v1/auth/verify' },
  listKeys: { method: 'GET', path: '/v1/auth/keys', query: ['include_revoked'], takes: 'token' },
  createKey: { method: 'POST', path: '/v1/auth/keys', keyed: true, takes: 'token' },
  renameKey: { method: 'PATCH', path: '/v1/auth/keys/{key_id}', takes: 'token' },
  revokeKey: { method: 'DELETE', path: '/v1/auth/keys/{key_id}', takes: 'token' },
  getUsage: { method: 'GET', path: '/v1/usage' },
  requestLimits: { method: 'POST', path: '/v1/auth/limits/requests', keyed: true },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json' },
}
