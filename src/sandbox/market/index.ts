/** The market provider of the pretend internet, under the host names of the real one. */

import type { SandboxHost } from '../host.ts'
import { scannerHost } from './scanner/host.ts'

/** The same for every world: what they answer follows from the world that is asked. */
export function marketHosts(): readonly SandboxHost[] {
  return [scannerHost]
}
