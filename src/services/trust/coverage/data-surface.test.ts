import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { providers } from '../normalise/providers/registry.ts'
import { capabilities } from '../normalise/vocabulary.ts'
import { emptyTally, toCoverageRecord } from './coverage-record.ts'
import { type CoverageCounts, toDataSurface } from './data-surface.ts'

const amount = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 50 }),
  fc.integer({ min: 0, max: 2_000_000 }),
)
const anyCounts: fc.Arbitrary<CoverageCounts> = fc.record({
  companies: amount,
  trust_centers: amount,
  certifications: amount,
  controls: amount,
  subprocessors: amount,
  documents: amount,
  security_updates: amount,
  sources: amount,
})
const kinds = ['certifications', 'controls', 'subprocessors', 'documents', 'security_updates'] as const

function counts(
  ...[trust_centers, certifications, controls, subprocessors, documents, security_updates, sources]: number[]
) {
  return {
    companies: 0,
    trust_centers,
    certifications,
    controls,
    subprocessors,
    documents,
    security_updates,
    sources,
  } as CoverageCounts
}

describe('toDataSurface', () => {
  const worked: readonly (readonly [string, number[], number, string])[] = [
    ['nothing', [0, 0, 0, 0, 0, 0, 0], 0, 'no_observed_data'],
    ['all hosts gated', [40, 0, 0, 0, 0, 0, 40], 26, 'low_granularity'],
    ['badges only', [40, 120, 0, 0, 0, 0, 40], 40, 'medium_granularity'],
    ['badges and vendors', [140, 410, 0, 1540, 0, 0, 140], 54, 'medium_granularity'],
    ['plus documents', [58, 260, 0, 640, 420, 0, 61], 69, 'high_granularity'],
    ['all but updates', [646, 2400, 30100, 8100, 7300, 0, 650], 85, 'high_granularity'],
    ['all seven', [646, 2400, 30100, 8100, 7300, 410, 650], 98, 'deep_security_posture'],
    ['saturated', [10, 40, 300, 120, 100, 20, 10], 100, 'deep_security_posture'],
  ]
  for (const [name, numbers, score, tier] of worked) {
    it(`scores ${score} for: ${name}`, () => {
      const surface = toDataSurface(counts(...numbers), true)
      assert.deepEqual([surface.score, surface.granularity_tier], [score, tier])
    })
  }

  it('stays between 0 and 100 and is 100 only with all capabilities and all targets met', () => {
    fc.assert(
      fc.property(anyCounts, fc.boolean(), (counts, sourced) => {
        const { score, missing_capabilities } = toDataSurface(counts, sourced)
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 100)
        if (score === 100) assert.deepEqual(missing_capabilities, [])
      }),
    )
  })

  it('is higher whenever more capabilities are observed, whatever the counts', () => {
    fc.assert(
      fc.property(anyCounts, anyCounts, fc.boolean(), fc.boolean(), (one, other, a, b) => {
        const [first, second] = [toDataSurface(one, a), toDataSurface(other, b)]
        const more = first.available_capabilities.length - second.available_capabilities.length
        if (more > 0) assert.ok(first.score > second.score)
        if (more < 0) assert.ok(first.score < second.score)
      }),
      { numRuns: 500 },
    )
  })

  it('partitions the capabilities in order', () => {
    fc.assert(
      fc.property(anyCounts, fc.boolean(), (counts, sourced) => {
        const surface = toDataSurface(counts, sourced)
        const { available_capabilities: available, missing_capabilities: missing } = surface
        assert.deepEqual([...available, ...missing].sort(), [...capabilities].sort())
        assert.deepEqual(
          available,
          capabilities.filter((name) => surface.observed_capabilities[name]),
        )
      }),
    )
  })

  it('does not fall when rows are added and nothing else changes', () => {
    fc.assert(
      fc.property(
        anyCounts,
        fc.constantFrom(...kinds),
        fc.integer({ min: 1, max: 1000 }),
        (counts, kind, extra) => {
          const before = toDataSurface(counts, true)
          const after = toDataSurface({ ...counts, [kind]: counts[kind] + extra }, true)
          assert.ok(after.score >= before.score)
        },
      ),
    )
  })

  it('has no readiness without trust centers', () => {
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const { analysis_readiness } = toDataSurface({ ...counts, trust_centers: 0 }, true)
        assert.deepEqual(new Set(Object.values(analysis_readiness)), new Set([false]))
      }),
    )
  })
})

describe('toCoverageRecord', () => {
  it('has the same numbers in all three places', () => {
    fc.assert(
      fc.property(anyCounts, fc.constantFrom(...providers), (counts, provider) => {
        const record = toCoverageRecord(provider, { ...emptyTally, counts })
        const { companies, ...shared } = record.counts
        assert.deepEqual(record.data_surface.counts, shared)
        const { stats } = record.provider
        assert.deepEqual(
          [stats.organizations, stats.trustCenters, stats.securityUpdates, stats.sources],
          [companies, counts.trust_centers, counts.security_updates, counts.sources],
        )
      }),
    )
  })
})

describe('the provider registry', () => {
  it('has each id and rank once', () => {
    assert.equal(new Set(providers.map(({ id }) => id)).size, providers.length)
    assert.deepEqual(
      providers.map(({ registry }) => registry.rank),
      providers.map((_, index) => index + 1),
    )
  })

  it('keeps the sums of its backfill', () => {
    for (const { id, registry } of providers) {
      const { priorKnown, netNew, totalKnown, harvestableNow } = registry.backfill_2026_06_11
      assert.equal(totalKnown, priorKnown + netNew, id)
      assert.ok(harvestableNow <= totalKnown, id)
    }
  })
})
