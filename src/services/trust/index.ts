/** Trust: what companies publish in their security trust centers, and how it changes. */

import { type Clock, systemClock } from '../../core/clock.ts'
import { changeRoutes as logRoutes } from '../../http/changes/change-routes.ts'
import { anyChangeSource } from '../../http/changes/change-source.ts'
import { Meta } from '../../http/openapi/meta.ts'
import type { Service } from '../../http/service.ts'
import { readCompanies } from './queries/companies.ts'
import { readTallies } from './queries/coverage.ts'
import type { ListPage } from './queries/listing.ts'
import { readCenters } from './queries/trust-centers.ts'
import { changeRoutes } from './routes/changes.ts'
import { companyRoutes } from './routes/companies.ts'
import { coverageRoutes } from './routes/coverage.ts'
import { frameworkRoutes } from './routes/frameworks.ts'
import { latestChanges } from './routes/front-page-news.ts'
import { trustPageRoutes } from './routes/pages.ts'
import { providerRoutes } from './routes/providers.ts'
import { trustSearches } from './routes/search-sections.ts'
import { sourceRoutes } from './routes/sources.ts'
import { subprocessorRoutes } from './routes/subprocessors.ts'
import { trustCenterRoutes } from './routes/trust-centers.ts'
import { trustChanges } from './routes/trust-changes.ts'
import type { TrustDb } from './schema/tables.ts'

/** Its authors ask for a visible link wherever the data is used. */
const trustLists = { name: 'TrustLists', url: 'https://github.com/trustlists/trustlists-data' }

export function trustService(db: TrustDb, clock: Clock = systemClock): Service {
  return {
    id: 'trust',
    scopes: ['trust'],
    desk: {},
    title: 'Trust centers',
    about:
      'Security trust centers of companies: certifications, subprocessors, documents, and their changes.',
    version: '0.1.0',
    description:
      'What companies publish in their security trust centers, as an anonymous visitor sees it. Records are claims of the companies, with their URL, their time, and whether a gate blocked access.',
    tags: [
      {
        name: 'Coverage',
        description: `Coverage of the trust centers of each provider. Most trust centers are known from [${trustLists.name}](${trustLists.url}).`,
      },
      { name: 'Companies', description: 'Companies and what they publish.' },
      {
        name: 'Trust centers',
        description: 'Trust centers, their gates and their sources.',
      },
      { name: 'Subprocessors', description: 'Vendors, and the companies that use them.' },
      { name: 'Frameworks', description: 'The catalogue of certifications and frameworks.' },
      { name: 'Changes', description: 'What changed between two reads.' },
      { name: 'Support', description: 'Health, index and this document.' },
    ],
    routes: [
      coverageRoutes,
      providerRoutes,
      companyRoutes,
      trustCenterRoutes,
      sourceRoutes,
      subprocessorRoutes,
      frameworkRoutes,
      changeRoutes,
      trustPageRoutes,
      () => logRoutes(trustChanges(db), { db, clock }),
    ].flatMap((createRoutes) => createRoutes(db)),
    changes: anyChangeSource(trustChanges(db)),
    meta: Meta,
    examples: [
      { path: '/v1/coverage/providers?limit=3', shows: 'coverage by provider' },
      { path: '/v1/companies?subprocessor=openai&limit=5', shows: 'companies that list OpenAI' },
      { path: '/v1/changes?limit=5', shows: 'the latest changes' },
    ],
    pages: [
      { path: '/trust/companies', title: 'companies' },
      { path: '/trust/vendors', title: 'who relies on whom' },
      { path: '/trust/providers', title: 'providers' },
      { path: '/trust/changes', title: 'changes' },
    ],
    credits: [trustLists],
    frontPage: (request) => latestChanges(db, request),
    searches: trustSearches(db),
    readIds: async () => {
      const first = { limit: 1, offset: 0 }
      const [companies, centers] = await Promise.all([
        readCompanies(db, { ...first, sort: 'name' }),
        readCenters(db, first),
      ])
      return { ...toId('company_id', companies), ...toId('trust_center_id', centers) }
    },
    counts: async () => {
      const tallies = [...(await readTallies(db)).values()]
      return { trust_centers: tallies.reduce((sum, { counts }) => sum + counts.trust_centers, 0) }
    },
  }
}

function toId(name: string, { docs: [doc] }: ListPage): Record<string, string> {
  return doc === undefined ? {} : { [name]: (JSON.parse(doc) as { id: string }).id }
}
