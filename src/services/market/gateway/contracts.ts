/** The upstream contracts, the thirty of the catalogue and others: host, path, cost, expected shape, and how long a response may be cached. */

import {
  anyOf,
  hasProperty,
  isArray,
  isBoolean,
  isNumber,
  isObject,
  isString,
  type ShapeCheck,
} from './expected-shape.ts'
import type { ProviderHostKey } from './hosts.ts'

export const costClasses = ['tiny', 'normal', 'huge'] as const
export type CostClass = (typeof costClasses)[number]

export interface Freshness {
  readonly max_age_seconds: number
  readonly stale_while_revalidate_seconds: number
}

interface ContractDefinition {
  readonly family: string
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST'
  /** A second method that published clients use; the raw route accepts it. */
  readonly otherMethod?: 'GET' | 'POST'
  /** Default: `tiny`. */
  readonly cost_class?: CostClass
  readonly host: ProviderHostKey
  /** Path on the host; `{name}` is replaced by the parameter of that name. */
  readonly path: string
  /** Parameters that are sent unless the caller overrides them. */
  readonly fixedQuery?: Readonly<Record<string, string>>
  readonly pathDefaults?: Readonly<Record<string, string>>
  /** Media type of the request body. Default: JSON. */
  readonly bodyType?: string
  readonly freshness: Freshness
  /** Whether a response has the minimum that makes it valid. */
  readonly hasShape: ShapeCheck
  /** A failure in the expected shape is a valid response: what is wrong with a script, or with the alert backend. */
  readonly failuresInBody?: boolean
  /** The query parameter that names one thing: a 404 means that there is none, not that the endpoint is gone. */
  readonly itemParameter?: string
  /** Past the last page there is no empty page: the host responds with 404 and "Invalid page". */
  readonly rejectsPastLastPage?: boolean
}

export interface Contract extends Required<Omit<ContractDefinition, 'otherMethod' | 'itemParameter'>> {
  readonly otherMethod: 'GET' | 'POST' | undefined
  readonly itemParameter: string | undefined
  readonly id: ContractId
  readonly auth_tier: 'open'
}

function cachedFor(freshSeconds: number, staleSeconds: number): Freshness {
  return { max_age_seconds: freshSeconds, stale_while_revalidate_seconds: staleSeconds }
}

const success = hasProperty('success', isBoolean)

const options = { family: 'options', host: 'charting', freshness: cachedFor(300, 3600) } as const
const pine = { family: 'pine', host: 'pine', freshness: cachedFor(600, 7200) } as const
const pineScript = { ...pine, pathDefaults: { version: 'last' } } as const
const pineSource = {
  ...pine,
  method: 'POST',
  bodyType: 'application/x-www-form-urlencoded',
  hasShape: success,
  failuresInBody: true,
} as const
const pineList = {
  ...pine,
  cost_class: 'normal',
  path: '/pine-facade/list',
  fixedQuery: { filter: 'standard' },
  hasShape: isArray,
} as const
const pineTranslation = {
  ...pineScript,
  cost_class: 'normal',
  path: '/pine-facade/translate/{scriptId}/{version}',
  hasShape: success,
} as const
const news = {
  family: 'news',
  cost_class: 'normal',
  host: 'headlines',
  freshness: cachedFor(600, 7200),
  hasShape: anyOf(isArray, hasProperty('items', isArray), hasProperty('sections', isArray)),
} as const
const scan = {
  family: 'scanner',
  method: 'POST',
  cost_class: 'normal',
  host: 'scanner',
  freshness: cachedFor(300, 3600),
  hasShape: hasProperty('totalCount', isNumber),
} as const
const companyCalendar = {
  ...scan,
  family: 'calendar',
  path: '/global/scan',
  freshness: cachedFor(30, 360),
} as const
const economicCalendar = {
  family: 'calendar',
  path: '/events',
  hasShape: hasProperty('status', isString),
} as const
const publications = {
  cost_class: 'normal',
  host: 'site',
  freshness: cachedFor(120, 1440),
  hasShape: hasProperty('results', isArray),
  rejectsPastLastPage: true,
} as const

const catalogueDefinitions = {
  'symbol.search': {
    family: 'search',
    host: 'search',
    path: '/symbol_search/v3/',
    fixedQuery: { domain: 'production' },
    freshness: cachedFor(120, 1440),
    hasShape: hasProperty('symbols', isArray),
  },
  'OptionsCharting.GetInTimeIV': {
    ...options,
    path: '/v1/in-time-iv/{symbol}',
    fixedQuery: { 'label-product': 'details_widget_in_time_iv_chart' },
    hasShape: anyOf(hasProperty('real-ivs', isArray), hasProperty('standard-ivs', isArray)),
  },
  'OptionsCharting.GetUnderlyingAggregates': {
    ...options,
    path: '/v1/underlying-aggregates/{symbol}',
    hasShape: isObject,
  },
  'OptionsCharting.PostStrategiesChart': {
    ...options,
    method: 'POST',
    path: '/v1/strategies-chart',
    hasShape: isObject,
  },
  'PineFacade.IsAuthToGet': {
    ...pineScript,
    path: '/pine-facade/is_auth_to_get/{scriptId}/{version}',
    hasShape: isBoolean,
  },
  'PineFacade.GetScript': {
    ...pineScript,
    path: '/pine-facade/get/{scriptId}/{version}',
    hasShape: isObject,
  },
  'PineFacade.IsAuthToWrite': {
    ...pine,
    path: '/pine-facade/is_auth_to_write/{scriptId}',
    hasShape: isBoolean,
  },
  'PineFacade.ListBuiltins': pineList,
  'PineFacade.ParseTitle': { ...pineSource, path: '/pine-facade/parse_title' },
  'PineFacade.TranslateScript': pineTranslation,
  'PineFacade.TranslateSource': {
    ...pineSource,
    path: '/pine-facade/translate_source/{pineVersion}/',
    fixedQuery: { is_pine_ex: 'false', user_name: '' },
    pathDefaults: { pineVersion: 'v5' },
  },
  'PineFacade.GetVersions': {
    ...pine,
    cost_class: 'normal',
    path: '/pine-facade/versions/{scriptId}/last',
    hasShape: isArray,
  },
  'PriceAlerts.IsAlive': {
    family: 'alerts',
    host: 'alerts',
    path: '/is_alive',
    freshness: cachedFor(30, 360),
    hasShape: anyOf(isBoolean, hasProperty('s', isString), hasProperty('err', isObject), isString),
    failuresInBody: true,
  },
  'calendar.dividends': { ...companyCalendar, fixedQuery: { 'label-product': 'calendar-dividends' } },
  'calendar.earnings': { ...companyCalendar, fixedQuery: { 'label-product': 'calendar-earnings' } },
  'calendar.economic': { ...economicCalendar, host: 'economic', freshness: cachedFor(3, 303) },
  'calendar.economic.newsagency': { ...economicCalendar, host: 'newsagency', freshness: cachedFor(5, 305) },
  'ideas.list': { ...publications, family: 'social', path: '/api/v1/ideas/' },
  'news.flow.v1': {
    ...news,
    host: 'mediator',
    path: '/news-flow/v1/news',
    fixedQuery: { streaming: 'false' },
  },
  'news.flow.v2': {
    ...news,
    host: 'mediator',
    path: '/public/news-flow/v2/news',
    fixedQuery: { client: 'web', streaming: 'false', user_prostatus: 'non_pro' },
  },
  'news.headlines.latest': {
    ...news,
    cost_class: 'tiny',
    path: '/headlines/',
    fixedQuery: { client: 'web' },
  },
  'news.headlines.v2': { ...news, path: '/v2/headlines', fixedQuery: { client: 'web', streaming: 'false' } },
  'news.headlines.v2.symbol-view': {
    ...news,
    path: '/v2/view/headlines/symbol',
    fixedQuery: { client: 'web', streaming: '' },
  },
  'pine.list': pineList,
  'pine.translate': pineTranslation,
  'scanner.metainfo': {
    ...scan,
    method: 'GET',
    otherMethod: 'POST',
    path: '/{market}/metainfo',
    pathDefaults: { market: 'america' },
    hasShape: hasProperty('fields', isArray),
  },
  'scanner.scan': { ...scan, path: '/{market}/scan', pathDefaults: { market: 'america' } },
  'scanner.scan.options': {
    ...scan,
    path: '/options/scan2',
    fixedQuery: { 'label-product': 'options-builder' },
  },
  'scanner.scan.global': { ...scan, cost_class: 'huge', path: '/global/scan' },
  'scripts.list': { ...publications, family: 'pine', path: '/api/v1/scripts/' },
} as const satisfies Readonly<Record<string, ContractDefinition>>

/** The catalogue and the raw route, whose number of contracts is fixed, do not have these. */
const additionalDefinitions = {
  'news.story': {
    ...news,
    cost_class: 'tiny',
    path: '/v3/story',
    hasShape: hasProperty('title', isString),
    itemParameter: 'id',
  },
} as const satisfies Readonly<Record<string, ContractDefinition>>

export type ContractId = keyof typeof catalogueDefinitions | keyof typeof additionalDefinitions

export const catalogueContracts: readonly Contract[] = toContracts(catalogueDefinitions)
export const contracts: readonly Contract[] = [...catalogueContracts, ...toContracts(additionalDefinitions)]

function toContracts(definitions: Readonly<Record<string, ContractDefinition>>): Contract[] {
  return Object.entries(definitions).map(([id, definition]) => ({
    method: 'GET',
    cost_class: 'tiny',
    otherMethod: undefined,
    itemParameter: undefined,
    fixedQuery: {},
    pathDefaults: {},
    bodyType: 'application/json',
    failuresInBody: false,
    rejectsPastLastPage: false,
    ...definition,
    id: id as ContractId,
    auth_tier: 'open',
  }))
}

const byId = new Map<string, Contract>(contracts.map((contract) => [contract.id, contract]))

export function findContract(id: string): Contract | undefined {
  return byId.get(id)
}

export function getContract(id: ContractId): Contract {
  return byId.get(id) as Contract
}

/** `json` is the response past the last page of a list that has no empty pages. */
export function isPastLastPage({ rejectsPastLastPage }: Contract, json: unknown): boolean {
  const { detail } = (json ?? {}) as { detail?: unknown }
  return rejectsPastLastPage && typeof detail === 'string' && /^invalid page\b/i.test(detail)
}
