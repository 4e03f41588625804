/** `/jobs` leads to `/data/job-postings/jobs`: a service that shares its base path with others is found by its own name. */

import { type AnyRoute, hiddenRoute } from '../route.ts'
import type { MountedService } from './home/front-page.ts'
import { htmlReply } from './page.ts'

export function areaRedirects(mounted: readonly MountedService[]): AnyRoute[] {
  return mounted.flatMap(({ base, service }) =>
    (service.areas ?? []).flatMap(({ id, pages = [] }) =>
      pages.slice(0, 1).map(({ path }) =>
        hiddenRoute({
          path: `/${id}`,
          type: 'text/html',
          acceptsAny: true,
          handle: () => ({ ...htmlReply('', { location: `${base}${path}` }), status: 302 }),
        }),
      ),
    ),
  )
}
