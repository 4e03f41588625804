import { describe, it } from 'node:test'
import { assertPlan, type ExpectedPlan } from '../../../../test/support/store/query-plans.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { TrustDb } from '../schema/tables.ts'
import { readChanges } from './changes.ts'
import { readCompanies } from './companies.ts'
import { readCenterRecords, readCompanyItems } from './items.ts'
import { readDoc } from './listing.ts'
import { readVendors } from './subprocessors.ts'
import { readCenters } from './trust-centers.ts'

interface PlannedRead extends ExpectedPlan {
  readonly read: (db: TrustDb) => Promise<unknown>
}

const page = { limit: 20, offset: 0 }

const reads: Readonly<Record<string, PlannedRead>> = {
  'a company is found by its id': {
    read: (db) => readDoc(db, 'trust_company', 'cmp_1'),
    indexes: ['trust_company.primary key'],
  },
  'companies are read in the order of their names': {
    read: (db) => readCompanies(db, { sort: 'name', ...page }),
    indexes: ['trust_company_by_name'],
  },
  'companies are read in the order of their changes': {
    read: (db) => readCompanies(db, { sort: '-last_changed_at', ...page }),
    indexes: ['trust_company_by_change'],
  },
  'trust centers are read in the order of their hosts': {
    read: (db) => readCenters(db, page),
    indexes: ['trust_center_by_host'],
  },
  'the trust centers of a provider are read in order': {
    read: (db) => readCenters(db, { provider: 'safebase', ...page }),
    indexes: ['trust_center_by_provider'],
  },
  'vendors are read in the order of their use': {
    read: (db) => readVendors(db, page),
    indexes: ['trust_vendor_by_use'],
  },
  'vendors are found by words, or by one half of the name': {
    read: (db) => readVendors(db, { q: 'some nme', ...page }),
    indexes: ['trust_name.primary key', 'trust_vendor_by_name'],
    sorts: true,
  },
  'changes are read from the newest on': {
    read: (db) => readChanges(db, page),
    indexes: ['trust_change_by_time'],
  },
  'the changes of a company are read from the newest on': {
    read: (db) => readChanges(db, { company: 'cmp_1', ...page }),
    indexes: ['trust_change_by_company'],
  },
  'the items of a company are read in order': {
    read: (db) => readCompanyItems(db, 'cmp_1', 'controls', page),
    indexes: ['trust_item_by_company'],
  },
  'the items of a trust center are read in order': {
    read: (db) => readCenterRecords(db, 'tc_1'),
    indexes: ['trust_item_by_center'],
  },
}

for (const engine of testEngines) {
  describe(`plans of trust reads on ${engine.name}`, { skip: engine.skip }, () => {
    for (const [name, { read, ...expected }] of Object.entries(reads)) {
      it(name, async () => {
        await using database = await engine.borrowDatabase()
        await using store = await database.openStore({ role: 'worker' })
        await assertPlan(store.readModel, read, expected)
      })
    }
  })
}
