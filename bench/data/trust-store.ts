/** A store with many trust centers, made once per run. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '../../sandbox/random.ts'
import { systemClock } from '../../src/core/clock.ts'
import { openStore } from '../../src/store/open.ts'
import type { Bindable, Store } from '../../src/store/store.ts'

export interface TrustStore extends AsyncDisposable {
  readonly store: Store
}

const vendors = 3000

/** `rows` subprocessors, as evenly over the centers as chance has it; the first vendors are listed most. */
export async function createTrustStore(centers: number, rows: number): Promise<TrustStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'broadsheet-bench-trust-'))
  const store = await openStore({
    dataDir,
    role: 'server',
    statementTimeoutMs: 60_000,
    poolMax: 2,
    clock: systemClock,
  })
  await store.readModel.transaction(async (tx) => {
    const { dialect } = store.readModel
    await dialect.upsertChanged(tx, 'trust_company', ['id'], companies(centers))
    await dialect.upsertChanged(tx, 'trust_vendor', ['id'], vendorRows())
    await dialect.upsertChanged(tx, 'trust_item', ['id'], items(centers, rows, false))
    await insertMarks(tx, items(centers, rows, true))
  })
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function vendorName(index: number): string {
  return `vendor_${index}`
}

type Row = Record<string, Bindable>

function* companies(count: number): Generator<Row> {
  for (let index = 0; index < count; index++) {
    const doc = JSON.stringify({ id: companyId(index), name: nameOf(index), padding: 'x'.repeat(700) })
    yield {
      id: companyId(index),
      name_key: nameOf(index),
      domain: `${nameOf(index)}.example`,
      last_changed_at: index,
      hash: String(index),
      doc,
    }
  }
}

function* vendorRows(): Generator<Row> {
  for (let index = 0; index < vendors; index++) {
    const id = vendorName(index)
    yield {
      id,
      name_key: id,
      domain: null,
      parent: null,
      companies: 1,
      hash: id,
      doc: JSON.stringify({ id }),
    }
  }
}

/** Each company lists some fifty different vendors, well-known ones far more often than others. */
function* items(centers: number, rows: number, asMarks: boolean): Generator<Row> {
  const each = Math.ceil(rows / centers)
  for (let center = 0; center < centers; center++) {
    const chance = random('trust bench', center)
    const listed = new Set<number>()
    while (listed.size < each) listed.add(Math.floor(vendors * chance.float() ** 3))
    for (const vendor of listed) yield asMarks ? markRow(center, vendor) : itemRow(center, vendor)
  }
}

function itemRow(center: number, vendor: number): Row {
  const id = `sub_${center}_${vendor}`
  return {
    id,
    center_id: `tc_${center}`,
    company_id: companyId(center),
    surface: 'subprocessors',
    subject: vendorName(vendor),
    label_key: vendorName(vendor),
    absent_since: null,
    hash: id,
    doc: JSON.stringify({ id, vendor_id: vendorName(vendor), purpose: 'Hosting' }),
  }
}

function markRow(center: number, vendor: number): Row {
  return {
    kind: 'vendor',
    subject: vendorName(vendor),
    name_key: nameOf(center),
    company_id: companyId(center),
  }
}

async function insertMarks(
  tx: Parameters<Parameters<Store['readModel']['transaction']>[0]>[0],
  marks: Iterable<Row>,
) {
  const table = tx.withTables<{ trust_mark: Record<string, Bindable> }>()
  let batch: Row[] = []
  const write = async () => {
    if (batch.length > 0) await table.insertInto('trust_mark').values(batch).execute()
    batch = []
  }
  for (const mark of marks) {
    batch.push(mark)
    if (batch.length === 500) await write()
  }
  await write()
}

function companyId(index: number): string {
  return `cmp_${index}`
}

/** Not in the order in which they are made. */
function nameOf(index: number): string {
  return `company ${(index * 7919) % 1_000_003}`
}
