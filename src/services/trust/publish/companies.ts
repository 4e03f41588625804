/** Publishes companies and their marks, derived from their trust centers. */

import { parseHost, registrableDomain } from '../../../core/addresses/host-names.ts'
import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import { chunks } from '../../../store/chunks.ts'
import type { Dialect } from '../../../store/store.ts'
import { searchKey } from '../normalise/vendors/match.ts'
import {
  isCountedCertification,
  isSurfaceKnown,
  perSurface,
  type Surface,
  type SurfaceState,
  surfaces,
} from '../normalise/vocabulary.ts'
import type { CenterRow, CompanyRow, ItemRow, MarkRow, TrustTx } from '../schema/tables.ts'
import { type CenterState, parseCenterState } from './center-state.ts'
import { inChunks } from './in-chunks.ts'
import { publishNames } from './names.ts'

/** Returns the vendors whose number of companies may have changed. */
export async function publishCompanies(
  tx: TrustTx,
  dialect: Dialect,
  ids: readonly string[],
): Promise<string[]> {
  const centers = await inChunks(ids, (chunk) =>
    tx
      .selectFrom('trust_center')
      .select(['id', 'company_id', 'provider', 'access_level', 'state', 'last_changed_at', ...surfaces])
      .where('company_id', 'in', chunk)
      .orderBy('id')
      .execute(),
  )
  const items = await inChunks(ids, (chunk) =>
    tx
      .selectFrom('trust_item')
      .selectAll()
      .where('company_id', 'in', chunk)
      .where('surface', '!=', 'controls')
      .execute(),
  )
  const oldMarks = await inChunks(ids, (chunk) =>
    tx.selectFrom('trust_mark').selectAll().where('company_id', 'in', chunk).execute(),
  )
  const centersOf = Map.groupBy(centers, (center) => center.company_id)
  const itemsOf = Map.groupBy(items, (item) => item.company_id)
  const companies: CompanyRow[] = []
  const marks: MarkRow[] = []
  for (const [id, companyCenters] of centersOf) {
    const presentItems = (itemsOf.get(id) ?? []).filter((item) => item.absent_since === null)
    const company = toCompany(id, companyCenters, presentItems)
    companies.push(company)
    marks.push(...toMarks(company, companyCenters, presentItems))
  }
  await dialect.upsertChanged(tx, 'trust_company', ['id'], companies)
  const empty = ids.filter((id) => !centersOf.has(id))
  await inChunks(empty, (chunk) => tx.deleteFrom('trust_company').where('id', 'in', chunk).execute())
  await publishNames(tx, 'company', ids, companies)
  return await replaceMarks(tx, oldMarks, marks)
}

type CompanyCenter = Pick<
  CenterRow,
  'id' | 'provider' | 'access_level' | 'state' | 'last_changed_at' | Surface
>
type CompanyItem = Pick<ItemRow, 'surface' | 'subject' | 'doc'>

function toCompany(id: string, centers: readonly CompanyCenter[], items: readonly CompanyItem[]): CompanyRow {
  const states = centers.map((center) => parseCenterState(center))
  const best = states.find((state) => state.last_read_at !== null) ?? states[0]
  if (!best) throw new TypeError('a company must have a trust center')
  const host = best.website === null ? undefined : parseHost(best.website)
  const domain = host === undefined ? null : registrableDomain(host)
  const lastChanged = Math.max(...centers.map((center) => center.last_changed_at))
  const lastRead = Math.max(...states.map((state) => state.last_read_at ?? 0))
  const frameworks = items
    .filter(({ surface }) => surface === 'certifications')
    .map(({ doc }) => JSON.parse(doc))
  const merged = mergeStates(states)
  const doc = {
    id,
    name: best.company,
    domain,
    website: best.website,
    providers: [...new Set(centers.map((center) => center.provider))].sort(),
    trust_centers: centers.map((center, index) => ({
      id: center.id,
      url: states[index]?.url,
      provider: center.provider,
    })),
    framework_ids: [
      ...new Set(frameworks.filter(isCountedCertification).map(({ framework_id }) => framework_id)),
    ].sort(),
    counts: perSurface((surface) => {
      const count = countRows(centers, surface)
      return count > 0 || isSurfaceKnown(merged[surface]) ? count : null
    }),
    surfaces: merged,
    first_seen_at: toInstant(Math.min(...states.map((state) => state.first_seen_at))),
    last_read_at: lastRead === 0 ? null : toInstant(lastRead),
    last_changed_at: toInstant(lastChanged),
    links: { self: `/v1/companies/${id}`, changes: `/v1/companies/${id}/changes` },
  }
  return {
    id,
    name_key: searchKey(best.company).slice(0, 200),
    domain,
    last_changed_at: lastChanged,
    hash: contentHash(1, doc),
    doc: JSON.stringify(doc),
  }
}

function countRows(centers: readonly CompanyCenter[], surface: Surface): number {
  return centers.reduce((sum, center) => sum + center[surface], 0)
}

const bestFirst: readonly SurfaceState[] = ['read', 'not_published', 'gated', 'not_read']

function mergeStates(states: readonly CenterState[]): Record<Surface, SurfaceState> {
  return perSurface(
    (surface) =>
      bestFirst.find((best) => states.some((state) => state.states[surface] === best)) ?? 'not_read',
  )
}

function toMarks(
  company: CompanyRow,
  centers: readonly CompanyCenter[],
  items: readonly CompanyItem[],
): MarkRow[] {
  const merged = mergeStates(centers.map((center) => parseCenterState(center)))
  const pairs = [
    ...centers.map(({ provider }) => ['provider', provider]),
    ...centers.map(({ access_level }) => ['access', access_level]),
    ...surfaces.flatMap((surface) => {
      if (countRows(centers, surface) > 0) return [['has', surface]]
      return isSurfaceKnown(merged[surface]) ? [['missing', surface]] : []
    }),
    ...surfaces.filter((surface) => merged[surface] === 'read').map((surface) => ['read', surface]),
    ...items.flatMap((item) => itemMarks(item)),
  ]
  const marks = new Map(
    pairs.map(([kind = '', subject = '']) => [
      `${kind} ${subject}`,
      { kind, subject, name_key: company.name_key, company_id: company.id },
    ]),
  )
  return [...marks.values()]
}

function itemMarks({ surface, subject, doc }: CompanyItem): string[][] {
  if (surface === 'certifications') return [[(JSON.parse(doc) as { status: string }).status, subject]]
  if (surface === 'documents') return [['document', subject]]
  if (surface !== 'subprocessors') return []
  return (JSON.parse(doc) as { is_affiliate: boolean }).is_affiliate ? [] : [['vendor', subject]]
}

async function replaceMarks(
  tx: TrustTx,
  oldMarks: readonly MarkRow[],
  newMarks: readonly MarkRow[],
): Promise<string[]> {
  const key = (mark: MarkRow) => `${mark.kind}\n${mark.subject}\n${mark.name_key}\n${mark.company_id}`
  const newKeys = new Set(newMarks.map(key))
  const oldKeys = new Set(oldMarks.map(key))
  const stale = oldMarks.filter((mark) => !newKeys.has(key(mark)))
  const fresh = newMarks.filter((mark) => !oldKeys.has(key(mark)))
  for (const mark of stale) {
    await tx
      .deleteFrom('trust_mark')
      .where('kind', '=', mark.kind)
      .where('subject', '=', mark.subject)
      .where('name_key', '=', mark.name_key)
      .where('company_id', '=', mark.company_id)
      .execute()
  }
  for (const chunk of chunks(fresh, 200)) await tx.insertInto('trust_mark').values(chunk).execute()
  return [...stale, ...fresh].filter(({ kind }) => kind === 'vendor').map(({ subject }) => subject)
}
