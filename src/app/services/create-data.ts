/** Opens the data service: jobs and trust under one base path, as their specification demands. */

import { joinServices, type Service } from '../../http/service.ts'
import { jobsService } from '../../services/jobs/index.ts'
import { trustService } from '../../services/trust/index.ts'
import type { ServiceDeps } from './service-entry.ts'

export function createData({ store, publicUrl, sharedBuffers, searchBytesMax, clock }: ServiceDeps): Service {
  const memory = { buffers: sharedBuffers, bytesMax: searchBytesMax }
  return joinServices(
    {
      id: 'data',
      title: 'Jobs and trust centers',
      about:
        'Public job postings of many employers, and what companies publish in their security trust centers.',
      version: '0.1.0',
      description:
        'Public job postings, and what companies publish in their security trust centers, as an anonymous visitor reads them.',
    },
    [jobsService(store.readModel, publicUrl, memory, clock), trustService(store.readModel, clock)],
  )
}
