/** Opens the data service: jobs and trust under one base path, as their specification demands. */

import { joinServices } from '../../http/service.ts'
import { jobsService } from '../../services/jobs/index.ts'
import { trustService } from '../../services/trust/index.ts'
import type { OpenService, ServiceDeps } from './service-entry.ts'

export async function createData(deps: ServiceDeps): Promise<OpenService> {
  const { store, publicUrl, clock, loaded, search } = deps
  const { closedJobDays: closedDays } = loaded.config.retention
  const options = { buffers: deps.sharedBuffers, bytesMax: deps.searchBytesMax, closedDays }
  await search?.use(store.readModel)
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
    [jobsService(store.readModel, publicUrl, options, clock), trustService(store.readModel, clock)],
  )
}
