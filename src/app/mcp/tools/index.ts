/** All tools, in the order in which they are listed; at most twelve. */

import type { RouteCaller } from '../../route-caller.ts'
import type { Tool } from '../tool.ts'
import { listChanges } from './change-tools.ts'
import { getShowtime, searchShowtimes } from './cinema-tools.ts'
import { countJobs, getJob, searchJobs } from './jobs-tools.ts'
import { getOptions, getPrices, screen, searchSymbols } from './market-tools.ts'
import { getCompany, getVendorCompanies } from './trust-tools.ts'

const tools: readonly Tool[] = [
  searchShowtimes,
  getShowtime,
  searchJobs,
  getJob,
  countJobs,
  searchSymbols,
  getPrices,
  screen,
  getOptions,
  getCompany,
  getVendorCompanies,
  listChanges,
]

/** Those whose operations this server has. */
export function toolsFor(routes: RouteCaller): readonly Tool[] {
  return tools.filter(({ operations, needsOneOperation }) =>
    needsOneOperation ? operations.some((id) => routes.has(id)) : operations.every((id) => routes.has(id)),
  )
}
