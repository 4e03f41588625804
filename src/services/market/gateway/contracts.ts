/** The thirty upstream contracts as data: where each is answered, at what cost, and how long an answer is good for. */

import { hash } from 'node:crypto'
import { ConfigurationError } from '../../../core/errors.ts'
import { type ProviderHostKey, providerHosts } from './hosts.ts'

export const costClasses = ['tiny', 'normal', 'huge'] as const
export type CostClass = (typeof costClasses)[number]

export interface Freshness {
  readonly max_age_seconds: number
  readonly stale_while_revalidate_seconds: number
}

export interface Contract {
  readonly id: ContractId
  readonly family: string
  readonly method: 'GET' | 'POST'
  readonly auth_tier: 'open'
  readonly cost_class: CostClass
  readonly host: ProviderHostKey
  /** Path below the host; `{name}` is filled from a parameter of that name. */
  readonly path: string
  /** What is sent unless the caller says otherwise. */
  readonly fixedQuery: Readonly<Record<string, string>>
  /** What a path parameter is unless told. */
  readonly pathDefaults: Readonly<Record<string, string>>
  /** The type of the body it takes. */
  readonly bodyType: string
  readonly freshness: Freshness
}

interface ContractDefinition {
  readonly family: string
  readonly method?: 'POST'
  readonly cost: CostClass
  readonly host: ProviderHostKey
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly defaults?: Readonly<Record<string, string>>
  readonly bodyType?: string
  /** Seconds: fresh, and stale after that. */
  readonly cacheSeconds: readonly [fresh: number, stale: number]
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const pineCacheSeconds = [600, 7200] as const
const newsCacheSeconds = [600, 7200] as const
const scanCacheSeconds = [300, 3600] as const

const contractDefinitions = {
  'symbol.search': {
    family: 'search',
    cost: 'tiny',
    host: 'search',
    path: '/symbol_search/v3/',
    query: { domain: 'production' },
    cacheSeconds: [120, 1440],
  },
  'OptionsCharting.GetInTimeIV': {
    family: 'options',
    cost: 'tiny',
    host: 'charting',
    path: '/v1/in-time-iv/{symbol}',
    query: { 'label-product': 'details_widget_in_time_iv_chart' },
    cacheSeconds: scanCacheSeconds,
  },
  'OptionsCharting.GetUnderlyingAggregates': {
    family: 'options',
    cost: 'tiny',
    host: 'charting',
    path: '/v1/underlying-aggregates/{symbol}',
    cacheSeconds: scanCacheSeconds,
  },
  'OptionsCharting.PostStrategiesChart': {
    family: 'options',
    method: 'POST',
    cost: 'tiny',
    host: 'charting',
    path: '/v1/strategies-chart',
    cacheSeconds: scanCacheSeconds,
  },
  'PineFacade.IsAuthToGet': {
    family: 'pine',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/is_auth_to_get/{scriptId}/{version}',
    defaults: { version: 'last' },
    cacheSeconds: pineCacheSeconds,
  },
  'PineFacade.GetScript': {
    family: 'pine',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/get/{scriptId}/{version}',
    defaults: { version: 'last' },
    cacheSeconds: pineCacheSeconds,
  },
  'PineFacade.IsAuthToWrite': {
    family: 'pine',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/is_auth_to_write/{scriptId}',
    cacheSeconds: pineCacheSeconds,
  },
  'PineFacade.ListBuiltins': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/list',
    query: { filter: 'standard' },
    cacheSeconds: pineCacheSeconds,
  },
  'PineFacade.ParseTitle': {
    family: 'pine',
    method: 'POST',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/parse_title',
    bodyType: form,
    cacheSeconds: pineCacheSeconds,
  },
  'PineFacade.TranslateScript': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/translate/{scriptId}/{version}',
    defaults: { version: 'last' },
    cacheSeconds: pineCacheSeconds,
  },
  'PineFacade.TranslateSource': {
    family: 'pine',
    method: 'POST',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/translate_source/{pineVersion}',
    query: { is_pine_ex: 'true' },
    defaults: { pineVersion: 'v5' },
    bodyType: form,
    cacheSeconds: pineCacheSeconds,
  },
  'PineFacade.GetVersions': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/versions/{scriptId}/last',
    cacheSeconds: pineCacheSeconds,
  },
  'PriceAlerts.IsAlive': {
    family: 'alerts',
    cost: 'tiny',
    host: 'alerts',
    path: '/is_alive',
    cacheSeconds: [30, 360],
  },
  'calendar.dividends': {
    family: 'calendar',
    method: 'POST',
    cost: 'normal',
    host: 'scanner',
    path: '/global/scan',
    query: { 'label-product': 'calendar-dividends' },
    cacheSeconds: [30, 360],
  },
  'calendar.earnings': {
    family: 'calendar',
    method: 'POST',
    cost: 'normal',
    host: 'scanner',
    path: '/global/scan',
    query: { 'label-product': 'calendar-earnings' },
    cacheSeconds: [30, 360],
  },
  'calendar.economic': {
    family: 'calendar',
    cost: 'tiny',
    host: 'economic',
    path: '/events',
    cacheSeconds: [3, 303],
  },
  'calendar.economic.newsagency': {
    family: 'calendar',
    cost: 'tiny',
    host: 'newsagency',
    path: '/events',
    cacheSeconds: [5, 305],
  },
  'ideas.list': {
    family: 'social',
    cost: 'normal',
    host: 'site',
    path: '/api/v1/ideas/',
    cacheSeconds: [120, 1440],
  },
  'news.flow.v1': {
    family: 'news',
    cost: 'normal',
    host: 'mediator',
    path: '/news-flow/v1/news',
    query: { client: 'web', streaming: 'false' },
    cacheSeconds: newsCacheSeconds,
  },
  'news.flow.v2': {
    family: 'news',
    cost: 'normal',
    host: 'mediator',
    path: '/public/news-flow/v2/news',
    query: { client: 'web', streaming: 'false', user_prostatus: 'non_pro' },
    cacheSeconds: newsCacheSeconds,
  },
  'news.headlines.latest': {
    family: 'news',
    cost: 'tiny',
    host: 'headlines',
    path: '/headlines/',
    query: { client: 'web' },
    cacheSeconds: newsCacheSeconds,
  },
  'news.headlines.v2': {
    family: 'news',
    cost: 'normal',
    host: 'headlines',
    path: '/v2/headlines',
    query: { client: 'web', streaming: 'false' },
    cacheSeconds: newsCacheSeconds,
  },
  'news.headlines.v2.symbol-view': {
    family: 'news',
    cost: 'normal',
    host: 'headlines',
    path: '/v2/view/headlines/symbol',
    query: { client: 'web', streaming: '' },
    cacheSeconds: newsCacheSeconds,
  },
  'pine.list': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/list',
    query: { filter: 'public' },
    cacheSeconds: pineCacheSeconds,
  },
  'pine.translate': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/translate/{scriptId}/{version}',
    defaults: { version: 'last' },
    cacheSeconds: pineCacheSeconds,
  },
  'scanner.metainfo': {
    family: 'scanner',
    cost: 'normal',
    host: 'scanner',
    path: '/{market}/metainfo',
    defaults: { market: 'america' },
    cacheSeconds: scanCacheSeconds,
  },
  'scanner.scan': {
    family: 'scanner',
    method: 'POST',
    cost: 'normal',
    host: 'scanner',
    path: '/{market}/scan',
    defaults: { market: 'america' },
    cacheSeconds: scanCacheSeconds,
  },
  'scanner.scan.options': {
    family: 'scanner',
    method: 'POST',
    cost: 'normal',
    host: 'scanner',
    path: '/options/scan2',
    query: { 'label-product': 'options-builder' },
    cacheSeconds: scanCacheSeconds,
  },
  'scanner.scan.global': {
    family: 'scanner',
    method: 'POST',
    cost: 'huge',
    host: 'scanner',
    path: '/global/scan',
    cacheSeconds: scanCacheSeconds,
  },
  'scripts.list': {
    family: 'pine',
    cost: 'normal',
    host: 'site',
    path: '/api/v1/scripts/',
    cacheSeconds: [120, 1440],
  },
} as const satisfies Readonly<Record<string, ContractDefinition>>

export type ContractId = keyof typeof contractDefinitions

export const contracts: readonly Contract[] = Object.entries(
  contractDefinitions as Readonly<Record<string, ContractDefinition>>,
).map(([id, { method, cost, query = {}, defaults = {}, bodyType = json, cacheSeconds, ...rest }]) => ({
  id: id as ContractId,
  ...rest,
  method: method ?? 'GET',
  auth_tier: 'open',
  cost_class: cost,
  fixedQuery: query,
  pathDefaults: defaults,
  bodyType,
  freshness: { max_age_seconds: cacheSeconds[0], stale_while_revalidate_seconds: cacheSeconds[1] },
}))

const byId = new Map(contracts.map((contract) => [contract.id, contract]))

export function getContract(id: ContractId): Contract {
  const contract = byId.get(id)
  if (!contract) throw new TypeError(`no contract ${id}`)
  return contract
}

export function findContract(id: string): Contract | undefined {
  return byId.get(id as ContractId)
}

/** Where a contract is answered: the table above, or what the operator put in its place. */
export class UpstreamAddresses {
  readonly #templates: ReadonlyMap<ContractId, string>
  /** Every host that may be asked. */
  readonly hostNames: ReadonlySet<string>
  /** The same for the same addresses: what one provider says is not kept for who asks another. */
  readonly fingerprint: string

  /** `overrides`: `contract.id=https://host/path/{symbol}`. Throws `Misconfigured` for what is no address of a contract. */
  constructor(overrides: readonly string[] = []) {
    const templates = new Map(
      contracts.map(({ id, host, path }) => [id, `https://${providerHosts[host].name}${path}`]),
    )
    for (const override of overrides) {
      const [, id = '', url = ''] = /^([\w.-]+)=(https?:\/\/.+)$/.exec(override) ?? []
      if (!findContract(id) || !URL.canParse(url))
        throw new ConfigurationError([`MARKET_UPSTREAMS: ${override} is not the address of a contract`])
      templates.set(id as ContractId, url)
    }
    this.#templates = templates
    this.hostNames = new Set([...templates.values()].map((template) => new URL(template).host))
    this.fingerprint = hash('sha256', JSON.stringify([...templates]), 'base64url').slice(0, 10)
  }

  urlTemplate({ id }: Contract): string {
    return this.#templates.get(id) ?? ''
  }
}
