/** Trust centers: what companies publish about their security, who runs the pages, and how far each can be read. */

import { Meta } from '../../http/openapi/meta.ts'
import type { Service } from '../../http/service.ts'
import { readTallies } from './queries/coverage.ts'
import { resourceRoutes } from './routes/companies.ts'
import { coverageRoutes } from './routes/coverage.ts'
import type { TrustDb } from './schema/tables.ts'

export function trustService(db: TrustDb): Service {
  return {
    id: 'trust',
    scopes: ['trust'],
    title: 'Trust centers',
    about:
      'Security trust centers of companies: certifications, subprocessors, documents, and how they change.',
    version: '0.1.0',
    description:
      'What companies publish in their security trust centers, read as an anonymous visitor reads it. A claim is reported as a claim: with its address, its time, and whether a gate stood in the way.',
    tags: [
      { name: 'Coverage', description: 'How far the trust centers of each provider are known.' },
      { name: 'Companies', description: 'Who publishes what.' },
      {
        name: 'Trust centers',
        description: 'The pages, the gates before them, and where everything is known from.',
      },
      { name: 'Subprocessors', description: 'Vendors, and who relies on them.' },
      { name: 'Frameworks', description: 'The catalogue of certifications and frameworks.' },
      { name: 'Changes', description: 'What came, went and changed from one read to the next.' },
      { name: 'Support', description: 'Health, index and this document.' },
    ],
    routes: [...coverageRoutes(db), ...resourceRoutes(db)],
    meta: Meta,
    examples: [
      { path: '/v1/coverage/providers?limit=3', shows: 'what is known of the largest providers' },
      { path: '/v1/companies?subprocessor=openai&limit=5', shows: 'companies that list OpenAI' },
      { path: '/v1/changes?limit=5', shows: 'what changed last' },
    ],
    counts: async () => {
      const tallies = [...(await readTallies(db)).values()]
      return { 'trust centers': tallies.reduce((sum, { counts }) => sum + counts.trust_centers, 0) }
    },
  }
}
