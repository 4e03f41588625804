/** Coverage of the trust centers of each provider. */

import { type Static, type TObject, Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CoverageRecordValue, emptyTally, toCoverageRecord } from '../coverage/coverage-record.ts'
import { providers } from '../normalise/providers/registry.ts'
import { capabilities } from '../normalise/vocabulary.ts'
import { firstDay, readCoverageDays, readTallies } from '../queries/coverage.ts'
import { CoverageDay, CoverageRecord, coverageDaysMax } from '../schema/coverage.ts'
import type { TrustDb } from '../schema/tables.ts'
import { matchesProvider, providerFilters, providerParams, requireProvider } from './provider-params.ts'
import { defineDocRoute, defineListRoute, pageOf } from './trust-route.ts'

const tag = 'Coverage'

const sorts = ['rank', '-score', 'name', '-trust_centers'] as const

const coverageQuery = {
  ...providerFilters,
  connect_method: Type.Optional(
    Type.String({ maxLength: 60, description: 'How its trust centers are read.', examples: ['public_rest'] }),
  ),
  capability: Type.Optional(oneOf(capabilities, { description: 'Providers with this observed capability.' })),
  missing: Type.Optional(oneOf(capabilities, { description: 'Providers without this observed capability.' })),
  min_score: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Minimum coverage score.' }),
  ),
  max_score: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Maximum coverage score.' }),
  ),
  sort: withDefault(oneOf(sorts, { description: 'Sort order; a minus sorts descending.' }), 'rank'),
}

export function coverageRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineListRoute({
      path: '/v1/coverage/providers',
      id: 'listProviderCoverage',
      tag,
      summary: 'List provider coverage',
      query: coverageQuery,
      rows: CoverageRecord,
      async read(query) {
        if ((query.min_score ?? 0) > (query.max_score ?? 100)) {
          throw new Failure('invalid_request', 'The parameter "min_score" must be at most max_score.', {
            details: { parameter: 'min_score', in: 'query', expected: 'at most max_score' },
          })
        }
        const tallies = await readTallies(db)
        const records = providers
          .filter((provider) => matchesProvider(provider, query))
          .map((provider) => toCoverageRecord(provider, tallies.get(provider.id) ?? emptyTally))
          .filter((record) => matchesCoverage(record, query))
          .sort(comparators[query.sort])
        return pageOf(records, query, (record) => record)
      },
    }),
    defineDocRoute({
      path: '/v1/coverage/providers/:provider_id',
      id: 'getProviderCoverage',
      tag,
      summary: 'Get the coverage of a provider',
      params: providerParams,
      data: CoverageRecord,
      async read({ provider_id }) {
        const provider = requireProvider(provider_id)
        const tallies = await readTallies(db)
        return JSON.stringify(toCoverageRecord(provider, tallies.get(provider.id) ?? emptyTally))
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/coverage/history',
      id: 'listCoverageDays',
      tag,
      summary: 'List the coverage by day',
      description: `Oldest first, at most ${coverageDaysMax} days. A day on which no source was read to its end is missing.`,
      access: 'optional',
      cache: { scope: 'trust', maxAgeSeconds: 60 },
      query: Type.Object({
        provider_id: Type.Optional(
          Type.String({
            maxLength: 80,
            description: 'One provider. Default: all together.',
            examples: ['conveyor'],
          }),
        ),
        days: withDefault(
          Type.Integer({ minimum: 1, maximum: coverageDaysMax, description: 'So many days until today.' }),
          90,
        ),
      }),
      response: { rows: CoverageDay },
      handle: async ({ query: { provider_id, days }, nowMs }) => {
        const provider = provider_id === undefined ? undefined : requireProvider(provider_id).id
        const rows = await readCoverageDays(db, provider, firstDay(nowMs, days))
        return { rows: rows.map((row) => JSON.stringify(row)) }
      },
    }),
  ]
}

function matchesCoverage(
  { data_surface }: CoverageRecordValue,
  query: Static<TObject<typeof coverageQuery>>,
): boolean {
  const { observed_capabilities: observed, score } = data_surface
  if (query.capability !== undefined && !observed[query.capability]) return false
  if (query.missing !== undefined && observed[query.missing]) return false
  return score >= (query.min_score ?? 0) && score <= (query.max_score ?? 100)
}

type Comparator = (one: CoverageRecordValue, other: CoverageRecordValue) => number

const byRank: Comparator = (one, other) => one.source_registry.rank - other.source_registry.rank
const comparators: Readonly<Record<(typeof sorts)[number], Comparator>> = {
  rank: byRank,
  '-score': (one, other) => other.data_surface.score - one.data_surface.score || byRank(one, other),
  name: (one, other) => (one.provider.name < other.provider.name ? -1 : 1),
  '-trust_centers': (one, other) =>
    other.counts.trust_centers - one.counts.trust_centers || byRank(one, other),
}
