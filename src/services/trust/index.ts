/** Trust centers: what companies publish about their security, who runs the pages, and how far each can be read. */

import { Meta } from '../../http/meta.ts'
import type { Service } from '../../http/service.ts'
import { readTallies } from './queries/coverage.ts'
import { coverageRoutes } from './routes/coverage.ts'
import type { TrustDb } from './tables.ts'

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
      { name: 'Support', description: 'Health, index and this document.' },
    ],
    routes: coverageRoutes(db),
    meta: Meta,
    examples: [{ path: '/v1/coverage/providers?limit=3', shows: 'what is known of the largest providers' }],
    counts: async () => {
      const tallies = [...(await readTallies(db)).values()]
      return {
        'trust centers': tallies.reduce((sum, { counts }) => sum + counts.trust_centers, 0),
      }
    },
  }
}
