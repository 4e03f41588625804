/**
 * The robots.txt of simulated hosts. Public crawlers saw the 401 of Ashby, `/embed/` at Greenhouse, the signal of Workable,
 * `Allow: /` at Personio and the sitemaps of Workday; the other lines are made up. Hosts without one answer with 404.
 */

import { html, type Reply, type Route, route, text } from '../../../sandbox/host.ts'
import { hashShare } from '../fates.ts'

const files: readonly (readonly [pattern: string, reply: (host: string) => Reply])[] = [
  ['api.ashbyhq.com', () => text('Unauthorized', { status: 401 })],
  ['boards-api.greenhouse.io', () => text('User-agent: *\nDisallow: /embed/\n')],
  [
    'apply.workable.com',
    () => text('User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\nDisallow: /*/j/*/apply/\n'),
  ],
  ['*.jobs.personio.com', () => text('User-agent: *\nAllow: /\n')],
  [
    '*.myworkdayjobs.com',
    (host) => text(`User-agent: *\nDisallow: /wday/drs/\nSitemap: https://${host}/External/siteMap.xml\n`),
  ],
  ['*.teamtailor.com', () => text('User-agent: *\nDisallow: /app/\nDisallow: /jobs/*/applications/new\n')],
  // A challenge does not spare robots.txt.
  [
    '*.safebase.us',
    (host) => (hashShare(`robots/${host}`) < 0.5 ? refused() : text('User-agent: *\nAllow: /\n')),
  ],
]

function refused(): Reply {
  return html('<!doctype html><title>Just a moment...</title>', {
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
  })
}

/** Undefined for a host whose routes say it themselves, or that has none. */
export function robotsRoute(host: string): Route | undefined {
  const [, reply] = files.find(([pattern]) => pattern === host) ?? []
  return reply && route('GET /robots.txt', (request) => reply(request.host))
}
