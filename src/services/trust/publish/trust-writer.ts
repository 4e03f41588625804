/** Writes the records of the sources: compares them with the stored state, and stores differences and changes. */

import { ChangeBatch } from '../../../store/changes/change-batch.ts'
import type { WriteBatch, WriteCounts, Writer } from '../../../sync/source.ts'
import type { CenterRecord, Evidence, ListingRecord, TrustRecord } from '../schema/records.ts'
import type { CenterRow, ItemRow, SourceRow, TrustTables, TrustTx } from '../schema/tables.ts'
import { applyCenterRecord, type CenterUpdate } from './apply-center-record.ts'
import { toCenterRow } from './center-row.ts'
import { type CenterState, newCenterState, parseCenterState } from './center-state.ts'
import { type Change, type ChangeContext, toNewChange } from './changes.ts'
import { publishCompanies } from './companies.ts'
import { markCoverageDue, publishCoverage } from './coverage.ts'
import { inChunks } from './in-chunks.ts'
import { trustPlausibility } from './plausibility.ts'
import { toSourceRow, withProvider } from './source-row.ts'
import { centerId, companyId, sourceId } from './trust-ids.ts'
import { publishVendors, resolveNamedVendors } from './vendors.ts'

export const trustWriter: Writer<TrustRecord> = {
  service: 'trust',
  plausibility: trustPlausibility,
  keyOf: (record) => centerId(record.center.url),
  async write(batch) {
    const tx: TrustTx = batch.tx.withTables<TrustTables>()
    await batch.dialect.lock(tx, 'trust')
    return await new Publication(tx, batch).publish(batch.records)
  },
  async finalizeRun({ tx, dialect, sourceId, now }) {
    await dialect.lock(tx, 'trust')
    await publishCoverage(tx.withTables<TrustTables>(), dialect, { sourceId, now })
  },
}

/** Per center. The addresses behind a center may be others at every read. */
const sourcesMax = 100

class Publication {
  readonly #tx: TrustTx
  readonly #batch: WriteBatch<TrustRecord>
  readonly #centers: CenterRow[] = []
  readonly #items: ItemRow[] = []
  readonly #removedItemIds: string[] = []
  readonly #removedSourceIds: string[] = []
  readonly #log = new ChangeBatch('trust')
  readonly #sources: SourceRow[] = []
  readonly #companies = new Set<string>()
  readonly #vendors = new Set<string>()
  readonly #providers = new Set<string>()
  /** The new providers of centers that had another one. */
  readonly #moved = new Map<string, string>()
  #notFresh: CenterUpdate['notFresh'] = {}

  constructor(tx: TrustTx, batch: WriteBatch<TrustRecord>) {
    this.#tx = tx
    this.#batch = batch
  }

  async publish(records: readonly TrustRecord[]): Promise<WriteCounts> {
    const storedCenters = await this.#readCenters(records.map((record) => centerId(record.center.url)))
    for (const record of records) {
      const row = storedCenters.get(centerId(record.center.url))
      if (record.type === 'listing') this.#addListing(record, row)
      else if (record.type === 'paused') this.#notFresh = { gated: 1 }
      else await this.#addCenterRecord(record, row)
    }
    return await this.#write()
  }

  async #readCenters(ids: readonly string[]): Promise<ReadonlyMap<string, CenterRow>> {
    const rows = await inChunks(ids, (chunk) =>
      this.#tx.selectFrom('trust_center').selectAll().where('id', 'in', chunk).execute(),
    )
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** A directory adds centers; once a center was read, its own data takes precedence. */
  #addListing(record: ListingRecord, row: CenterRow | undefined): void {
    const { center, evidence } = record
    const id = centerId(center.url)
    const at = this.#batch.capturedAt
    const before = row ? parseCenterState(row) : undefined
    const wasRead = before !== undefined && before.last_attempt_at !== null
    const provider = wasRead && row ? row.provider : center.provider
    const state = {
      ...(before ?? newCenterState(center, at)),
      ...(wasRead ? {} : { company: center.company, website: center.website }),
    }
    const source = sourceId(id, evidence)
    this.#addCenter({ id, provider, state: withSources(state, [source]), items: undefined, row, at })
    this.#sources.push(
      toSourceRow({
        id: source,
        provider,
        center_id: id,
        evidence,
        status: 'unverified',
        at,
        listing: record,
      }),
    )
  }

  async #addCenterRecord(rawRecord: CenterRecord, row: CenterRow | undefined): Promise<void> {
    const at = this.#batch.capturedAt
    const id = centerId(rawRecord.center.url)
    const before = row ? parseCenterState(row) : newCenterState(rawRecord.center, at)
    // Older than the last attempt.
    if (before.last_attempt_at !== null && before.last_attempt_at > at) return
    const record = await resolveNamedVendors(this.#tx, rawRecord)
    const items = row
      ? await this.#tx.selectFrom('trust_item').selectAll().where('center_id', '=', id).execute()
      : []
    const storedCenter = {
      centerId: id,
      companyId: companyId(record.center),
      state: { ...before, website: record.center.website },
      items,
      at,
    }
    const applied = applyCenterRecord(storedCenter, record)
    this.#notFresh = applied.notFresh
    // The evidence of a read that is not believed does not replace that of the last one.
    const evidence = applied.state.doubt && row ? [] : record.evidence
    const read = evidence.map((source) => sourceId(id, source))
    const state = withSources(await this.#withoutOldSources(applied.state, read), read)
    this.#addItems(applied, items)
    const { provider } = record.center
    this.#addCenter({ id, provider, state, items: currentItems(items, applied), row, at })
    this.#addChanges(applied.changes, {
      centerId: id,
      companyId: storedCenter.companyId,
      provider: record.center.provider,
      url: record.center.url,
      at,
      hashBefore: before.content_hash,
      hashAfter: state.content_hash,
    })
    for (const source of evidence) this.#addSource(record, source, id, state, at)
  }

  #addItems({ items, removedIds }: CenterUpdate, oldItems: readonly ItemRow[]): void {
    this.#items.push(...items)
    this.#removedItemIds.push(...removedIds)
    for (const item of [...items, ...oldItems.filter((old) => removedIds.includes(old.id))]) {
      if (item.surface === 'subprocessors') this.#vendors.add(item.subject)
    }
  }

  #addCenter(center: {
    id: string
    provider: string
    state: CenterState
    /** Absent if they were not read. */
    items: readonly ItemRow[] | undefined
    row: CenterRow | undefined
    at: number
  }): void {
    const { id, provider, state, items, row } = center
    const company = companyId(state)
    this.#centers.push(toCenterRow({ id, provider, company, state, items, previousRow: row }))
    this.#companies.add(company)
    this.#providers.add(provider)
    if (row) {
      this.#companies.add(row.company_id)
      this.#providers.add(row.provider)
      if (row.provider !== provider) this.#moved.set(id, provider)
      return
    }
    const subject = { kind: 'trust_center', id: '', name: state.company }
    const after = { url: state.url, provider }
    this.#addChanges([{ type: 'trust_center.discovered', severity: 'info', subject, before: null, after }], {
      centerId: id,
      companyId: company,
      provider,
      url: state.url,
      at: center.at,
      hashBefore: null,
      hashAfter: state.content_hash,
    })
  }

  #addChanges(changes: readonly Change[], context: ChangeContext): void {
    for (const change of changes) this.#log.add(toNewChange(change, context))
  }

  #addSource(
    record: CenterRecord,
    evidence: Evidence,
    center: string,
    { gate, misses }: CenterState,
    at: number,
  ): void {
    const status = gate === 'none' ? 'harvestable' : misses >= 3 ? 'dead' : 'gated'
    this.#sources.push(
      toSourceRow({
        id: sourceId(center, evidence),
        provider: record.center.provider,
        center_id: center,
        evidence,
        status,
        at,
      }),
    )
  }

  /** Without the sources that were checked longest ago, if there are too many with those of this read. */
  async #withoutOldSources(state: CenterState, read: readonly string[]): Promise<CenterState> {
    const earlier = state.source_ids.filter((id) => !read.includes(id))
    const surplus = earlier.length + read.length - sourcesMax
    if (surplus <= 0) return state
    const rows = await inChunks(earlier, (chunk) =>
      this.#tx.selectFrom('trust_source').select(['id', 'doc']).where('id', 'in', chunk).execute(),
    )
    const checkedAt = new Map(rows.map(({ id, doc }) => [id, JSON.parse(doc).last_checked_at as string]))
    const ageOf = (id: string) => checkedAt.get(id) ?? ''
    const oldest = earlier.toSorted((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1)).slice(0, surplus)
    this.#removedSourceIds.push(...oldest)
    return { ...state, source_ids: state.source_ids.filter((id) => !oldest.includes(id)) }
  }

  /** The sources of a center belong to the provider that it has now, so that they are counted where they are listed. */
  async #moveSources(): Promise<void> {
    for (const [center, provider] of this.#moved) {
      const rows = await this.#tx
        .selectFrom('trust_source')
        .selectAll()
        .where('center_id', '=', center)
        .execute()
      await this.#batch.dialect.upsertChanged(
        this.#tx,
        'trust_source',
        ['id'],
        rows.map((row) => withProvider(row, provider)),
      )
    }
  }

  async #write(): Promise<WriteCounts> {
    const { dialect } = this.#batch
    const tx = this.#tx
    const counts = await dialect.upsertChanged(tx, 'trust_center', ['id'], this.#centers)
    await dialect.upsertChanged(tx, 'trust_item', ['id'], this.#items)
    await inChunks(this.#removedItemIds, (chunk) =>
      tx.deleteFrom('trust_item').where('id', 'in', chunk).execute(),
    )
    await inChunks(this.#removedSourceIds, (chunk) =>
      tx.deleteFrom('trust_source').where('id', 'in', chunk).execute(),
    )
    await this.#moveSources()
    await dialect.upsertChanged(tx, 'trust_source', ['id'], this.#sources)
    const changedVendors = await publishCompanies(tx, dialect, [...this.#companies])
    await publishVendors(tx, dialect, [...new Set([...this.#vendors, ...changedVendors])])
    await markCoverageDue(tx, this.#batch.sourceId, [...this.#providers])
    await this.#log.write(tx, dialect)
    return { ...counts, removed: this.#removedItemIds.length, ...this.#notFresh }
  }
}

function withSources(state: CenterState, ids: readonly string[]): CenterState {
  return { ...state, source_ids: [...new Set([...state.source_ids, ...ids])].sort() }
}

/** The items of a center after the read. */
function currentItems(oldItems: readonly ItemRow[], { items, removedIds }: CenterUpdate): ItemRow[] {
  const written = new Set(items.map((item) => item.id))
  return [...oldItems.filter((old) => !written.has(old.id) && !removedIds.includes(old.id)), ...items]
}
