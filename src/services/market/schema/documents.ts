/** The documents of the service, and what `meta` tells about a product's answer. */

import { Type } from 'typebox'
import { instant, nullable, oneOf } from '../../../http/openapi/fields.ts'
import { commonMeta } from '../../../http/openapi/meta.ts'
import { costClasses } from '../gateway/contracts.ts'
import { socketQualities } from '../socket-methods.ts'

const CacheFacts = Type.Object(
  {
    status: oneOf(['hit', 'miss', 'stale'], {
      description: '`stale`: older than it should be, within its bound; a newer one is being fetched.',
    }),
    fetched_at: instant({ description: 'When the provider gave the answer.' }),
    fresh_until: instant(),
    stale_until: instant({ description: 'Until when it is given while the provider is out of reach.' }),
  },
  { $id: 'CacheFacts' },
)

const PageFacts = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Integer(),
    returned: Type.Integer(),
    total: nullable(Type.Integer({ description: 'All rows there are, where the provider tells.' })),
    next_offset: nullable(
      Type.Integer({
        description: 'Null on the last page, and where there is no `offset` to ask for another.',
      }),
    ),
    next_page: Type.Optional(
      nullable(Type.Integer({ description: 'For lists with `page`; null on the last one.' })),
    ),
  },
  { $id: 'PageFacts' },
)

const DelayFacts = Type.Object(
  {
    update_modes: Type.Array(Type.String(), { examples: [['delayed_streaming_900']] }),
    delay_seconds_max: nullable(
      Type.Integer({ description: 'How far behind the market; null when unknown.' }),
    ),
  },
  { $id: 'DelayFacts' },
)

export const MarketMeta = Type.Object(
  {
    ...commonMeta,
    source_contract: Type.Optional(Type.String({ description: 'The contract the answer came from.' })),
    cache: Type.Optional(CacheFacts),
    page: Type.Optional(PageFacts),
    delay: Type.Optional(DelayFacts),
    columns: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'Meta' },
)

const Identity = Type.Object(
  { anonymous: Type.String(), key: Type.String(), limits: Type.String() },
  { $id: 'Identity', description: 'How callers are told apart.' },
)

const RateLimit = Type.Object(
  { requests_per_second: Type.Integer(), requests_per_minute: Type.Integer() },
  { $id: 'RateLimit' },
)

export const IndexDocument = Type.Object(
  {
    ok: Type.Boolean(),
    name: Type.String(),
    version: Type.String(),
    shipped_rest_contracts: Type.Integer(),
    shipped_websocket_methods: Type.Integer(),
    websocket_policy: Type.String(),
    identity: Identity,
    rate_limits: Type.Object({ anonymous: RateLimit, key: RateLimit }, { $id: 'RateLimits' }),
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
