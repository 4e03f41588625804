/** The market service, as its API document has it; made by `npm run generate -w packages/client`, not by hand. */

import type { ListOperation, NoParams, Operation, OperationTable } from '../rest/operation.ts'

export interface Meta {
  readonly request_id: string
  readonly generated_at: string
  readonly credits_charged: number
  readonly pagination?: Pagination
  /** Number of rows that match, on all pages. Some lists count them only with `total=true`; null if nobody knows it. */
  readonly total?: number | null
  /** True if there are more rows than `total`: very long lists are not counted to their end. */
  readonly total_is_minimum?: boolean
  /** Position in the change log from which to follow this list (that of its first page), or to go on after these changes: send it as `after`. */
  readonly changes_after?: string
  /** Of changes: whether there may be more after `changes_after` already. */
  readonly has_more?: boolean
  /** True if the data is made up, because the server runs the sandbox profile. */
  readonly sandbox?: boolean
  /** The upstream contract of the response. */
  readonly source_contract?: string
  readonly cache?: CacheFacts
  readonly page?: PageFacts
  readonly delay?: DelayFacts
  readonly columns?: readonly string[]
  readonly series?: SeriesFacts
  /** Requested symbols that the provider does not know. */
  readonly unknown_symbols?: readonly string[]
  /** Requested symbols about which the provider did not respond. */
  readonly unavailable_symbols?: readonly string[]
  /** Rows left out because the provider sent them in an unexpected format; absent if none. */
  readonly skipped_rows?: number
}

export interface Pagination {
  readonly limit: number
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null
}

export interface CacheFacts {
  /** `stale`: past `fresh_until` but not past `stale_until`; a refresh is in progress. */
  readonly status: 'hit' | 'miss' | 'stale'
  /** When the provider returned the response. */
  readonly fetched_at: string
  readonly fresh_until: string
  /** May be served until this time if the provider is unreachable. */
  readonly stale_until: string
}

export interface PageFacts {
  readonly limit: number
  readonly offset: number
  readonly returned: number
  /** Total rows, if the provider reports it. */
  readonly total: number | null
  /** Null on the last page, and for lists without `offset`. */
  readonly next_offset: number | null
  /** For lists with `page`; null on the last page. */
  readonly next_page?: number | null
}

export interface DelayFacts {
  readonly update_modes: readonly string[]
  /** Lag behind the market; null if unknown. */
  readonly delay_seconds_max: number | null
}

export interface SeriesFacts {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  readonly resolution:
    | '1'
    | '3'
    | '5'
    | '15'
    | '30'
    | '45'
    | '60'
    | '120'
    | '180'
    | '240'
    | '1D'
    | '1W'
    | '1M'
  readonly adjustment: 'splits' | 'dividends'
  readonly session: 'regular' | 'extended'
  /** Currency of the prices. */
  readonly currency: string | null
  /** Time zone of the exchange, in which days begin and end. */
  readonly timezone: string | null
  /** Why there are no older bars: the history of the symbol starts here (`start`), or the provider gives no more of it (`limit`). Null while there may be more. */
  readonly history_end: 'start' | 'limit' | null
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

/** How callers are identified. */
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
  readonly upstreams: readonly UpstreamHost[]
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

export interface UpstreamHost {
  readonly host: string
  /** The families of contracts at this host; `socket` for quotes and bars. */
  readonly families: readonly string[]
  /** How many requests that the cache cannot answer all callers together can have sent, per worker. */
  readonly requests_per_second: number
  readonly concurrent_requests: number
  /** What the operator must have: an `Origin` that the host accepts, and the provider’s consent to send it. */
  readonly requires: readonly ('origin' | 'consent')[]
  /** The setting for it. */
  readonly setting: string | null
  /** Whether this server has what the host requires. */
  readonly is_ready: boolean
  /** The routes that need this host. */
  readonly routes: readonly string[]
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
  /** `EXCHANGE:TICKER`, the form that other routes take. */
  readonly symbol: string
  /** The part after the colon. */
  readonly ticker: string
  /** The part before the colon. */
  readonly exchange: string
  /** Display name of the exchange. */
  readonly exchange_name: string | null
  /** Name of the company, fund, pair or contract. */
  readonly description: string
  /** Type of instrument. */
  readonly type: string
  /** Subtypes. */
  readonly typespecs: readonly string[]
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** Currency of the price. */
  readonly currency: string | null
  /** International Securities Identification Number. */
  readonly isin: string | null
  /** North American securities identifier. */
  readonly cusip: string | null
  /** Central Index Key of the SEC. */
  readonly cik: string | null
  /** Whether this is the primary listing. */
  readonly is_primary_listing: boolean | null
  /** Identifier that matched, if not a name. */
  readonly found_by: 'isin' | 'cusip' | null
  /** The provider’s logo id. */
  readonly logo_id: string | null
  /** With `highlight=true`: the same texts with matches between `<em>` and `</em>`. */
  readonly highlight: {
    /** The ticker with marks. */
    readonly symbol: string
    /** The description with marks. */
    readonly description: string
  } | null
}

export interface NewsItem {
  /** The provider’s id. */
  readonly id: string
  /** Headline. */
  readonly title: string
  /** Time of publication. */
  readonly published_at: string | null
  /** Publisher. */
  readonly provider: {
    /** Value to use in `provider`. */
    readonly id: string | null
    /** Display name. */
    readonly name: string | null
  }
  /** The story at its publisher, if linked. */
  readonly url: string | null
  /** Path of the story at the provider. */
  readonly story_path: string | null
  /** 1 for flashes, 2 for other news. */
  readonly urgency: number | null
  /** Restriction on the text; null if there is none. */
  readonly permission: string | null
  /** Whether it is a flash ahead of the story. */
  readonly is_flash: boolean
  /** Whether it is exclusive. */
  readonly is_exclusive: boolean
  /** Short summary; only `/v1/news/latest` has it. */
  readonly summary: string | null
  /** Related symbols. */
  readonly symbols: readonly string[]
}

export interface EconomicEvent {
  /** The source’s id. */
  readonly id: string
  /** Title. */
  readonly title: string
  /** Two letters; `EU` for the euro area. */
  readonly country: string | null
  /** Currency it affects, three letters. */
  readonly currency: string | null
  /** The published figure. */
  readonly indicator: string | null
  /** Time of the event. */
  readonly date: string | null
  /** Period of the figure, e.g. `Mar`. */
  readonly period: string | null
  /** -1 low, 0 medium, 1 high. */
  readonly importance: number | null
  /** `low`, `medium` or `high`. */
  readonly importance_name: string | null
  /** Actual value; null before publication. */
  readonly actual: number | null
  /** Forecast value. */
  readonly forecast: number | null
  /** Value of the previous publication. */
  readonly previous: number | null
  /** Unit of the values. */
  readonly unit: string | null
  /** Scale of the values: `K`, `M`, `B` or `T`. */
  readonly scale: string | null
  /** Explanation of the figure. */
  readonly comment: string | null
  /** Publisher. */
  readonly source: string | null
  /** One of bonds, business, climate, consumer, energy, gdp, government, health, housing, labor, money, prices, trade, taxes. */
  readonly category: string | null
  /** Symbol of the figure’s history. */
  readonly ticker: string | null
  /** End of the period of the figure. */
  readonly reference_date: string | null
  /** URL of the publication. */
  readonly source_url: string | null
  /** `actual` without the scale. */
  readonly actual_raw: number | null
  /** `forecast` without the scale. */
  readonly forecast_raw: number | null
  /** `previous` without the scale. */
  readonly previous_raw: number | null
}

/** The agency’s ids change; do not store them. */
export interface AgencyEvent {
  /** The source’s id. */
  readonly id: string
  /** Title. */
  readonly title: string
  /** Two letters; `EU` for the euro area. */
  readonly country: string | null
  /** Currency it affects, three letters. */
  readonly currency: string | null
  /** The published figure. */
  readonly indicator: string | null
  /** Time of the event. */
  readonly date: string | null
  /** Period of the figure, e.g. `Mar`. */
  readonly period: string | null
  /** -1 low, 0 medium, 1 high. */
  readonly importance: number | null
  /** `low`, `medium` or `high`. */
  readonly importance_name: string | null
  /** Actual value; null before publication. */
  readonly actual: number | null
  /** Forecast value. */
  readonly forecast: number | null
  /** Value of the previous publication. */
  readonly previous: number | null
  /** Unit of the values. */
  readonly unit: string | null
  /** Scale of the values: `K`, `M`, `B` or `T`. */
  readonly scale: string | null
  /** Explanation of the figure. */
  readonly comment: string | null
  /** Publisher. */
  readonly source: string | null
  /** Link to the event, if any. */
  readonly url: string | null
}

export interface EarningsEvent {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  /** Next report. */
  readonly next_release_at?: string | null
  /** Latest report. */
  readonly release_at?: string | null
  /** The provider’s logo id. */
  readonly logo_id?: string | null
  /** The symbol without its exchange. */
  readonly ticker?: string | null
  /** Company name. */
  readonly company?: string | null
  /** Earnings per share of the latest quarter. */
  readonly eps?: number | null
  /** Forecast earnings per share of the next report. */
  readonly eps_forecast_next?: number | null
  /** `eps` minus `eps_forecast`. */
  readonly eps_surprise?: number | null
  /** The same in percent. */
  readonly eps_surprise_percent?: number | null
  /** Revenue of the latest quarter. */
  readonly revenue?: number | null
  /** Forecast revenue of the next report. */
  readonly revenue_forecast_next?: number | null
  /** Market capitalisation. */
  readonly market_cap?: number | null
  /** Time of day. */
  readonly release_time?: 'unknown' | 'after_close' | 'before_open' | null
  /** Time of day. */
  readonly next_release_time?: 'unknown' | 'after_close' | 'before_open' | null
  /** Forecast for the latest quarter. */
  readonly eps_forecast?: number | null
  /** Forecast for the latest quarter. */
  readonly revenue_forecast?: number | null
  /** Currency of the amounts. */
  readonly currency?: string | null
  /** Value to use in `markets`. */
  readonly market?: string | null
  /** The provider’s code for how the latest report was published. */
  readonly publication_type?: number | null
  /** The provider’s code for how certain the next date is. */
  readonly next_publication_type?: number | null
  /** `revenue` minus `revenue_forecast`. */
  readonly revenue_surprise?: number | null
  /** The same in percent. */
  readonly revenue_surprise_percent?: number | null
  readonly [name: string]: unknown
}

/** A scan in the provider’s format. */
export interface ScanBody {
  /** Columns of each row, in this order. */
  readonly columns?: readonly string[]
  /** Conditions that must all match. */
  readonly filter?: readonly {
    /** A column, or two columns separated by a comma, of which either may match. */
    readonly left: string
    readonly operation: string
    /** A number, string, list or column name. */
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
  /** First row (inclusive) and last row (exclusive). */
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
  /** Latest ex-date. */
  readonly ex_date?: string | null
  /** Next ex-date. */
  readonly next_ex_date?: string | null
  /** The provider’s logo id. */
  readonly logo_id?: string | null
  /** The symbol without its exchange. */
  readonly ticker?: string | null
  /** Company name. */
  readonly company?: string | null
  /** Per year, in percent of the price. */
  readonly dividend_yield?: number | null
  /** Payment date of the dividend of `ex_date`. */
  readonly payment_date?: string | null
  /** Payment date of the dividend of `next_ex_date`. */
  readonly next_payment_date?: string | null
  /** Dividend per share of `ex_date`. */
  readonly amount?: number | null
  /** Dividend per share of `next_ex_date`. */
  readonly next_amount?: number | null
  /** Currency of the amounts. */
  readonly currency?: string | null
  /** Value to use in `markets`. */
  readonly market?: string | null
  readonly [name: string]: unknown
}

export interface ScreenerColumn {
  /** Value to use in `columns`, `filter` and `sort`. */
  readonly name: string
  /** One of number, fundamental_price, percent, price, text, time, num_slice, map, bool, interface, set, time-yyyymmdd. */
  readonly type: string
  /** The values of the column, if they are a closed list. */
  readonly values:
    | readonly {
        /** Value to use in `filter`. */
        readonly id: string
        /** Display name. */
        readonly name: string
      }[]
    | null
}

/** The symbol, and one member per requested column. */
export interface ScreenerRow {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  readonly [name: string]: unknown
}

/** Greeks may be null. With `columns`, rows have only these and the two symbols; other columns keep the provider’s names. */
export interface OptionContract {
  /** The contract. */
  readonly symbol: string
  /** Symbol of the underlying. */
  readonly underlying: string
  /** Lowest ask. */
  readonly ask?: number | null
  /** Highest bid. */
  readonly bid?: number | null
  /** Currency of the price. */
  readonly currency?: string | null
  /** Change of the price per unit of the underlying. */
  readonly delta?: number | null
  /** Expiration date. */
  readonly expiration?: string | null
  /** Change of delta per unit of the underlying. */
  readonly gamma?: number | null
  /** Implied volatility as a fraction: 0.31 is 31%. */
  readonly iv?: number | null
  /** Right to buy, or to sell. */
  readonly type?: 'call' | 'put' | null
  /** Price units per currency unit: 100 means cents. */
  readonly pricescale?: number | null
  /** Change of the price per percentage point of interest. */
  readonly rho?: number | null
  /** Root symbol of the series. */
  readonly root?: string | null
  /** Strike price. */
  readonly strike?: number | null
  /** Theoretical price. */
  readonly theo_price?: number | null
  /** Change of the price per day. */
  readonly theta?: number | null
  /** Change of the price per percentage point of volatility. */
  readonly vega?: number | null
  /** Implied volatility of the bid. */
  readonly bid_iv?: number | null
  /** Implied volatility of the ask. */
  readonly ask_iv?: number | null
  /** Contracts traded today. */
  readonly volume?: number | null
  /** Delay of the data, e.g. `delayed_streaming_900`. */
  readonly update_mode?: string | null
  readonly [name: string]: unknown
}

export interface ImpliedVolatility {
  /** For actual expirations, or for standard time spans. */
  readonly kind: 'real' | 'standard'
  /** Time span. */
  readonly span: {
    /** Number of units. */
    readonly value: number
    /** Days, weeks, months or years. */
    readonly unit: 'd' | 'w' | 'm' | 'y'
  }
  /** The span in days; a month is 30 days. */
  readonly span_days: number | null
  /** A fraction: 0.31 is 31%. */
  readonly implied_volatility: number | null
}

export interface UnderlyingAggregates {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  /** In the provider’s format. */
  readonly aggregates: {
    readonly [name: string]: unknown
  }
}

export interface Idea {
  /** The provider’s id. */
  readonly id: number
  /** Title. */
  readonly title: string
  /** Text, possibly shortened. */
  readonly description: string | null
  /** Time of publication. */
  readonly created_at: string | null
  /** Time of the last change. */
  readonly updated_at: string | null
  /** Page at the provider. */
  readonly url: string | null
  /** Image of the chart. */
  readonly image_url: string | null
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string | null
  /** Bar interval of the chart: minutes, or `1D`, `1W`. */
  readonly interval: string | null
  /** Number of likes. */
  readonly likes: number
  /** Number of comments. */
  readonly comments: number
  /** Whether it is an editors’ pick. */
  readonly is_editors_pick: boolean
  /** Author. */
  readonly author: {
    /** User name at the provider. */
    readonly username: string | null
    /** Whether the account belongs to a broker. */
    readonly is_broker: boolean
  }
  /** The author’s expectation. */
  readonly direction: 'neutral' | 'long' | 'short' | null
  /** Whether it is a video. */
  readonly is_video: boolean
  /** Whether it is educational. */
  readonly is_education: boolean
  /** Whether it is trending. */
  readonly is_hot: boolean
}

export interface Script {
  /** The provider’s id. */
  readonly id: number
  /** Title. */
  readonly title: string
  /** Text, possibly shortened. */
  readonly description: string | null
  /** Time of publication. */
  readonly created_at: string | null
  /** Time of the last change. */
  readonly updated_at: string | null
  /** Page at the provider. */
  readonly url: string | null
  /** Image of the chart. */
  readonly image_url: string | null
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string | null
  /** Bar interval of the chart: minutes, or `1D`, `1W`. */
  readonly interval: string | null
  /** Number of likes. */
  readonly likes: number
  /** Number of comments. */
  readonly comments: number
  /** Whether it is an editors’ pick. */
  readonly is_editors_pick: boolean
  /** Author. */
  readonly author: {
    /** User name at the provider. */
    readonly username: string | null
    /** Whether the account belongs to a broker. */
    readonly is_broker: boolean
  }
  /** Value to use with the Pine contracts. */
  readonly script_id: string | null
  /** `indicator`, `strategy` or `library`. */
  readonly kind: string | null
  /** Access to the source. */
  readonly access: 'open' | 'protected' | 'invite_only' | null
  /** Version of the script, not of Pine. */
  readonly version: string | null
}

export interface PineBuiltin {
  /** Value to use with the Pine contracts. */
  readonly id: string
  /** Title. */
  readonly name: string
  /** Title on a chart. */
  readonly short_name: string | null
  /** Version of the script, not of Pine. */
  readonly version: string | null
  /** `study`, `strategy` or `library`. */
  readonly kind: string | null
  /** Access to the source: `open_no_auth` is public. */
  readonly access: string | null
  /** Tags. */
  readonly tags: readonly string[]
  /** Whether it detects a candlestick pattern. */
  readonly is_candlestick: boolean
  /** Whether it plots a fundamental figure. */
  readonly is_fundamental: boolean
  /** Id of the figure. */
  readonly fundamental_id: string | null
  /** Category of the figure. */
  readonly fundamental_category: string | null
  /** Period of the figure, e.g. `FY` or `FQ`. */
  readonly financial_period: string | null
  /** Whether the provider’s lists omit it. */
  readonly is_hidden: boolean
  /** Number of source inputs. */
  readonly inputs: number | null
}

export interface PineTitle {
  /** Whether the source has a valid title. */
  readonly ok: boolean
  /** Title in the declaration. */
  readonly title: string | null
  /** Short title, if the provider reports it. */
  readonly short_title: string | null
  /** Kind of script, if the provider reports it. */
  readonly kind: string | null
  /** Why there is no title. */
  readonly reason: string | null
}

export interface PineSource {
  /** Pine source. */
  readonly source: string
}

export interface PineTranslation {
  /** Whether the source compiled. */
  readonly ok: boolean
  /** The requested version of Pine. */
  readonly version: 'v1' | 'v2' | 'v3' | 'v4' | 'v5' | 'v6'
  /** Source in the requested version, if the provider returns it. */
  readonly source: string | null
  /** Inputs, plots and styles in the provider’s format. */
  readonly meta_info: {
    readonly [name: string]: unknown
  } | null
  /** Why it did not compile. */
  readonly reason: string | null
  /** Errors in the source. */
  readonly errors: readonly {
    /** Message of the compiler. */
    readonly message: string
    /** First line, counted from 1. */
    readonly line: number | null
    /** First column. */
    readonly column: number | null
    /** Last line. */
    readonly end_line: number | null
    /** Last column. */
    readonly end_column: number | null
  }[]
  /** Warnings about the source. */
  readonly warnings: readonly {
    /** Message of the compiler. */
    readonly message: string
    /** First line, counted from 1. */
    readonly line: number | null
    /** First column. */
    readonly column: number | null
    /** Last line. */
    readonly end_line: number | null
    /** Last column. */
    readonly end_column: number | null
  }[]
}

export interface PineTranslationRequest {
  /** Pine source. */
  readonly source: string
  /** Version of Pine. */
  readonly version?: 'v1' | 'v2' | 'v3' | 'v4' | 'v5' | 'v6'
  /** Values of the inputs. */
  readonly inputs?: {
    readonly [name: string]: unknown
  }
}

export interface AlertsStatus {
  /** Whether the backend reports no error. */
  readonly alive: boolean
  /** Whether the backend responded. */
  readonly reachable: boolean
  /** The reported error; `no_such_endpoint` if the backend lacks the status endpoint. */
  readonly detail: string | null
}

export interface NewsStory {
  /** The provider’s id. */
  readonly id: string
  /** Headline. */
  readonly title: string
  /** Time of publication. */
  readonly published_at: string | null
  /** Publisher. */
  readonly provider: {
    /** Value to use in `provider`. */
    readonly id: string | null
    /** Display name. */
    readonly name: string | null
  }
  /** The story at its publisher, if linked. */
  readonly url: string | null
  /** Path of the story at the provider. */
  readonly story_path: string | null
  /** 1 for flashes, 2 for other news. */
  readonly urgency: number | null
  /** Restriction on the text; null if there is none. */
  readonly permission: string | null
  /** Whether it is a flash ahead of the story. */
  readonly is_flash: boolean
  /** Whether it is exclusive. */
  readonly is_exclusive: boolean
  /** Short summary. */
  readonly summary: string | null
  /** Related symbols. */
  readonly symbols: readonly string[]
  /** Plain text; an empty line separates paragraphs. Null if the provider has none, as for publishers that show it elsewhere only: see `permission` and `url`. */
  readonly text: string | null
}

/** The current prices of a symbol, what it is, and its fundamental figures. */
export interface Quote {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  /** Ticker. */
  readonly name: string | null
  /** Name of the company, fund or instrument. */
  readonly description: string | null
  /** Exchange. */
  readonly exchange: string | null
  /** `stock`, `fund`, `index`, `forex`, `crypto`, … */
  readonly type: string | null
  /** Currency of the prices. */
  readonly currency: string | null
  /** Two letters. */
  readonly country: string | null
  /** Time zone of the exchange. */
  readonly timezone: string | null
  /** Last price. */
  readonly last: number | null
  /** Time of the last trade. */
  readonly last_at: string | null
  /** Change since the previous close. */
  readonly change: number | null
  /** The same in percent. */
  readonly change_percent: number | null
  /** Volume of the day. */
  readonly volume: number | null
  /** First price of the day. */
  readonly open: number | null
  /** Highest price of the day. */
  readonly high: number | null
  /** Lowest price of the day. */
  readonly low: number | null
  /** Close of the previous day. */
  readonly previous_close: number | null
  /** Best bid. */
  readonly bid: number | null
  /** Best ask. */
  readonly ask: number | null
  /** Size of the best bid. */
  readonly bid_size: number | null
  /** Size of the best ask. */
  readonly ask_size: number | null
  /** Last price before or after regular hours. */
  readonly extended_last: number | null
  /** Its change since the close of regular hours, in percent. */
  readonly extended_change_percent: number | null
  /** `market`, `pre_market`, `post_market`, `out_of_session` or `holiday`. */
  readonly market_state: string | null
  /** `streaming`, or `delayed_streaming_900` for a delay of 900 seconds. */
  readonly update_mode: string | null
  /** Delay of the prices; null if unknown. */
  readonly delay_seconds: number | null
  /** Market capitalisation. */
  readonly market_cap: number | null
  /** Price to earnings of the last twelve months. */
  readonly price_earnings: number | null
  /** Earnings per share of the last twelve months. */
  readonly earnings_per_share: number | null
  /** Dividend yield in percent. */
  readonly dividend_yield: number | null
  /** Beta of one year. */
  readonly beta: number | null
  /** Sector. */
  readonly sector: string | null
  /** Industry. */
  readonly industry: string | null
  /** Next publication of earnings. */
  readonly next_earnings_at: string | null
}

/** Prices of one span of time. */
export interface Bar {
  /** Start of the bar. */
  readonly time: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Null for instruments without volume. */
  readonly volume: number | null
}

/** The current prices of a symbol. */
export interface StreamedQuote {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  /** Last price. */
  readonly last: number | null
  /** Time of the last trade. */
  readonly last_at: string | null
  /** Change since the previous close. */
  readonly change: number | null
  /** The same in percent. */
  readonly change_percent: number | null
  /** Volume of the day. */
  readonly volume: number | null
  /** First price of the day. */
  readonly open: number | null
  /** Highest price of the day. */
  readonly high: number | null
  /** Lowest price of the day. */
  readonly low: number | null
  /** Close of the previous day. */
  readonly previous_close: number | null
  /** Best bid. */
  readonly bid: number | null
  /** Best ask. */
  readonly ask: number | null
  /** Size of the best bid. */
  readonly bid_size: number | null
  /** Size of the best ask. */
  readonly ask_size: number | null
  /** Last price before or after regular hours. */
  readonly extended_last: number | null
  /** Its change since the close of regular hours, in percent. */
  readonly extended_change_percent: number | null
  /** `market`, `pre_market`, `post_market`, `out_of_session` or `holiday`. */
  readonly market_state: string | null
}

/** A bar of a stream. It replaces one of the same series with the same time. */
export interface StreamedBar {
  /** `EXCHANGE:TICKER`. */
  readonly symbol: string
  readonly resolution:
    | '1'
    | '3'
    | '5'
    | '15'
    | '30'
    | '45'
    | '60'
    | '120'
    | '180'
    | '240'
    | '1D'
    | '1W'
    | '1M'
  readonly adjustment: 'splits' | 'dividends'
  readonly session: 'regular' | 'extended'
  /** Start of the bar. */
  readonly time: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Null for instruments without volume. */
  readonly volume: number | null
}

export interface OtpRequest {
  /** Plain ASCII, case-insensitive. */
  readonly email: string
}

export interface OtpAnswer {
  /** Always true, whether or not the address is registered. */
  readonly sent: boolean
  readonly expires_in_seconds: number
}

export interface VerifyRequest {
  /** Plain ASCII, case-insensitive. */
  readonly email: string
  readonly code: string
  /** Whether to create an API key as well. */
  readonly create_key?: boolean
  /** A display name. Plain text; markup is not interpreted. */
  readonly label?: string
}

export interface VerifyAnswer {
  readonly email: string
  /** The management token, for `Authorization: Bearer`. Returned only once. */
  readonly token: string
  readonly token_type: 'Bearer'
  readonly token_expires_at: string
  readonly key: NewApiKey
  /** Why no key was created although `create_key` is true: `key_limit_reached`. */
  readonly key_omitted: string | null
}

export type NewApiKey = {
  readonly id: string
  readonly label: string | null
  /** The first characters of the secret. */
  readonly prefix: string
  /** The last four characters of the secret. */
  readonly last_four: string
  /** What the key may do. */
  readonly scopes: readonly ('read' | 'snapshot' | 'changes' | 'operate')[]
  /** Addresses and networks that the key may be used from. Empty: any. */
  readonly allowed_addresses: readonly string[]
  readonly status: 'active' | 'expired' | 'revoked'
  readonly created_at: string
  /** May lag by one second. */
  readonly last_used_at: string | null
  /** Null when the key is valid until revoked. */
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** The API key. Returned only once. */
  readonly secret: string
} | null

export interface ApiKey {
  readonly id: string
  readonly label: string | null
  /** The first characters of the secret. */
  readonly prefix: string
  /** The last four characters of the secret. */
  readonly last_four: string
  /** What the key may do. */
  readonly scopes: readonly ('read' | 'snapshot' | 'changes' | 'operate')[]
  /** Addresses and networks that the key may be used from. Empty: any. */
  readonly allowed_addresses: readonly string[]
  readonly status: 'active' | 'expired' | 'revoked'
  readonly created_at: string
  /** May lag by one second. */
  readonly last_used_at: string | null
  /** Null when the key is valid until revoked. */
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export interface KeyCreateRequest {
  /** A display name. Plain text; markup is not interpreted. */
  readonly label?: string
  /** `read`: lists, resources and prices. `snapshot`: what costs credits, snapshots of availability and exports. `changes`: changes and streams of them. `operate`: analytics, runs of sources, and requests for higher limits. Default: all. */
  readonly scopes?: readonly ('read' | 'snapshot' | 'changes' | 'operate')[]
  /** IP addresses and networks that the key may be used from. Empty: any. */
  readonly allowed_addresses?: readonly string[]
  /** Default: valid until revoked, or as long as the server allows. */
  readonly expires_in_days?: number
}

export interface KeyUpdateRequest {
  /** A display name. Plain text; markup is not interpreted. */
  readonly label?: string
  /** `read`: lists, resources and prices. `snapshot`: what costs credits, snapshots of availability and exports. `changes`: changes and streams of them. `operate`: analytics, runs of sources, and requests for higher limits. Default: all. */
  readonly scopes?: readonly ('read' | 'snapshot' | 'changes' | 'operate')[]
  /** IP addresses and networks that the key may be used from. Empty: any. */
  readonly allowed_addresses?: readonly string[]
}

export interface KeyRequest {
  readonly at: string
  readonly method: string
  /** Path and query; `…` stands for what was left out. */
  readonly target: string
  readonly status: number
  readonly duration_ms: number
  /** Where the request came from. */
  readonly address: string
  readonly request_id: string
}

export interface Usage {
  readonly identity: {
    readonly kind: 'anonymous' | 'identity'
    readonly credential: 'none' | 'key' | 'token'
    readonly email: string | null
  }
  readonly credits: {
    /** The day for an anonymous caller, the month for an identity. */
    readonly period: string
    readonly starts_at: string
    readonly renews_at: string
    readonly allowance: number
    /** Credits used of the allowance. */
    readonly used: number
    /** Credits granted by the operator in total. Grants do not expire. */
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
    /** Null for anonymous callers, who are counted together. */
    readonly total: number | null
    /** Empty for anonymous callers. */
    readonly by_route: readonly {
      readonly route: string
      readonly usecase: string
      readonly calls: number
      readonly blocked_estimate: number
      readonly last_seen_at: string | null
    }[]
  }
}

export interface UsagePoint {
  /** The start of the hour or day, in UTC. */
  readonly at: string
  readonly calls: number
  /** Requests that were refused by the rate limits. */
  readonly blocked: number
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

export interface LimitRequestBody {
  readonly requests_per_second: number
  readonly requests_per_minute: number
  /** What the requests are for. An operator reads it. */
  readonly reason: string
}

export interface SearchSymbolsParams {
  /** Ticker, company name, ISIN or CUSIP. Optional if `exchange` is present. */
  readonly q?: string | undefined
  /** Only instruments of this type. */
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
  /** Only listings in this country, two letters. */
  readonly country?: string | undefined
  /** Only symbols that have options. */
  readonly has_options?: boolean | undefined
  /** Whether to mark matches. */
  readonly highlight?: boolean | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetHeadlinesParams {
  /** Category. */
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
  /** Only this publisher, by its id. */
  readonly provider?: string | undefined
  /** Only news of this region. */
  readonly area?: 'world' | 'americas' | 'europe' | 'asia' | 'oceania' | 'africa' | undefined
  /** Only news of this kind. */
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
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetLatestHeadlinesParams {
  /** Category. */
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
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetNewsFlowParams {
  /** Version of the provider’s feed. */
  readonly version?: 'v1' | 'v2' | undefined
  /** Only news about these symbols, at most 20. Comma-separated. */
  readonly symbols?: string | undefined
  /** Only news about these types of markets: bond, corp_bond, crypto, economic, etf, forex, futures, index, stock. Comma-separated. */
  readonly market?: string | undefined
  /** Only news about markets of these countries, two letters each. Comma-separated. */
  readonly country?: string | undefined
  /** Only these providers, by `provider.id`. Comma-separated. */
  readonly provider?: string | undefined
  /** Only these sectors, by the values of the screener’s `sector` column. Comma-separated. */
  readonly sector?: string | undefined
  /** Only these kinds of company news: credit_ratings, dividends, earnings, earnings_calls, esg, insider_trading, ipo, management, mergers_and_acquisitions, ownership_changes, recommendation, share_buybacks, strategy_business_products. Comma-separated. */
  readonly corp_activity?: string | undefined
  /** Only these kinds of economic news: business, consumer, gdp, government, health, housing, labor, money, prices, taxes, trade. Comma-separated. */
  readonly economic_category?: string | undefined
  /** Only news of these priorities: flash, important, key_facts, top_stories. Comma-separated. */
  readonly priority?: string | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetSymbolNewsParams {
  /** `EXCHANGE:TICKER`, or a bare ticker with `exchange`. Case-insensitive. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
  /** Only news of this kind. */
  readonly section?: 'all' | 'press_release' | 'financial_statement' | 'insider_trading' | 'esg' | undefined
  /** Only this publisher, by its id. */
  readonly provider?: string | undefined
  /** Only news of this region. */
  readonly area?: 'world' | 'americas' | 'europe' | 'asia' | 'oceania' | 'africa' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetEconomicCalendarParams {
  /** Earliest event. Default: yesterday, or the day before a `to` in the past. A day (UTC) or a timestamp. */
  readonly from?: string | undefined
  /** Latest event. Default: a week ahead. A day (UTC) or a timestamp. */
  readonly to?: string | undefined
  /** Only these countries, two letters each, at most 40. Comma-separated. */
  readonly countries?: string | undefined
  /** Minimum importance: -1, 0 or 1. */
  readonly min_importance?: number | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these categories: bonds, business, climate, consumer, energy, gdp, government, health, housing, labor, money, prices, trade, taxes. Comma-separated. */
  readonly categories?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetNewsAgencyCalendarParams {
  /** Earliest event. Default: yesterday, or the day before a `to` in the past. A day (UTC) or a timestamp. */
  readonly from?: string | undefined
  /** Latest event. Default: a week ahead. A day (UTC) or a timestamp. */
  readonly to?: string | undefined
  /** Only these countries, at most 40: two letters each, or a code of the agency such as `ERL`. Comma-separated. */
  readonly countries?: string | undefined
  /** Minimum importance: -1, 0 or 1. */
  readonly min_importance?: number | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these currencies, three letters each; not together with `countries`. Comma-separated. */
  readonly currencies?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetEarningsParams {
  /** Earliest event. Default: three days ago, or three days before a `to` in the past. A day (UTC) or a timestamp. */
  readonly from?: string | undefined
  /** Latest event. Default: three days ahead. A day (UTC) or a timestamp. */
  readonly to?: string | undefined
  /** Markets, at most 20. Comma-separated. */
  readonly markets?: string | undefined
  /** Only these symbols, at most 200. Comma-separated. */
  readonly symbols?: string | undefined
  /** Additional columns of the screener, at most 60, by our name or the screener’s. Comma-separated. */
  readonly fields?: string | undefined
  /** A column, by our name or the screener’s. */
  readonly sort?: string | undefined
  /** Sort direction. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetEarningsByPostParams {
  readonly body: ScanBody
}

export interface GetDividendsParams {
  /** Earliest event. Default: three days ago, or three days before a `to` in the past. A day (UTC) or a timestamp. */
  readonly from?: string | undefined
  /** Latest event. Default: three days ahead. A day (UTC) or a timestamp. */
  readonly to?: string | undefined
  /** Markets, at most 20. Comma-separated. */
  readonly markets?: string | undefined
  /** Only these symbols, at most 200. Comma-separated. */
  readonly symbols?: string | undefined
  /** Additional columns of the screener, at most 60, by our name or the screener’s. Comma-separated. */
  readonly fields?: string | undefined
  /** A column, by our name or the screener’s. */
  readonly sort?: string | undefined
  /** Sort direction. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetDividendsByPostParams {
  readonly body: ScanBody
}

export interface GetScreenerMetadataParams {
  /** A country such as `america`, or `crypto`, `forex`, `futures`, `bond`, `cfd`, `coin`. */
  readonly market: string
  /** Only columns whose name contains this text. */
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
  /** Whether to include columns of other time frames, such as `RSI|60`. */
  readonly timeframes?: boolean | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface SearchScreenerParams {
  /** A country such as `america`, or `crypto`, `forex`, `futures`, `bond`, `cfd`, `coin`. */
  readonly market: string
  /** Columns of each row, at most 100. Default: a common set. Comma-separated. */
  readonly columns?: string | undefined
  /** Conditions that must all match, comma-separated: `close>100,market_cap_basic>=1e9`. Operators `> >= < <= = != ~ !~`, or by name as in `RSI:between:30..70`; lists with `|`, columns with `@`, text with commas in double quotes. */
  readonly filter?: string | undefined
  /** Only these symbols, at most 500. Comma-separated. */
  readonly symbols?: string | undefined
  /** Only these types: `stock`, `fund`, `dr`, `structured`. Comma-separated. */
  readonly types?: string | undefined
  /** Only members of these indices, e.g. `SP:SPX`. Comma-separated. */
  readonly index?: string | undefined
  /** Only these exchanges. Comma-separated. */
  readonly exchange?: string | undefined
  /** Only these sectors. Comma-separated. */
  readonly sector?: string | undefined
  /** Only these countries, by the values of the `country` column. Comma-separated. */
  readonly country?: string | undefined
  /** `true`: only primary listings. `false`: only others. */
  readonly primary?: boolean | undefined
  /** A column to sort by. */
  readonly sort?: string | undefined
  /** Sort direction. Default: `desc`, but `asc` for `sort=name`. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Whether rows without a value come first. */
  readonly nulls_first?: boolean | undefined
  /** Fundamental figures in this currency. */
  readonly currency?: string | undefined
  /** A predefined query of the provider. */
  readonly preset?: string | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface SearchScreenerByPostParams {
  /** A country such as `america`, or `crypto`, `forex`, `futures`, `bond`, `cfd`, `coin`. */
  readonly market: string
  readonly body: ScanBody
}

export interface SearchGlobalScreenerParams {
  /** Columns of each row, at most 100. Default: a common set. Comma-separated. */
  readonly columns?: string | undefined
  /** Conditions that must all match, comma-separated: `close>100,market_cap_basic>=1e9`. Operators `> >= < <= = != ~ !~`, or by name as in `RSI:between:30..70`; lists with `|`, columns with `@`, text with commas in double quotes. */
  readonly filter?: string | undefined
  /** Only these symbols, at most 500. Comma-separated. */
  readonly symbols?: string | undefined
  /** Only these types: `stock`, `fund`, `dr`, `structured`. Comma-separated. */
  readonly types?: string | undefined
  /** Only members of these indices, e.g. `SP:SPX`. Comma-separated. */
  readonly index?: string | undefined
  /** Only these exchanges. Comma-separated. */
  readonly exchange?: string | undefined
  /** Only these sectors. Comma-separated. */
  readonly sector?: string | undefined
  /** Only these countries, by the values of the `country` column. Comma-separated. */
  readonly country?: string | undefined
  /** `true`: only primary listings. `false`: only others. */
  readonly primary?: boolean | undefined
  /** A column to sort by. */
  readonly sort?: string | undefined
  /** Sort direction. Default: `desc`, but `asc` for `sort=name`. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Whether rows without a value come first. */
  readonly nulls_first?: boolean | undefined
  /** Fundamental figures in this currency. */
  readonly currency?: string | undefined
  /** A predefined query of the provider. */
  readonly preset?: string | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these markets, at most 80. Comma-separated. */
  readonly markets?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface SearchGlobalScreenerByPostParams {
  readonly body: ScanBody
}

export interface GetOptionChainParams {
  /** `EXCHANGE:TICKER`, or a bare ticker with `exchange`. Case-insensitive. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
  /** Only this expiration. A day, `2027-01-15` or `20270115`. */
  readonly expiration?: string | undefined
  /** Earliest expiration. A day, `2027-01-15` or `20270115`. */
  readonly expiration_from?: string | undefined
  /** Latest expiration. A day, `2027-01-15` or `20270115`. */
  readonly expiration_to?: string | undefined
  /** Only calls, or only puts. */
  readonly type?: 'call' | 'put' | undefined
  /** Only this strike. */
  readonly strike?: number | undefined
  /** Minimum strike. */
  readonly strike_min?: number | undefined
  /** Maximum strike. */
  readonly strike_max?: number | undefined
  /** Only this root. */
  readonly root?: string | undefined
  /** Columns, at most 60, by our name or the provider’s. Default: a common set. Comma-separated. */
  readonly columns?: string | undefined
  /** A column, by our name or the provider’s. Within a page, rows with the same value are sorted by expiration, strike and type. */
  readonly sort?: string | undefined
  /** Sort direction. */
  readonly order?: 'asc' | 'desc' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetOptionChainByPostParams {
  /** `EXCHANGE:TICKER`, or a bare ticker with `exchange`. Case-insensitive. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
  readonly body: ScanBody
}

export interface GetImpliedVolatilityParams {
  /** `EXCHANGE:TICKER`, or a bare ticker with `exchange`. Case-insensitive. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetUnderlyingAggregatesParams {
  /** `EXCHANGE:TICKER`, or a bare ticker with `exchange`. Case-insensitive. */
  readonly symbol: string
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
}

export interface GetStrategyChartParams {
  /** The strategy as base64url-encoded JSON. */
  readonly payload: string
}

export interface GetStrategyChartByPostParams {
  readonly body: {
    readonly [name: string]: unknown
  }
}

export interface ListIdeasParams {
  /** Only publications about this symbol: `EXCHANGE:TICKER` or a bare ticker. */
  readonly symbol?: string | undefined
  /** Only publications with these words. */
  readonly q?: string | undefined
  /** Sort order. */
  readonly sort?: 'popular' | 'recent' | undefined
  /** Page number. */
  readonly page?: number | undefined
  /** Rows per page. */
  readonly per_page?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListScriptsParams {
  /** Only publications about this symbol: `EXCHANGE:TICKER` or a bare ticker. */
  readonly symbol?: string | undefined
  /** Only publications with these words. */
  readonly q?: string | undefined
  /** Sort order. */
  readonly sort?: 'popular' | 'recent' | undefined
  /** Page number. */
  readonly page?: number | undefined
  /** Rows per page. */
  readonly per_page?: number | undefined
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
  /** Only scripts with this access; filters within a page. */
  readonly access?: 'open' | 'protected' | 'invite_only' | undefined
  /** Only scripts of this kind; filters within a page. */
  readonly kind?: 'indicator' | 'strategy' | 'library' | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListPineBuiltinsParams {
  /** Group of scripts. */
  readonly group?: 'standard' | 'candlestick' | 'fundamental' | 'all' | undefined
  /** Only scripts whose name contains this text. */
  readonly q?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ParsePineTitleParams {
  /** Pine source; use POST for a long one. */
  readonly source: string
}

export interface ParsePineTitleByPostParams {
  readonly body: PineSource
}

export interface TranslatePineParams {
  /** Pine source; use POST for a long one. */
  readonly source: string
  /** Version of Pine. */
  readonly version?: 'v1' | 'v2' | 'v3' | 'v4' | 'v5' | 'v6' | undefined
}

export interface TranslatePineByPostParams {
  readonly body: PineTranslationRequest
}

export interface GetNewsStoryParams {
  /** `id` of a news item. */
  readonly id: string
  /** Language of texts, if the provider has several. */
  readonly lang?: string | undefined
}

export interface GetRawParams {
  /** Contract id from the catalogue. */
  readonly endpointId: string
}

export interface PostRawParams {
  /** Contract id from the catalogue. */
  readonly endpointId: string
  readonly body: unknown
}

export interface GetQuotesParams {
  /** At most 100 symbols, `EXCHANGE:TICKER`. Comma-separated. */
  readonly symbols: string
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetBarsParams {
  /** `EXCHANGE:TICKER`, or a bare ticker with `exchange`. Case-insensitive. */
  readonly symbol: string
  /** Length of a bar: minutes, or days, weeks and months. */
  readonly resolution?:
    | '1'
    | '3'
    | '5'
    | '15'
    | '30'
    | '45'
    | '60'
    | '120'
    | '180'
    | '240'
    | '1D'
    | '1W'
    | '1M'
    | undefined
  /** What earlier prices are adjusted for: splits, or also dividends. */
  readonly adjustment?: 'splits' | 'dividends' | undefined
  /** `extended` includes the hours before and after regular trading, where there are any. */
  readonly session?: 'regular' | 'extended' | undefined
  /** The exchange of a bare ticker. */
  readonly exchange?: string | undefined
  /** Earliest start of a bar. A day (UTC) or a timestamp. */
  readonly from?: string | undefined
  /** Latest start of a bar. Default: now. A day (UTC) or a timestamp. */
  readonly to?: string | undefined
  /** Maximum number of bars: the newest ones of the range. Older ones are on the next page. */
  readonly count?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface RequestCodeParams {
  readonly body: OtpRequest
}

export interface VerifyCodeParams {
  readonly body: VerifyRequest
}

export interface ListKeysParams {
  /** Whether to include revoked keys. */
  readonly include_revoked?: boolean | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface CreateKeyParams {
  /** Repeating the key and body within 24 hours returns the first response; the work is done once. Made up unless told. */
  readonly idempotency_key?: string | undefined
  readonly body?: KeyCreateRequest | undefined
}

export interface UpdateKeyParams {
  /** `id` of the key. */
  readonly key_id: string
  readonly body: KeyUpdateRequest
}

export interface RevokeKeyParams {
  /** `id` of the key. */
  readonly key_id: string
}

export interface ListKeyRequestsParams {
  /** `id` of the key. */
  readonly key_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetUsageHistoryParams {
  /** How far back. */
  readonly days?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListLimitRequestsParams {
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface RequestLimitsParams {
  /** Repeating the key and body within 24 hours returns the first response; the work is done once. Made up unless told. */
  readonly idempotency_key?: string | undefined
  readonly body: LimitRequestBody
}

export interface Market {
  /** Check liveness `GET /health` */
  readonly getHealth: Operation<NoParams, HealthResponse>
  /** Check readiness Succeeds while the database is reachable, the disk is not full and the server is not shutting down. `GET /healthz` */
  readonly getReadiness: Operation<NoParams, HealthResponse>
  /** Get service information `GET /` */
  readonly getRootIndex: Operation<NoParams, IndexDocument>
  /** Get service information `GET /v1` */
  readonly getIndex: Operation<NoParams, IndexDocument>
  /** Get the catalogue `GET /v1/catalog` */
  readonly getCatalog: Operation<NoParams, RouteCatalogue>
  /** Search symbols By company, ticker, ISIN, exchange, country or type. Without `q`, `exchange` is required and its symbols are listed. Pages by `limit` and `offset`. `GET /v1/symbols/search` */
  readonly searchSymbols: ListOperation<
    SearchSymbolsParams,
    FoundSymbol,
    {
      readonly data: readonly FoundSymbol[]
      readonly meta: Meta
    }
  >
  /** List headlines The newest headlines of one category, at most 200, by language, region, publisher or symbol. `GET /v1/news/headlines` */
  readonly getHeadlines: Operation<
    GetHeadlinesParams,
    {
      readonly data: readonly NewsItem[]
      readonly meta: Meta
    }
  >
  /** List the latest headlines A short list of the newest headlines. `GET /v1/news/latest` */
  readonly getLatestHeadlines: Operation<
    GetLatestHeadlinesParams,
    {
      readonly data: readonly NewsItem[]
      readonly meta: Meta
    }
  >
  /** List the news flow The feed behind the provider’s news pages. `version=v2` has a cursor and all filters, `v1` only `lang` and `symbols`. `GET /v1/news/flow` */
  readonly getNewsFlow: ListOperation<
    GetNewsFlowParams,
    NewsItem,
    {
      readonly data: readonly NewsItem[]
      readonly meta: Meta
    }
  >
  /** List news of a symbol The symbol is `EXCHANGE:TICKER`, or a bare ticker with `exchange`. `GET /v1/symbols/{symbol}/news` */
  readonly getSymbolNews: Operation<
    GetSymbolNewsParams,
    {
      readonly data: readonly NewsItem[]
      readonly meta: Meta
    }
  >
  /** List economic events Events within a range of days, by country and importance, earliest first. `GET /v1/calendar/economic` */
  readonly getEconomicCalendar: ListOperation<
    GetEconomicCalendarParams,
    EconomicEvent,
    {
      readonly data: readonly EconomicEvent[]
      readonly meta: Meta
    }
  >
  /** List economic events of a news agency The same kind of events from another source, by country or currency. `GET /v1/calendar/economic/newsagency` */
  readonly getNewsAgencyCalendar: ListOperation<
    GetNewsAgencyCalendarParams,
    AgencyEvent,
    {
      readonly data: readonly AgencyEvent[]
      readonly meta: Meta
    }
  >
  /** Get the earnings calendar Companies that report within a range of days. POST takes a scan body instead of parameters. `GET /v1/events/earnings` */
  readonly getEarnings: ListOperation<
    GetEarningsParams,
    EarningsEvent,
    {
      readonly data: readonly EarningsEvent[]
      readonly meta: Meta
    }
  >
  /** Get the earnings calendar (POST body) Companies that report within a range of days. POST takes a scan body instead of parameters. `POST /v1/events/earnings` */
  readonly getEarningsByPost: Operation<
    GetEarningsByPostParams,
    {
      readonly data: readonly EarningsEvent[]
      readonly meta: Meta
    }
  >
  /** Get the dividend calendar Dividends with an ex-date within a range of days. POST takes a scan body instead of parameters. `GET /v1/events/dividends` */
  readonly getDividends: ListOperation<
    GetDividendsParams,
    DividendEvent,
    {
      readonly data: readonly DividendEvent[]
      readonly meta: Meta
    }
  >
  /** Get the dividend calendar (POST body) Dividends with an ex-date within a range of days. POST takes a scan body instead of parameters. `POST /v1/events/dividends` */
  readonly getDividendsByPost: Operation<
    GetDividendsByPostParams,
    {
      readonly data: readonly DividendEvent[]
      readonly meta: Meta
    }
  >
  /** List the columns of a market screener Names, types and allowed values of the columns. The provider has more columns than it lists. `GET /v1/screeners/{market}/metadata` */
  readonly getScreenerMetadata: ListOperation<
    GetScreenerMetadataParams,
    ScreenerColumn,
    {
      readonly data: readonly ScreenerColumn[]
      readonly meta: Meta
    }
  >
  /** Run a market screener GET takes parameters, e.g. `filter=close>100,market_cap_basic>=1e9&columns=name,close&sort=volume`; POST takes a scan body. `GET /v1/screeners/{market}/search` */
  readonly searchScreener: ListOperation<
    SearchScreenerParams,
    ScreenerRow,
    {
      readonly data: readonly ScreenerRow[]
      readonly meta: Meta
    }
  >
  /** Run a market screener (POST body) GET takes parameters, e.g. `filter=close>100,market_cap_basic>=1e9&columns=name,close&sort=volume`; POST takes a scan body. `POST /v1/screeners/{market}/search` */
  readonly searchScreenerByPost: Operation<
    SearchScreenerByPostParams,
    {
      readonly data: readonly ScreenerRow[]
      readonly meta: Meta
    }
  >
  /** Run a screener across markets Requires at least one of `symbols`, `markets` and `filter`: a scan of all markets is too large. `GET /v1/screeners/global/search` */
  readonly searchGlobalScreener: ListOperation<
    SearchGlobalScreenerParams,
    ScreenerRow,
    {
      readonly data: readonly ScreenerRow[]
      readonly meta: Meta
    }
  >
  /** Run a screener across markets (POST body) Requires at least one of `symbols`, `markets` and `filter`: a scan of all markets is too large. `POST /v1/screeners/global/search` */
  readonly searchGlobalScreenerByPost: Operation<
    SearchGlobalScreenerByPostParams,
    {
      readonly data: readonly ScreenerRow[]
      readonly meta: Meta
    }
  >
  /** List option contracts of an underlying Strikes, expirations, prices, volume, Greeks and implied volatility, as far as the provider has them. `GET /v1/options/{symbol}/chain` */
  readonly getOptionChain: ListOperation<
    GetOptionChainParams,
    OptionContract,
    {
      readonly data: readonly OptionContract[]
      readonly meta: Meta
    }
  >
  /** List option contracts of an underlying (POST body) Strikes, expirations, prices, volume, Greeks and implied volatility, as far as the provider has them. `POST /v1/options/{symbol}/chain` */
  readonly getOptionChainByPost: Operation<
    GetOptionChainByPostParams,
    {
      readonly data: readonly OptionContract[]
      readonly meta: Meta
    }
  >
  /** Get implied volatility by time span One row per span, as a fraction: 0.31 is 31%. `GET /v1/options/{symbol}/implied-volatility` */
  readonly getImpliedVolatility: Operation<
    GetImpliedVolatilityParams,
    {
      readonly data: readonly ImpliedVolatility[]
      readonly meta: Meta
    }
  >
  /** Get totals over all options of an underlying Undocumented figures, under the provider’s names. No response of the provider is known; the example is made up. `GET /v1/options/{symbol}/underlying-aggregates` */
  readonly getUnderlyingAggregates: Operation<
    GetUnderlyingAggregatesParams,
    {
      readonly data: UnderlyingAggregates
      readonly meta: Meta
    }
  >
  /** Get the chart of an options strategy POST takes the strategy as JSON, GET as base64url-encoded JSON in `payload`. The provider’s format is not known; the example is made up. `GET /v1/options/strategy-chart` */
  readonly getStrategyChart: Operation<
    GetStrategyChartParams,
    {
      /** In the provider’s format. */
      readonly data: {
        readonly [name: string]: unknown
      }
      readonly meta: Meta
    }
  >
  /** Get the chart of an options strategy (POST body) POST takes the strategy as JSON, GET as base64url-encoded JSON in `payload`. The provider’s format is not known; the example is made up. `POST /v1/options/strategy-chart` */
  readonly getStrategyChartByPost: Operation<
    GetStrategyChartByPostParams,
    {
      /** In the provider’s format. */
      readonly data: {
        readonly [name: string]: unknown
      }
      readonly meta: Meta
    }
  >
  /** List public ideas Ideas of the provider’s users, about one symbol or all, by popularity or date. `GET /v1/ideas` */
  readonly listIdeas: ListOperation<
    ListIdeasParams,
    Idea,
    {
      readonly data: readonly Idea[]
      readonly meta: Meta
    }
  >
  /** List public scripts Indicators, strategies and libraries of the provider’s users, about one symbol or all. `GET /v1/scripts` */
  readonly listScripts: ListOperation<
    ListScriptsParams,
    Script,
    {
      readonly data: readonly Script[]
      readonly meta: Meta
    }
  >
  /** List built-in Pine scripts The scripts that come with the platform, by group. `GET /v1/pine/builtins` */
  readonly listPineBuiltins: ListOperation<
    ListPineBuiltinsParams,
    PineBuiltin,
    {
      readonly data: readonly PineBuiltin[]
      readonly meta: Meta
    }
  >
  /** Get the title of a Pine script Parses the title out of Pine source; POST takes long sources. `GET /v1/pine/title` */
  readonly parsePineTitle: Operation<
    ParsePineTitleParams,
    {
      readonly data: PineTitle
      readonly meta: Meta
    }
  >
  /** Get the title of a Pine script (POST body) Parses the title out of Pine source; POST takes long sources. `POST /v1/pine/title` */
  readonly parsePineTitleByPost: Operation<
    ParsePineTitleByPostParams,
    {
      readonly data: PineTitle
      readonly meta: Meta
    }
  >
  /** Translate Pine source Compiles Pine source as one Pine version; the response includes its errors. `GET /v1/pine/translate` */
  readonly translatePine: Operation<
    TranslatePineParams,
    {
      readonly data: PineTranslation
      readonly meta: Meta
    }
  >
  /** Translate Pine source (POST body) Compiles Pine source as one Pine version; the response includes its errors. `POST /v1/pine/translate` */
  readonly translatePineByPost: Operation<
    TranslatePineByPostParams,
    {
      readonly data: PineTranslation
      readonly meta: Meta
    }
  >
  /** Get the status of the price-alert backend Based on the content of the backend’s response, not only on its status code. `GET /v1/alerts/status` */
  readonly getAlertsStatus: Operation<
    NoParams,
    {
      readonly data: AlertsStatus
      readonly meta: Meta
    }
  >
  /** Get a news story The story with its text. The lists of news have its `id`. `GET /v1/news/stories/{id}` */
  readonly getNewsStory: Operation<
    GetNewsStoryParams,
    {
      readonly data: NewsStory
      readonly meta: Meta
    }
  >
  /** Call a provider contract Query parameters are sent to the provider unchanged, except those that the contract’s path needs (`market`, `symbol`, `scriptId`, `version`, `pineVersion`). `GET /v1/raw/{endpointId}` */
  readonly getRaw: Operation<GetRawParams, unknown>
  /** Call a provider contract with a request body The body is sent to the provider unchanged, whatever its content type. `POST /v1/raw/{endpointId}` */
  readonly postRaw: Operation<PostRawParams, unknown>
  /** Get quotes of symbols Current prices, description and fundamental figures, one row per symbol, in the order of the request. Unknown symbols are listed in `meta.unknown_symbols`; if all are unknown, the response is 404. `GET /v1/quotes` */
  readonly getQuotes: Operation<
    GetQuotesParams,
    {
      readonly data: readonly Quote[]
      readonly meta: Meta
    }
  >
  /** Get bars of a symbol Open, high, low, close and volume, oldest first. The last bar may still change. Each page leads to older bars; `meta.series.history_end` says when there are no more, and why. `GET /v1/bars/{symbol}` */
  readonly getBars: ListOperation<
    GetBarsParams,
    Bar,
    {
      readonly data: readonly Bar[]
      readonly meta: Meta
    }
  >
  /** Send a sign-in code by e-mail The code has six digits, is valid for ten minutes and can be used once. A new code invalidates the previous one. An address can get one code a minute and five an hour. The response is the same whether or not the address is registered. `POST /v1/auth/otp` */
  readonly requestCode: Operation<
    RequestCodeParams,
    {
      readonly data: OtpAnswer
      readonly meta: Meta
    }
  >
  /** Verify a sign-in code Returns a management token, which is valid for twelve hours, and an API key. Both are returned only once. Five wrong attempts invalidate the code. `POST /v1/auth/verify` */
  readonly verifyCode: Operation<
    VerifyCodeParams,
    {
      readonly data: VerifyAnswer
      readonly meta: Meta
    }
  >
  /** List API keys Active keys first, then by creation time, newest first. At most 1,000. Keys are deleted 90 days after they were revoked. `GET /v1/auth/keys` */
  readonly listKeys: Operation<
    ListKeysParams,
    {
      readonly data: readonly ApiKey[]
      readonly meta: Meta
    }
  >
  /** Create an API key The secret is returned only once. An identity can have ten active keys and create 100 keys an hour. With an `Idempotency-Key`, a repeat within 24 hours returns the same response and creates no second key. `POST /v1/auth/keys` */
  readonly createKey: Operation<
    CreateKeyParams,
    {
      readonly data: NewApiKey
      readonly meta: Meta
    }
  >
  /** Change an API key Its name, what it may do, and from where. Only what is sent changes. Every node applies it within a second, and open streams within a few. `PATCH /v1/auth/keys/{key_id}` */
  readonly updateKey: Operation<
    UpdateKeyParams,
    {
      readonly data: ApiKey
      readonly meta: Meta
    }
  >
  /** Revoke an API key Permanent. Every node refuses the key within a second. Revoking a revoked key changes nothing. `DELETE /v1/auth/keys/{key_id}` */
  readonly revokeKey: Operation<
    RevokeKeyParams,
    {
      readonly data: ApiKey
      readonly meta: Meta
    }
  >
  /** List the requests of an API key Newest first: the last 1,000 requests within a week that were admitted. Other nodes write theirs every five seconds. Values of parameters that could be secrets are left out, and all values of a request that failed. `GET /v1/auth/keys/{key_id}/requests` */
  readonly listKeyRequests: Operation<
    ListKeyRequestsParams,
    {
      readonly data: readonly KeyRequest[]
      readonly meta: Meta
    }
  >
  /** Get your usage Credits, rate limits and calls of the current period. `GET /v1/usage` */
  readonly getUsage: Operation<
    NoParams,
    {
      readonly data: Usage
      readonly meta: Meta
    }
  >
  /** Get your usage over time Calls of all your keys and tokens, oldest first, without gaps: by hour up to seven days, by day beyond. `GET /v1/usage/history` */
  readonly getUsageHistory: Operation<
    GetUsageHistoryParams,
    {
      readonly data: readonly UsagePoint[]
      readonly meta: Meta
    }
  >
  /** List your requests for higher limits Newest first, with what was decided and why. The newest 20 stay. `GET /v1/auth/limits/requests` */
  readonly listLimitRequests: Operation<
    ListLimitRequestsParams,
    {
      readonly data: readonly LimitRequest[]
      readonly meta: Meta
    }
  >
  /** Request higher rate limits An operator decides. An identity can have one pending request. The limits apply to all keys of the identity together. `POST /v1/auth/limits/requests` */
  readonly requestLimits: Operation<
    RequestLimitsParams,
    {
      readonly data: LimitRequest
      readonly meta: Meta
    }
  >
  /** Get the OpenAPI document `GET /v1/openapi.json` */
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
    query: [
      'q',
      'type',
      'exchange',
      'country',
      'has_options',
      'highlight',
      'limit',
      'offset',
      'lang',
      'fields',
      'total',
    ],
    paging: 'offset',
  },
  getHeadlines: {
    method: 'GET',
    path: '/v1/news/headlines',
    query: ['category', 'symbol', 'provider', 'area', 'section', 'limit', 'lang', 'fields', 'total'],
  },
  getLatestHeadlines: {
    method: 'GET',
    path: '/v1/news/latest',
    query: ['category', 'limit', 'lang', 'fields', 'total'],
  },
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
      'fields',
      'total',
    ],
    paging: 'cursor',
  },
  getSymbolNews: {
    method: 'GET',
    path: '/v1/symbols/{symbol}/news',
    query: ['exchange', 'section', 'provider', 'area', 'limit', 'lang', 'fields', 'total'],
  },
  getEconomicCalendar: {
    method: 'GET',
    path: '/v1/calendar/economic',
    query: ['from', 'to', 'countries', 'min_importance', 'limit', 'offset', 'categories', 'fields', 'total'],
    paging: 'offset',
  },
  getNewsAgencyCalendar: {
    method: 'GET',
    path: '/v1/calendar/economic/newsagency',
    query: ['from', 'to', 'countries', 'min_importance', 'limit', 'offset', 'currencies', 'fields', 'total'],
    paging: 'offset',
  },
  getEarnings: {
    method: 'GET',
    path: '/v1/events/earnings',
    query: [
      'from',
      'to',
      'markets',
      'symbols',
      'fields',
      'sort',
      'order',
      'limit',
      'offset',
      'lang',
      'total',
    ],
    paging: 'offset',
  },
  getEarningsByPost: { method: 'POST', path: '/v1/events/earnings' },
  getDividends: {
    method: 'GET',
    path: '/v1/events/dividends',
    query: [
      'from',
      'to',
      'markets',
      'symbols',
      'fields',
      'sort',
      'order',
      'limit',
      'offset',
      'lang',
      'total',
    ],
    paging: 'offset',
  },
  getDividendsByPost: { method: 'POST', path: '/v1/events/dividends' },
  getScreenerMetadata: {
    method: 'GET',
    path: '/v1/screeners/{market}/metadata',
    query: ['q', 'type', 'timeframes', 'limit', 'offset', 'fields', 'total'],
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
      'offset',
      'limit',
      'total',
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
      'offset',
      'markets',
      'limit',
      'total',
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
      'total',
    ],
    paging: 'offset',
  },
  getOptionChainByPost: { method: 'POST', path: '/v1/options/{symbol}/chain', query: ['exchange'] },
  getImpliedVolatility: {
    method: 'GET',
    path: '/v1/options/{symbol}/implied-volatility',
    query: ['exchange', 'fields', 'total'],
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
    query: ['symbol', 'q', 'sort', 'page', 'per_page', 'lang', 'fields', 'total'],
    paging: 'page',
  },
  listScripts: {
    method: 'GET',
    path: '/v1/scripts',
    query: ['symbol', 'q', 'sort', 'page', 'per_page', 'lang', 'access', 'kind', 'fields', 'total'],
    paging: 'page',
  },
  listPineBuiltins: {
    method: 'GET',
    path: '/v1/pine/builtins',
    query: ['group', 'q', 'limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  parsePineTitle: { method: 'GET', path: '/v1/pine/title', query: ['source'] },
  parsePineTitleByPost: { method: 'POST', path: '/v1/pine/title' },
  translatePine: { method: 'GET', path: '/v1/pine/translate', query: ['source', 'version'] },
  translatePineByPost: { method: 'POST', path: '/v1/pine/translate' },
  getAlertsStatus: { method: 'GET', path: '/v1/alerts/status' },
  getNewsStory: { method: 'GET', path: '/v1/news/stories/{id}', query: ['lang'] },
  getRaw: { method: 'GET', path: '/v1/raw/{endpointId}', anyBody: true },
  postRaw: { method: 'POST', path: '/v1/raw/{endpointId}', anyBody: true },
  getQuotes: { method: 'GET', path: '/v1/quotes', query: ['symbols', 'fields', 'total'] },
  getBars: {
    method: 'GET',
    path: '/v1/bars/{symbol}',
    query: [
      'resolution',
      'adjustment',
      'session',
      'exchange',
      'from',
      'to',
      'count',
      'cursor',
      'fields',
      'total',
    ],
    paging: 'cursor',
  },
  requestCode: { method: 'POST', path: '/v1/auth/otp' },
  verifyCode: { method: 'POST', path: '/v1/auth/verify' },
  listKeys: {
    method: 'GET',
    path: '/v1/auth/keys',
    query: ['include_revoked', 'fields', 'total'],
    takes: 'token',
  },
  createKey: { method: 'POST', path: '/v1/auth/keys', keyed: true, takes: 'token' },
  updateKey: { method: 'PATCH', path: '/v1/auth/keys/{key_id}', takes: 'token' },
  revokeKey: { method: 'DELETE', path: '/v1/auth/keys/{key_id}', takes: 'token' },
  listKeyRequests: {
    method: 'GET',
    path: '/v1/auth/keys/{key_id}/requests',
    query: ['limit', 'fields', 'total'],
    takes: 'token',
  },
  getUsage: { method: 'GET', path: '/v1/usage' },
  getUsageHistory: { method: 'GET', path: '/v1/usage/history', query: ['days', 'fields', 'total'] },
  listLimitRequests: { method: 'GET', path: '/v1/auth/limits/requests', query: ['fields', 'total'] },
  requestLimits: { method: 'POST', path: '/v1/auth/limits/requests', keyed: true },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json' },
}
