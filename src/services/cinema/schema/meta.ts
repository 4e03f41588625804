/** The `meta` of cinema responses. */

import { Type } from 'typebox'
import { instant } from '../../../http/openapi/fields.ts'
import { commonMeta, NearPlace } from '../../../http/openapi/meta.ts'
import { SourceMode } from './enums.ts'
import { SourceHorizon } from './source.ts'

export type Warning = Type.Static<typeof Warning>
export const Warning = Type.Object(
  {
    code: Type.String({ examples: ['stale_availability', 'general_admission_no_grid'] }),
    message: Type.String(),
    source_id: Type.Optional(Type.String()),
    showtime_id: Type.Optional(Type.String()),
  },
  { $id: 'Warning' },
)

export type Freshness = Type.Static<typeof Freshness>
export const Freshness = Type.Object(
  {
    max_age_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Age of the oldest data at the start of the current minute, at least 0; `oldest_captured_at` is exact.',
      }),
    ),
    oldest_captured_at: Type.Optional(instant()),
    newest_captured_at: Type.Optional(instant()),
  },
  { $id: 'Freshness' },
)

export const Meta = Type.Object(
  {
    ...commonMeta,
    source_mode: Type.Optional(SourceMode),
    freshness: Type.Optional(Freshness),
    warnings: Type.Optional(Type.Array(Warning)),
    requested_days: Type.Optional(Type.Integer()),
    resolved_days: Type.Optional(Type.Integer()),
    source_horizons: Type.Optional(Type.Array(SourceHorizon)),
    near: Type.Optional(NearPlace),
  },
  { $id: 'Meta' },
)
