/** `/jobs` leads to `/data/job-postings/jobs`: a service that shares its base path with others is found by its own name. */

import { Type } from 'typebox'
import { type AnyRoute, defineRoute, supportRoute } from '../route.ts'
import type { MountedService } from './home/front-page.ts'
import { htmlReply } from './page.ts'

export function areaRedirects(mounted: readonly MountedService[]): AnyRoute[] {
  return mounted.flatMap(({ base, service }) =>
    (service.areas ?? []).flatMap(({ id, pages = [] }) =>
      pages.slice(0, 1).map(({ path, title }) =>
        defineRoute({
          ...supportRoute,
          path: `/${id}`,
          id: `redirectTo${id.charAt(0).toUpperCase()}${id.slice(1)}`,
          summary: `Redirect to ${title}`,
          response: { body: Type.String(), type: 'text/html' },
          acceptsAny: true,
          hidden: true,
          handle: () => ({ ...htmlReply('', { location: `${base}${path}` }), status: 302 }),
        }),
      ),
    ),
  )
}
