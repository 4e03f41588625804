/** The upstreams of the pretend internet. */

import { cinemaHosts } from './cinema/index.ts'
import type { SandboxHost } from './host.ts'
import { gazette } from './hosts/gazette.ts'

export const sandboxHosts: readonly SandboxHost[] = [gazette, ...cinemaHosts]
