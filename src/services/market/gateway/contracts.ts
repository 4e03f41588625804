/** The thirty upstream contracts as data: where each is answered, at what cost, and how long an answer is good for. */

import { hash } from 'node:crypto'
import { Misconfigured } from '../../../core/errors.ts'
import { type HostKey, hosts } from './hosts.ts'

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
  readonly host: HostKey
  /** Path below the host; `{name}` is filled from a parameter of that name. */
  readonly path: string
  /** What is sent unless the caller says otherwise. */
  readonly query: Readonly<Record<string, string>>
  /** What a path parameter is unless told. */
  readonly defaults: Readonly<Record<string, string>>
  /** The type of the body it takes. */
  readonly bodyType: string
  readonly freshness: Freshness
}

interface Facts {
  readonly family: string
  readonly method?: 'POST'
  readonly cost: CostClass
  readonly host: HostKey
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly defaults?: Readonly<Record<string, string>>
  readonly bodyType?: string
  /** Seconds: fresh, and stale after that. */
  readonly keep: readonly [fresh: number, stale: number]
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const pineKeep = [600, 7200] as const
const newsKeep = [600, 7200] as const
const scanKeep = [300, 3600] as const

const facts = {
  'symbol.search': {
    family: 'search',
    cost: 'tiny',
    host: 'search',
    path: '/symbol_search/v3/',
    query: { domain: 'production' },
    keep: [120, 1440],
  },
  'OptionsCharting.GetInTimeIV': {
    family: 'options',
    cost: 'tiny',
    host: 'charting',
    path: '/v1/in-time-iv/{symbol}',
    query: { 'label-product': 'details_widget_in_time_iv_chart' },
    keep: scanKeep,
  },
  'OptionsCharting.GetUnderlyingAggregates': {
    family: 'options',
    cost: 'tiny',
    host: 'charting',
    path: '/v1/underlying-aggregates/{symbol}',
    keep: scanKeep,
  },
  'OptionsCharting.PostStrategiesChart': {
    family: 'options',
    method: 'POST',
    cost: 'tiny',
    host: 'charting',
    path: '/v1/strategies-chart',
    keep: scanKeep,
  },
  'PineFacade.IsAuthToGet': {
    family: 'pine',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/is_auth_to_get/{scriptId}/{version}',
    defaults: { version: 'last' },
    keep: pineKeep,
  },
  'PineFacade.GetScript': {
    family: 'pine',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/get/{scriptId}/{version}',
    defaults: { version: 'last' },
    keep: pineKeep,
  },
  'PineFacade.IsAuthToWrite': {
    family: 'pine',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/is_auth_to_write/{scriptId}',
    keep: pineKeep,
  },
  'PineFacade.ListBuiltins': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/list',
    query: { filter: 'standard' },
    keep: pineKeep,
  },
  'PineFacade.ParseTitle': {
    family: 'pine',
    method: 'POST',
    cost: 'tiny',
    host: 'pine',
    path: '/pine-facade/parse_title',
    bodyType: form,
    keep: pineKeep,
  },
  'PineFacade.TranslateScript': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/translate/{scriptId}/{version}',
    defaults: { version: 'last' },
    keep: pineKeep,
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
    keep: pineKeep,
  },
  'PineFacade.GetVersions': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/versions/{scriptId}/last',
    keep: pineKeep,
  },
  'PriceAlerts.IsAlive': {
    family: 'alerts',
    cost: 'tiny',
    host: 'alerts',
    path: '/is_alive',
    keep: [30, 360],
  },
  'calendar.dividends': {
    family: 'calendar',
    method: 'POST',
    cost: 'normal',
    host: 'scanner',
    path: '/global/scan',
    query: { 'label-product': 'calendar-dividends' },
    keep: [30, 360],
  },
  'calendar.earnings': {
    family: 'calendar',
    method: 'POST',
    cost: 'normal',
    host: 'scanner',
    path: '/global/scan',
    query: { 'label-product': 'calendar-earnings' },
    keep: [30, 360],
  },
  'calendar.economic': {
    family: 'calendar',
    cost: 'tiny',
    host: 'economic',
    path: '/events',
    keep: [3, 303],
  },
  'calendar.economic.newsagency': {
    family: 'calendar',
    cost: 'tiny',
    host: 'newsagency',
    path: '/events',
    keep: [5, 305],
  },
  'ideas.list': {
    family: 'social',
    cost: 'normal',
    host: 'site',
    path: '/api/v1/ideas/',
    keep: [120, 1440],
  },
  'news.flow.v1': {
    family: 'news',
    cost: 'normal',
    host: 'mediator',
    path: '/news-flow/v1/news',
    query: { client: 'web', streaming: 'false' },
    keep: newsKeep,
  },
  'news.flow.v2': {
    family: 'news',
    cost: 'normal',
    host: 'mediator',
    path: '/public/news-flow/v2/news',
    query: { client: 'web', streaming: 'false', user_prostatus: 'non_pro' },
    keep: newsKeep,
  },
  'news.headlines.latest': {
    family: 'news',
    cost: 'tiny',
    host: 'headlines',
    path: '/headlines/',
    query: { client: 'web' },
    keep: newsKeep,
  },
  'news.headlines.v2': {
    family: 'news',
    cost: 'normal',
    host: 'headlines',
    path: '/v2/headlines',
    query: { client: 'web', streaming: 'false' },
    keep: newsKeep,
  },
  'news.headlines.v2.symbol-view': {
    family: 'news',
    cost: 'normal',
    host: 'headlines',
    path: '/v2/view/headlines/symbol',
    query: { client: 'web', streaming: '' },
    keep: newsKeep,
  },
  'pine.list': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/list',
    query: { filter: 'public' },
    keep: pineKeep,
  },
  'pine.translate': {
    family: 'pine',
    cost: 'normal',
    host: 'pine',
    path: '/pine-facade/translate/{scriptId}/{version}',
    defaults: { version: 'last' },
    keep: pineKeep,
  },
  'scanner.metainfo': {
    family: 'scanner',
    cost: 'normal',
    host: 'scanner',
    path: '/{market}/metainfo',
    defaults: { market: 'america' },
    keep: scanKeep,
  },
  'scanner.scan': {
    family: 'scanner',
    method: 'POST',
    cost: 'normal',
    host: 'scanner',
    path: '/{market}/scan',
    defaults: { market: 'america' },
    keep: scanKeep,
  },
  'scanner.scan.options': {
    family: 'scanner',
    method: 'POST',
    cost: 'normal',
    host: 'scanner',
    path: '/options/scan2',
    query: { 'label-product': 'options-builder' },
    keep: scanKeep,
  },
  'scanner.scan.global': {
    family: 'scanner',
    method: 'POST',
    cost: 'huge',
    host: 'scanner',
    path: '/global/scan',
    keep: scanKeep,
  },
  'scripts.list': {
    family: 'pine',
    cost: 'normal',
    host: 'site',
    path: '/api/v1/scripts/',
    keep: [120, 1440],
  },
} as const satisfies Readonly<Record<string, Facts>>

export type ContractId = keyof typeof facts

export const contracts: readonly Contract[] = Object.entries(facts as Readonly<Record<string, Facts>>).map(
  ([id, { method, cost, query = {}, defaults = {}, bodyType = json, keep, ...rest }]) => ({
    id: id as ContractId,
    ...rest,
    method: method ?? 'GET',
    auth_tier: 'open',
    cost_class: cost,
    query,
    defaults,
    bodyType,
    freshness: { max_age_seconds: keep[0], stale_while_revalidate_seconds: keep[1] },
  }),
)

const byId = new Map(contracts.map((contract) => [contract.id, contract]))

export function contractOf(id: ContractId): Contract {
  const contract = byId.get(id)
  if (!contract) throw new TypeError(`no contract ${id}`)
  return contract
}

export function findContract(id: string): Contract | undefined {
  return byId.get(id as ContractId)
}

/** Where a contract is answered: the table above, or what the operator put in its place. */
export class Upstreams {
  readonly #templates: ReadonlyMap<ContractId, string>
  /** Every host that may be asked. */
  readonly hostNames: ReadonlySet<string>
  /** The same for the same addresses: what one provider says is not kept for who asks another. */
  readonly tag: string

  /** `overrides`: `contract.id=https://host/path/{symbol}`. Throws `Misconfigured` for what is no address of a contract. */
  constructor(overrides: readonly string[] = []) {
    const templates = new Map(
      contracts.map(({ id, host, path }) => [id, `https://${hosts[host].name}${path}`]),
    )
    for (const override of overrides) {
      const [, id = '', url = ''] = /^([\w.-]+)=(https?:\/\/.+)$/.exec(override) ?? []
      if (!findContract(id) || !URL.canParse(url))
        throw new Misconfigured([`MARKET_UPSTREAMS: ${override} is not the address of a contract`])
      templates.set(id as ContractId, url)
    }
    this.#templates = templates
    this.hostNames = new Set([...templates.values()].map((template) => new URL(template).host))
    this.tag = hash('sha256', JSON.stringify([...templates]), 'base64url').slice(0, 10)
  }

  templateOf({ id }: Contract): string {
    return this.#templates.get(id) ?? ''
  }
}
