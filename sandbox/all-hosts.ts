/** All simulated hosts. */

import { cinemaHosts } from './cinema/index.ts'
import type { SandboxHost } from './host.ts'
import { gazette } from './hosts/gazette.ts'
import { jobHosts } from './jobs/index.ts'
import { marketHosts } from './market/index.ts'
import { trustHosts } from './trust/index.ts'

export const sandboxHosts: readonly SandboxHost[] = [
  gazette,
  ...cinemaHosts,
  ...jobHosts,
  ...marketHosts(),
  ...trustHosts,
]
