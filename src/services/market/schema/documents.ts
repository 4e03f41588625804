/** Schemas of the service documents and of `meta` in product responses. */

import { type Static, Type } from 'typebox'
import { instant, nullable, oneOf } from '../../../http/openapi/fields.ts'
import { commonMeta } from '../../../http/openapi/meta.ts'
import { costClasses } from '../gateway/contracts.ts'
import { socketQualities } from '../socket-methods.ts'
import { SeriesFacts } from './prices.ts'

const CacheFacts = Type.Object(
  {
    status: oneOf(['hit', 'miss', 'stale'], {
      description: '`stale`: past `fresh_until` but not past `stale_until`; a refresh is in progress.',
    }),
    fetched_at: instant({ description: 'When the provider returned the response.' }),
    fresh_until: instant(),
    stale_until: instant({ description: 'May be served until this time if the provider is unreachable.' }),
  },
  { $id: 'CacheFacts' },
)

export type PageFacts = Static<typeof PageFacts>
const PageFacts = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    returned: Type.Integer(),
    total: nullable(Type.Integer({ description: 'Total rows, if the provider reports it.' })),
    next_offset: nullable(
      Type.Integer({
        description: 'Null on the last page, and for lists without `offset`.',
      }),
    ),
    next_page: Type.Optional(
      nullable(Type.Integer({ description: 'For lists with `page`; null on the last page.' })),
    ),
  },
  { $id: 'PageFacts' },
)

export type DelayFacts = Static<typeof DelayFacts>
const DelayFacts = Type.Object(
  {
    update_modes: Type.Array(Type.String(), { examples: [['delayed_streaming_900']] }),
    delay_seconds_max: nullable(Type.Integer({ description: 'Lag behind the market; null if unknown.' })),
  },
  { $id: 'DelayFacts' },
)

export const MarketMeta = Type.Object(
  {
    ...commonMeta,
    source_contract: Type.Optional(Type.String({ description: 'The upstream contract of the response.' })),
    cache: Type.Optional(CacheFacts),
    page: Type.Optional(PageFacts),
    delay: Type.Optional(DelayFacts),
    columns: Type.Optional(Type.Array(Type.String())),
    series: Type.Optional(SeriesFacts),
    unknown_symbols: Type.Optional(
      Type.Array(Type.String(), { description: 'Requested symbols that the provider does not know.' }),
    ),
    unavailable_symbols: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Requested symbols about which the provider did not respond.',
      }),
    ),
    skipped_rows: Type.Optional(
      Type.Integer({
        description: 'Rows left out because the provider sent them in an unexpected format; absent if none.',
      }),
    ),
  },
  { $id: 'Meta' },
)

const Identity = Type.Object(
  { anonymous: Type.String(), key: Type.String(), limits: Type.String() },
  { $id: 'Identity', description: 'How callers are identified.' },
)

const RateLimit = Type.Object(
  { requests_per_second: Type.Integer(), requests_per_minute: Type.Integer() },
  { $id: 'RateLimit' },
)

export type RateLimits = Static<typeof RateLimits>
const RateLimits = Type.Object({ anonymous: RateLimit, key: RateLimit }, { $id: 'RateLimits' })

export const IndexDocument = Type.Object(
  {
    ok: Type.Boolean(),
    name: Type.String(),
    version: Type.String(),
    shipped_rest_contracts: Type.Integer(),
    shipped_websocket_methods: Type.Integer(),
    websocket_policy: Type.String(),
    identity: Identity,
    rate_limits: RateLimits,
  },
  { $id: 'IndexDocument' },
)

const CatalogueRoute = Type.Object(
  {
    path: Type.String(),
    endpoint_id: Type.String(),
    methods: Type.Array(Type.String()),
    tag: Type.String(),
    summary: Type.String(),
    description: Type.String(),
  },
  { $id: 'CatalogueRoute' },
)

const CatalogueEndpoint = Type.Object(
  {
    name: Type.String(),
    path: Type.String(),
    methods: Type.Array(Type.String()),
    tag: Type.String(),
    summary: Type.String(),
    description: Type.String(),
    source_contract: Type.String(),
    auth: oneOf(['anonymous_or_api_key']),
    freshness: Type.Object(
      { max_age_seconds: Type.Integer(), stale_while_revalidate_seconds: Type.Integer() },
      { $id: 'Freshness' },
    ),
  },
  { $id: 'CatalogueEndpoint' },
)

const SourceContract = Type.Object(
  {
    id: Type.String(),
    family: Type.String(),
    method: Type.String(),
    auth_tier: oneOf(['open']),
    cost_class: oneOf(costClasses),
  },
  { $id: 'SourceContract' },
)

const UpstreamHost = Type.Object(
  {
    host: Type.String(),
    families: Type.Array(Type.String(), {
      description: 'The families of contracts at this host; `socket` for quotes and bars.',
    }),
    requests_per_second: Type.Number({
      description:
        'How many requests that the cache cannot answer all callers together can have sent, per worker.',
    }),
    concurrent_requests: Type.Integer(),
    requires: Type.Array(oneOf(['origin', 'consent']), {
      description:
        'What the operator must have: an `Origin` that the host accepts, and the provider’s consent to send it.',
    }),
    setting: nullable(Type.String({ description: 'The setting for it.' })),
    is_ready: Type.Boolean({ description: 'Whether this server has what the host requires.' }),
    routes: Type.Array(Type.String(), { description: 'The routes that need this host.' }),
  },
  { $id: 'UpstreamHost' },
)

const WebsocketMethod = Type.Object(
  { method_name: Type.String(), quality: oneOf(socketQualities), mvp_surface: Type.Boolean() },
  { $id: 'WebsocketMethod' },
)

export const RouteCatalogue = Type.Object(
  {
    shipped_route_count: Type.Integer(),
    shipped_rest_contract_count: Type.Integer(),
    shipped_websocket_method_count: Type.Integer(),
    identity_policy: Identity,
    routes: Type.Record(Type.String(), CatalogueRoute),
    websocket: Type.Object(
      {
        mode: Type.String(),
        hosted_api_policy: Type.String(),
        shipped_method_count: Type.Integer(),
        methods: Type.Array(WebsocketMethod),
      },
      { $id: 'WebsocketDescriptor' },
    ),
    endpoints: Type.Array(CatalogueEndpoint),
    upstreams: Type.Array(UpstreamHost),
    advanced: Type.Object(
      {
        raw_route: Type.String(),
        raw_route_policy: Type.String(),
        source_contract_count: Type.Integer(),
        source_contracts: Type.Array(SourceContract),
      },
      { $id: 'Advanced' },
    ),
  },
  { $id: 'RouteCatalogue' },
)
