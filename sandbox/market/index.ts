/** The hosts of the simulated market data provider, under the names of the real one. */

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
