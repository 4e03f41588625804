/** What the search over everything finds in trust centers. */

import { toQueryString } from '../../../http/pages/page-query.ts'
import type { SearchSection } from '../../../http/service.ts'
import { frameworkById, toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { readCompanies } from '../queries/companies.ts'
import { readFrameworkCounts } from '../queries/frameworks.ts'
import { readVendors } from '../queries/subprocessors.ts'
import type { TrustDb } from '../schema/tables.ts'
import type { CompanyValue } from './trust-pages/layout.ts'
import type { VendorValue } from './trust-pages/list-pages.ts'

export function trustSearches(db: TrustDb): SearchSection[] {
  return [
    {
      id: 'trust_companies',
      title: 'Companies with trust centers',
      async find({ base, q, limit, signal }) {
        const { docs } = await readCompanies(db, { q, sort: 'name', limit, offset: 0 }, signal)
        const companies = docs.map((doc) => JSON.parse(doc) as CompanyValue)
        return {
          hits: companies.map(({ id, name, domain, counts: { certifications } }) => ({
            title: name,
            note: [domain, `${certifications} certification${certifications === 1 ? '' : 's'}`]
              .filter(Boolean)
              .join(' · '),
            path: `${base}/trust/companies/${encodeURIComponent(id)}`,
          })),
          all: `${base}/trust/companies${toQueryString({ q })}`,
          api: {
            href: `${base}/v1/companies${toQueryString({ q, limit })}`,
            call: 'data.listTrustCompanies',
          },
        }
      },
    },
    {
      id: 'vendors',
      title: 'Vendors',
      async find({ base, q, limit, signal }) {
        const { docs } = await readVendors(db, { q, limit, offset: 0 }, signal)
        const vendors = docs.map((doc) => JSON.parse(doc) as VendorValue)
        return {
          hits: vendors.map(({ id, name, companies }) => ({
            title: name,
            note: companies === 1 ? 'one company relies on it' : `${companies} companies rely on it`,
            path: `${base}/trust/vendors/${encodeURIComponent(id)}`,
          })),
          all: `${base}/trust/vendors${toQueryString({ q })}`,
          api: { href: `${base}/v1/subprocessors${toQueryString({ q, limit })}`, call: 'data.listVendors' },
        }
      },
    },
    {
      id: 'certifications',
      title: 'Certifications',
      /** By any of its names, as `/v1/frameworks`. */
      async find({ base, q }) {
        const framework = frameworkById(toFrameworkId(q))
        if (framework === undefined) return { hits: [] }
        const companies = (await readFrameworkCounts(db)).get(framework.id) ?? 0
        return {
          hits: [
            {
              title: framework.name,
              note: companies === 1 ? 'one company has it' : `${companies} companies have it`,
              path: `${base}/trust/companies${toQueryString({ certification: framework.id })}`,
            },
          ],
          api: { href: `${base}/v1/frameworks${toQueryString({ q })}`, call: 'data.listFrameworks' },
        }
      },
    },
  ]
}
