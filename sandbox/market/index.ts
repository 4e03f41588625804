/** The market provider of the pretend internet, under the host names of the real one. */

import type { SandboxHost } from '../host.ts'
import { alertsHost } from './alerts/host.ts'
import { economicHost, newsagencyHost } from './calendar/host.ts'
import { headlinesHost, mediatorHost } from './news/host.ts'
import { chartingHost } from './options/charting-host.ts'
import { pineHost } from './pine/host.ts'
import { scannerHost } from './scanner/host.ts'
import { searchHost } from './search/host.ts'
import { siteHost } from './social/host.ts'
import { socketHosts } from './socket/hosts.ts'

/** The same for every world: what they answer follows from the world that is asked. */
export function marketHosts(): readonly SandboxHost[] {
  return [
    searchHost,
    scannerHost,
    headlinesHost,
    mediatorHost,
    economicHost,
    newsagencyHost,
    chartingHost,
    pineHost,
    siteHost,
    alertsHost,
    ...socketHosts,
  ]
}
