/** The pages and discovery documents at the root. */

import { appVersion } from '../core/app-version.ts'
import { areaRedirects } from '../http/pages/area-redirects.ts'
import { iconRoutes } from '../http/pages/assets/icon.ts'
import { assetRoutes } from '../http/pages/assets/page-assets.ts'
import { scriptRoutes } from '../http/pages/assets/page-scripts.ts'
import { errorsPageRoutes } from '../http/pages/errors-page.ts'
import { frontPageRoute, type MountedService } from '../http/pages/home/front-page.ts'
import { searchPageRoute } from '../http/pages/home/search-page.ts'
import { type Collection, statusPageRoute } from '../http/pages/home/status-page.ts'
import { wellKnownRoutes } from '../http/pages/well-known.ts'
import type { AnyRoute } from '../http/route.ts'
import type { FirstSyncReader } from './sync/first-sync.ts'
import type { RebuildReader } from './sync/rebuild-progress.ts'

interface PageDeps {
  readonly origin: (host?: string) => string
  readonly ready: (signal: AbortSignal) => Promise<void>
  readonly firstSync: FirstSyncReader
  readonly rebuild: RebuildReader
  readonly collection: () => Promise<readonly Collection[]>
  readonly isSandbox: boolean
  readonly hasMetrics: boolean
  readonly hasGuides: boolean
}

export function pageRoutes(
  mounted: readonly MountedService[],
  { ready, collection, ...deps }: PageDeps,
): AnyRoute[] {
  const isHealthy = () =>
    ready(AbortSignal.timeout(1000)).then(
      () => true,
      () => false,
    )
  return [
    frontPageRoute({ ...deps, mounted, version: appVersion, isHealthy }),
    statusPageRoute({ mounted, isHealthy, collection }),
    searchPageRoute(mounted),
    ...areaRedirects(mounted),
    ...wellKnownRoutes(mounted, deps.origin, deps.hasGuides),
    ...errorsPageRoutes,
    ...iconRoutes,
    ...scriptRoutes(),
    ...assetRoutes(),
  ]
}
