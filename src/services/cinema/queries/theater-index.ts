/** An in-memory index of all theaters, by id, name and position. */

import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { SingleFlight } from '../../../core/async/single-flight.ts'
import { toInstant } from '../../../core/clock.ts'
import { defined } from '../../../core/defined.ts'
import { kmPerMile, milesBetween, type Point, roundMiles } from '../../../core/places/distance.ts'
import { searchWords } from '../../../core/text/search-words.ts'
import { foldText } from '../normalise/fold-text.ts'
import { dayAt, dayMs, dayToMs } from '../normalise/time.ts'
import {
  type CoverageSummary,
  type DataCapabilities,
  type HorizonSource,
  type SourceHorizon,
  toCapabilities,
} from '../schema/index.ts'
import { type CinemaDb, type TheaterRow, withCinemaTables } from '../schema/tables.ts'
import { cinemaScope, countsScope } from '../scopes.ts'
import type { CinemaAdapter, CinemaSource } from '../sources/define-cinema-source.ts'
import { mergeHorizonsByChain } from './horizons.ts'
import { memberCapabilities } from './member-capabilities.ts'

export interface IndexedTheater {
  readonly id: string
  readonly sourceId: string
  readonly memberId: string
  readonly chainId: string
  readonly site: string
  readonly name: string
  /** The sort key of lists. */
  readonly nameKey: string
  /** Those of its name and address, each between spaces. */
  readonly words: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
  readonly point: Point | undefined
  readonly timezone: string
  readonly capturedAt: number
  readonly artifactId: number
  readonly updatedAt: number
  /** Live refreshes change it. */
  coverage: CoverageSummary
  readonly horizon: SourceHorizon
  readonly capabilities: DataCapabilities
  /** JSON to append to a stored lineage, after its raw ids. */
  readonly lineageTail: string
  /** As stored; `theaterJson` completes it. */
  readonly doc: string
}

/** Its sources may change. */
interface Registry {
  readonly sources: readonly CinemaSource[]
}

/** Follows publications; reads only the theaters published since. */
export class TheaterIndex {
  readonly #db: CinemaDb
  readonly #registry: Registry
  #theaters = new Theaters(new Map())
  #version = -1
  #stamp = -1
  #countsVersion = 0
  readonly #updates = new SingleFlight<void>()

  constructor(db: CinemaDb, registry: Registry) {
    this.#db = db
    this.#registry = registry
  }

  /** As of the latest publication this process has seen. */
  async current(): Promise<Theaters> {
    while (this.#version !== this.#db.version(cinemaScope)) {
      await this.#updates.run('theaters', () => this.#catchUp())
    }
    while (this.#countsVersion !== this.#db.version(countsScope)) {
      await this.#updates.run('counts', () => this.#readCounts())
    }
    return this.#theaters
  }

  /** As of the last `current`. */
  get last(): Theaters {
    return this.#theaters
  }

  async #catchUp(): Promise<void> {
    const version = this.#db.version(cinemaScope)
    const rows = await this.#readSince(this.#stamp)
    if (rows.length > 0) {
      const sources = new Map(this.#registry.sources.map((source) => [source.id, source]))
      this.#theaters = this.#theaters.withChanged(
        rows.map((row) => toIndexedTheater(row, sources.get(row.source_id))),
      )
    }
    this.#stamp = rows.reduce((stamp, row) => Math.max(stamp, row.stamp), this.#stamp)
    this.#version = version
  }

  /** In place: what others have computed from the places of the theaters stays valid. */
  async #readCounts(): Promise<void> {
    const version = this.#db.version(countsScope)
    const rows = await withCinemaTables(this.#db.read)
      .selectFrom('theater')
      .select(['id', 'seatmaps', 'prices'])
      .execute()
    for (const { id, seatmaps, prices } of rows) {
      const theater = this.#theaters.byId.get(id)
      if (theater === undefined) continue
      if (theater.coverage.seatmaps === seatmaps && theater.coverage.prices === prices) continue
      theater.coverage = { ...theater.coverage, seatmaps, prices }
      jsonByTheater.delete(theater)
    }
    this.#countsVersion = version
  }

  /** All theaters the first time. */
  async #readSince(stamp: number): Promise<TheaterRow[]> {
    if (stamp < 0) return await withCinemaTables(this.#db.heavy).selectFrom('theater').selectAll().execute()
    return await withCinemaTables(this.#db.read)
      .selectFrom('theater')
      .selectAll()
      .where('stamp', '>', stamp)
      .execute()
  }
}

export class Theaters {
  readonly byId: ReadonlyMap<string, IndexedTheater>
  #ordered: readonly IndexedTheater[] | undefined
  #horizons: readonly SourceHorizon[] | undefined
  #tree: { readonly index: KDBush; readonly placed: readonly IndexedTheater[] } | undefined

  constructor(byId: ReadonlyMap<string, IndexedTheater>) {
    this.byId = byId
  }

  /** Order and spatial index are built on first use. */
  withChanged(changed: readonly IndexedTheater[]): Theaters {
    const byId = new Map(this.byId)
    for (const theater of changed) byId.set(theater.id, theater)
    return new Theaters(byId)
  }

  /** Sorted by name. */
  get ordered(): readonly IndexedTheater[] {
    this.#ordered ??= [...this.byId.values()].sort(byName)
    return this.#ordered
  }

  /** Undefined if no theater has a position. */
  nearest(point: Point): { readonly theater: IndexedTheater; readonly miles: number } | undefined {
    const { index, placed } = this.#spatialIndex()
    const theater = placed[around(index, point.lon, point.lat, 1)[0] ?? -1]
    return theater?.point && { theater, miles: milesBetween(point, theater.point) }
  }

  /** Nearest first, with their distance in miles. */
  near(point: Point, radiusMiles: number): { theater: IndexedTheater; miles: number }[] {
    const { index, placed } = this.#spatialIndex()
    // Slightly more than the radius, because the index computes distances differently.
    const reach = radiusMiles * kmPerMile * 1.001 + 0.01
    const indexes = around(index, point.lon, point.lat, Number.POSITIVE_INFINITY, reach)
    const near: { theater: IndexedTheater; miles: number }[] = []
    for (const at of indexes) {
      const theater = placed[at]
      if (theater?.point === undefined) continue
      const miles = milesBetween(point, theater.point)
      if (miles <= radiusMiles) near.push({ theater, miles })
    }
    return near.sort((one, other) => one.miles - other.miles || (one.theater.id < other.theater.id ? -1 : 1))
  }

  /** Per source and chain. */
  get horizons(): readonly SourceHorizon[] {
    this.#horizons ??= mergeHorizonsByChain(this.byId.values())
    return this.#horizons
  }

  #spatialIndex() {
    if (this.#tree) return this.#tree
    const placed = [...this.byId.values()].filter(({ point }) => point !== undefined)
    const index = new KDBush(placed.length)
    for (const { point } of placed) index.add(point?.lon ?? 0, point?.lat ?? 0)
    index.finish()
    this.#tree = { index, placed }
    return this.#tree
  }
}

function byName(one: IndexedTheater, other: IndexedTheater): number {
  if (one.nameKey !== other.nameKey) return one.nameKey < other.nameKey ? -1 : 1
  return one.id < other.id ? -1 : 1
}

const defaultCapabilities = toCapabilities(['showtimes'], false)

/** A theater without a source keeps its stored data. */
function toIndexedTheater(row: TheaterRow, source: CinemaSource | undefined): IndexedTheater {
  const adapter = source?.adapter
  const member = source?.members.find(({ id }) => id === row.member_id)
  const capturedAt = toInstant(row.captured_at)
  const lineage = {
    source_id: row.source_id,
    chain_id: row.chain_id,
    adapter: row.source_id,
    platform: row.source_id,
    captured_at: capturedAt,
    artifact_id: String(row.artifact_id),
    limitations: adapter?.limitations ?? [],
  }
  return {
    id: row.id,
    sourceId: row.source_id,
    memberId: row.member_id,
    chainId: row.chain_id,
    site: row.site,
    name: row.name,
    nameKey: foldText(row.name),
    words: ` ${searchWords(row.search).join(' ')} `,
    city: row.city,
    state: row.state,
    postalCode: row.postal_code,
    country: row.country,
    point: row.lat === null || row.lon === null ? undefined : { lat: row.lat, lon: row.lon },
    timezone: row.timezone,
    capturedAt: row.captured_at,
    artifactId: row.artifact_id,
    updatedAt: row.updated_at,
    coverage: defined<CoverageSummary>({
      theaters: 1,
      movies: row.movies,
      showtimes: row.showtimes,
      seatmaps: row.seatmaps,
      prices: row.prices,
      first_business_date: row.first_date ?? undefined,
      last_business_date: row.last_date ?? undefined,
      last_captured_at: capturedAt,
    }),
    horizon: toHorizon(row, adapter),
    capabilities: adapter === undefined ? defaultCapabilities : memberCapabilities(adapter, member),
    lineageTail: `,${JSON.stringify(lineage).slice(1)}`,
    doc: row.doc,
  }
}

/** Rendered on first use. */
const jsonByTheater = new WeakMap<IndexedTheater, string>()

/** `miles`: the distance from the place that was searched. */
export function theaterJson(theater: IndexedTheater, miles?: number): string {
  const text = renderTheater(theater)
  return miles === undefined ? `${text}}` : `${text},"distance_miles":${roundMiles(miles)}}`
}

/** Without the last brace. */
function renderTheater(theater: IndexedTheater): string {
  const cachedJson = jsonByTheater.get(theater)
  if (cachedJson !== undefined) return cachedJson
  const { doc, lineageTail, capabilities, coverage } = theater
  const rest = JSON.stringify({ capabilities, coverage })
  const text = `${doc.slice(0, -2)}${lineageTail},${rest.slice(1, -1)}`
  jsonByTheater.set(theater, text)
  return text
}

function toHorizon(row: TheaterRow, adapter: CinemaAdapter | undefined): SourceHorizon {
  const last = row.horizon_last ?? row.last_date ?? undefined
  return defined<SourceHorizon>({
    source_id: row.source_id,
    chain_id: row.chain_id,
    max_horizon_days: horizonDays(row, adapter, last),
    first_available_date: row.horizon_first ?? row.first_date ?? undefined,
    last_available_date: last,
    horizon_source: (row.horizon_source ?? 'probed') as HorizonSource,
  })
}

/** As far as the source usually publishes, or as far as it did when the theater was read. */
function horizonDays(row: TheaterRow, adapter: CinemaAdapter | undefined, last: string | undefined) {
  if (last === undefined) return adapter?.horizon.maxDays
  const reach = Math.round((dayToMs(last) - dayToMs(dayAt(row.captured_at, row.timezone))) / dayMs)
  return Math.max(adapter?.horizon.maxDays ?? 0, reach)
}
