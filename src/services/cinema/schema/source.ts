/** Sources and chains: capabilities, lineage, horizon and coverage. */

import { Type } from 'typebox'
import { day, instant } from '../../../http/openapi/fields.ts'
import {
  type CapabilityName,
  ChainStatus,
  capabilityNames,
  HorizonSource,
  SourceMode,
  SourceStatus,
  sourceModes,
} from './enums.ts'

const capabilityFlags = Object.fromEntries(capabilityNames.map((name) => [name, Type.Boolean()])) as Record<
  CapabilityName,
  Type.TBoolean
>

export type DataCapabilities = Type.Static<typeof DataCapabilities>
export const DataCapabilities = Type.Object(
  {
    ...capabilityFlags,
    live_refresh: Type.Boolean({ description: 'Whether a single showtime can be refreshed on request.' }),
    source_modes: Type.Array(SourceMode),
  },
  { $id: 'DataCapabilities' },
)

/** All capabilities that are not named are false. */
export function toCapabilities(names: readonly CapabilityName[], isLive: boolean): DataCapabilities {
  const flags = Object.fromEntries(capabilityNames.map((name) => [name, names.includes(name)])) as Record<
    CapabilityName,
    boolean
  >
  return { ...flags, live_refresh: isLive, source_modes: isLive ? [...sourceModes] : ['cached'] }
}

export type SourceLineage = Type.Static<typeof SourceLineage>
export const SourceLineage = Type.Object(
  {
    source_id: Type.String(),
    chain_id: Type.Optional(Type.String()),
    adapter: Type.Optional(Type.String()),
    platform: Type.Optional(Type.String()),
    captured_at: Type.Optional(instant({ description: 'When the data was fetched.' })),
    raw_ids: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Ids the source uses.' }),
    ),
    artifact_id: Type.Optional(Type.String()),
    limitations: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'SourceLineage' },
)

export type SourceHorizon = Type.Static<typeof SourceHorizon>
export const SourceHorizon = Type.Object(
  {
    source_id: Type.Optional(Type.String()),
    chain_id: Type.Optional(Type.String()),
    max_horizon_days: Type.Optional(
      Type.Integer({
        description:
          'How many days ahead the source publishes at most: usually, or more if it did when it was last read.',
      }),
    ),
    first_available_date: Type.Optional(day()),
    last_available_date: Type.Optional(day()),
    horizon_source: HorizonSource,
  },
  { $id: 'SourceHorizon' },
)

export type CoverageSummary = Type.Static<typeof CoverageSummary>
export const CoverageSummary = Type.Object(
  {
    theaters: Type.Integer(),
    movies: Type.Integer(),
    showtimes: Type.Integer(),
    seatmaps: Type.Integer(),
    prices: Type.Integer(),
    first_business_date: Type.Optional(day()),
    last_business_date: Type.Optional(day()),
    last_captured_at: Type.Optional(instant()),
  },
  { $id: 'CoverageSummary' },
)

export type CoverageRecord = Type.Static<typeof CoverageRecord>
export const CoverageRecord = Type.Object(
  {
    source_id: Type.String(),
    chain_id: Type.String(),
    theater_id: Type.String(),
    business_date: day(),
    capabilities: DataCapabilities,
    counts: CoverageSummary,
  },
  { $id: 'CoverageRecord' },
)

export type Source = Type.Static<typeof Source>
export const Source = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    capabilities: DataCapabilities,
    chain_id: Type.Optional(Type.String()),
    platform: Type.Optional(Type.String()),
    status: Type.Optional(SourceStatus),
    horizon: Type.Optional(SourceHorizon),
    docs: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'Source' },
)

export type Chain = Type.Static<typeof Chain>
export const Chain = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    capabilities: DataCapabilities,
    status: Type.Optional(ChainStatus),
    platforms: Type.Optional(Type.Array(Type.String())),
    theater_count: Type.Optional(Type.Integer()),
    coverage: Type.Optional(CoverageSummary),
    horizon: Type.Optional(SourceHorizon),
    source_lineage: Type.Optional(SourceLineage),
  },
  { $id: 'Chain' },
)
