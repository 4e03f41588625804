/** Coverage and the counts of companies, recomputed from the lists that a client can read. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Findings } from '../../../src/services/trust/normalise/findings.ts'
import { type Surface, surfaces } from '../../../src/services/trust/normalise/vocabulary.ts'
import type { ListingRecord, TrustRecord } from '../../../src/services/trust/schema/records.ts'
import { testEngines } from '../../support/store/test-engines.ts'
import {
  openTrustFixture,
  publications,
  readRecord,
  type TrustFixture,
  vendorFinding,
} from '../../support/trust/trust-fixture.ts'

type Counts = Readonly<Record<string, number>>
type NullableCounts = Readonly<Record<Surface, number | null>>

interface Center {
  readonly id: string
  readonly company_id: string
  readonly provider: string
  readonly access_level: string
  readonly access_profile: string
  readonly data_access: Readonly<Record<Surface, boolean>>
  readonly surfaces: Readonly<Record<Surface, string>>
  readonly counts: NullableCounts & { readonly sources: number }
}
interface Company {
  readonly id: string
  readonly providers: readonly string[]
  readonly trust_centers: readonly { readonly id: string }[]
  readonly framework_ids: readonly string[]
  readonly surfaces: Readonly<Record<Surface, string>>
  readonly counts: NullableCounts
}
interface Row {
  readonly id: string
  readonly trust_center_id: string
  readonly framework_id?: string
  readonly status?: string
}
interface Coverage {
  readonly provider: { readonly id: string; readonly stats: Counts }
  readonly counts: Counts
  readonly data_surface: {
    readonly score: number
    readonly observed_capabilities: Readonly<Record<string, boolean>>
    readonly available_capabilities: readonly string[]
    readonly missing_capabilities: readonly string[]
    readonly counts: Counts
  }
  readonly trust_centers: {
    readonly access_profiles: readonly KeyCount[]
    readonly access_levels: readonly KeyCount[]
    readonly data_access: Counts
  }
}
interface KeyCount {
  readonly key: string
  readonly count: number
}

/** All rows, page by page. */
async function list<Item>(fixture: TrustFixture, path: string): Promise<Item[]> {
  const rows: Item[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { status, body } = await fixture.get(
      `${path}${path.includes('?') ? '&' : '?'}limit=50&offset=${offset}`,
    )
    assert.equal(status, 200, path)
    rows.push(...(body.data as Item[]))
    assert.ok(rows.length <= body.pagination.total, path)
    offset = body.pagination.next_offset
    if (offset === null) assert.equal(rows.length, body.pagination.total, path)
  }
  return rows
}

function isCounted(surface: Surface, { status }: Row): boolean {
  return surface !== 'certifications' || status === 'held' || status === 'in_progress'
}

function perSurface<Value>(value: (surface: Surface) => Value): Record<Surface, Value> {
  return Object.fromEntries(surfaces.map((surface) => [surface, value(surface)])) as Record<Surface, Value>
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(items, keyOf)].map(([key, group]) => [key, group.length]))
}

function toRecord(keyCounts: readonly KeyCount[]): Record<string, number> {
  return Object.fromEntries(keyCounts.map(({ key, count }) => [key, count]))
}

/** What is published: a number if the section was read or has rows. */
function assertCount(actual: number | null, rows: number, state: string, about: string): void {
  const isKnown = state === 'read' || state === 'not_published'
  if (isKnown || rows > 0) assert.equal(actual, rows, about)
  else assert.equal(actual, null, about)
}

async function assertCountsMatchLists(fixture: TrustFixture): Promise<void> {
  const centers = await list<Center>(fixture, '/v1/trust-centers')
  const companies = await list<Company>(fixture, '/v1/companies')
  const rowsOf = new Map<string, Record<Surface, readonly Row[]>>()
  for (const center of centers) {
    const { records } = (await fixture.get(`/v1/trust-centers/${center.id}`)).body.data
    rowsOf.set(center.id, records)
    for (const surface of surfaces) {
      const rows = (records[surface] as Row[]).filter((row) => isCounted(surface, row)).length
      assertCount(center.counts[surface], rows, center.surfaces[surface], `${surface} of ${center.id}`)
    }
    const sources = await list(fixture, `/v1/sources?trust_center=${center.id}`)
    assert.equal(center.counts.sources, sources.length, 'sources of a center')
  }
  await assertCompanies(fixture, companies, centers, rowsOf)
  await assertCoverage(fixture, centers, rowsOf)
}

async function assertCompanies(
  fixture: TrustFixture,
  companies: readonly Company[],
  centers: readonly Center[],
  rowsOf: ReadonlyMap<string, Record<Surface, readonly Row[]>>,
): Promise<void> {
  assert.deepEqual(
    companies.map(({ id }) => id).sort(),
    [...new Set(centers.map(({ company_id }) => company_id))].sort(),
  )
  for (const company of companies) {
    const own = centers.filter(({ company_id }) => company_id === company.id)
    assert.deepEqual(company.trust_centers.map(({ id }) => id).sort(), own.map(({ id }) => id).sort())
    assert.deepEqual(company.providers, [...new Set(own.map(({ provider }) => provider))].sort())
    for (const surface of surfaces) {
      const path = `/v1/companies/${company.id}/${surface.replace('_', '-')}`
      const rows = await list<Row>(fixture, path)
      const ofCenters = own.flatMap(({ id }) => rowsOf.get(id)?.[surface] ?? [])
      assert.deepEqual(rows.map(({ id }) => id).sort(), ofCenters.map(({ id }) => id).sort(), path)
      const counted = rows.filter((row) => isCounted(surface, row))
      assertCount(company.counts[surface], counted.length, company.surfaces[surface], path)
      if (surface === 'certifications')
        assert.deepEqual(
          company.framework_ids,
          [...new Set(counted.map(({ framework_id }) => framework_id))].sort(),
        )
    }
  }
}

async function assertCoverage(
  fixture: TrustFixture,
  centers: readonly Center[],
  rowsOf: ReadonlyMap<string, Record<Surface, readonly Row[]>>,
): Promise<void> {
  const coverage = await list<Coverage>(fixture, '/v1/coverage/providers')
  const providers = await list<{ id: string; stats: Counts }>(fixture, '/v1/providers')
  const statsOf = new Map(providers.map(({ id, stats }) => [id, stats]))
  assert.deepEqual(coverage.map(({ provider }) => provider.id).sort(), [...statsOf.keys()].sort())
  for (const record of coverage) {
    const { id, stats } = record.provider
    const own = centers.filter(({ provider }) => provider === id)
    const sources = await list(fixture, `/v1/sources?provider=${id}`)
    const counts = {
      trust_centers: own.length,
      ...perSurface((surface) => {
        const rows = own.flatMap((center) => rowsOf.get(center.id)?.[surface] ?? [])
        return rows.filter((row) => isCounted(surface, row)).length
      }),
      sources: sources.length,
    }
    const companies = new Set(own.map(({ company_id }) => company_id)).size
    assert.equal((await list(fixture, `/v1/companies?provider=${id}`)).length, companies)
    assert.deepEqual(record.counts, { companies, ...counts }, id)
    assert.deepEqual(record.data_surface.counts, counts, id)
    const { providerId: _, name: __, adapterStatus: ___, ...numbers } = stats
    assert.deepEqual(numbers, {
      organizations: companies,
      trustCenters: counts.trust_centers,
      certifications: counts.certifications,
      controls: counts.controls,
      subprocessors: counts.subprocessors,
      documents: counts.documents,
      securityUpdates: counts.security_updates,
      sources: counts.sources,
    })
    assert.deepEqual(statsOf.get(id), stats)
    assertCapabilities(record, own)
    const { access_levels, access_profiles, data_access } = record.trust_centers
    assert.deepEqual(
      toRecord(access_levels),
      countBy(own, ({ access_level }) => access_level),
    )
    assert.deepEqual(
      toRecord(access_profiles),
      countBy(own, ({ access_profile }) => access_profile),
    )
    assert.deepEqual(
      data_access,
      perSurface((surface) => own.filter((center) => center.data_access[surface]).length),
    )
  }
}

const depthTargets = {
  certifications: 4,
  controls: 30,
  subprocessors: 12,
  documents: 10,
  security_updates: 2,
}

/** The score as the reference documents it. */
function assertCapabilities({ counts, data_surface }: Coverage, centers: readonly Center[]): void {
  const observed: Record<string, boolean> = {
    trust_centers: centers.length > 0,
    ...perSurface((surface) => (counts[surface] ?? 0) > 0),
    provenance:
      centers.length > 0 && (counts.sources ?? 0) > 0 && centers.every((center) => center.counts.sources > 0),
  }
  assert.deepEqual(data_surface.observed_capabilities, observed)
  const available = Object.keys(observed).filter((name) => observed[name])
  assert.deepEqual(data_surface.available_capabilities.toSorted(), available.toSorted())
  assert.equal(data_surface.missing_capabilities.length, 7 - available.length)
  const depth = surfaces.map((surface) =>
    Math.min(1000, Math.floor((1000 * (counts[surface] ?? 0)) / (depthTargets[surface] * centers.length))),
  )
  const sum = depth.reduce((total, part) => total + part, 0)
  const expected = centers.length === 0 ? 0 : 13 * available.length + Math.floor((9 * sum) / 5000)
  assert.equal(data_surface.score, expected)
}

const certifications = [
  { label: 'SOC 2 Type II' },
  { label: 'ISO 27001:2022', status: 'in_progress' },
  { label: 'HIPAA (planned)' },
  { label: 'GDPR', status: 'expired' },
] as const

/** A section that is unread, hidden, or read with some of the rows. */
function section<Finding>(rows: readonly Finding[]) {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('not_read' as const, 'gated' as const) },
    { weight: 3, arbitrary: fc.subarray([...rows]) },
  )
}

const step = fc.record({
  company: fc.constantFrom('Acme', 'Birch', 'Cobalt'),
  provider: fc.constantFrom('oneleet', 'probo'),
  kind: fc.constantFrom('read', 'read', 'read', 'read', 'other center', 'best effort', 'listing'),
  gate: fc.constantFrom('none', 'none', 'none', 'none', 'login', 'gone'),
  hours: fc.constantFrom(0, 13, 25),
  certifications: section(certifications),
  controls: section([{ name: 'Backups' }, { name: 'Encryption' }, { name: 'Access reviews' }]),
  subprocessors: section(['Alpha', 'Beta', 'Gamma', 'Delta'].map((name) => vendorFinding(name))),
  documents: section([
    { title: 'Policy', access: 'public' as const },
    { title: 'Pentest', access: 'request' as const },
  ]),
  security_updates: section([
    { key: '1', title: 'Advisory' },
    { key: '2', title: 'Notice' },
  ]),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function toTrustRecord({ company, provider, kind, gate, hours: _, ...sections }: Step): TrustRecord {
  const found: Record<string, unknown> = {}
  const states: Record<string, string> = {}
  for (const [surface, rows] of Object.entries(sections)) {
    if (typeof rows === 'string') states[surface] = rows
    else [found[surface], states[surface]] = [rows, rows.length === 0 ? 'not_published' : 'read']
  }
  const findings = gate === 'none' ? { ...found, states } : { gate }
  const record = readRecord(company, {
    provider,
    bestEffort: kind === 'best effort',
    ...(findings as Partial<Findings>),
  })
  if (kind === 'other center')
    return {
      ...record,
      center: { ...record.center, url: `https://security.${company.toLowerCase()}.example/` },
    }
  if (kind !== 'listing') return record
  const listing: ListingRecord = {
    type: 'listing',
    center: record.center,
    evidence: {
      kind: 'directory_entry',
      url: 'https://directory.example/',
      http_status: 200,
      sha256: 'ab',
      bytes: 2,
      content_type: 'text/html',
    },
    claimed_framework_ids: ['iso27001'],
    listed_on: null,
  }
  return listing
}

for (const engine of testEngines) {
  describe(`${engine.name}: coverage`, { skip: engine.skip }, () => {
    it('and the counts of centers and companies are those of the lists after every publication', async () => {
      await using fixture = await openTrustFixture(engine)
      let at = Date.parse('2026-01-01T00:00:00Z')
      await fc.assert(
        fc.asyncProperty(step, async (value) => {
          at += value.hours * 3_600_000
          await fixture.publish(new Date(at).toISOString(), toTrustRecord(value))
          await assertCountsMatchLists(fixture)
        }),
        { numRuns: publications, endOnFailure: true },
      )
    })
  })
}
