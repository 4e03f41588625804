/** The API reference at `/docs`: a viewer that works offline, loaded on first request. */

import { readFile } from 'node:fs/promises'
import type { ResponseEntry } from '../../response/response-entry.ts'
import type { HttpServer } from '../../server/create-server.ts'
import { assetEntry, mountAssets, redirectEntry } from '../../server/mount-assets.ts'
import { bareSite, type Site, withSite } from '../site.ts'
import { type ReferencePage, referencePage, startScript } from './reference-view.ts'

/** The viewer sets its own styles; its scripts come from this server, and none is within the page. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const pageType = 'text/html; charset=utf-8'
const scriptType = 'text/javascript; charset=utf-8'

export function mountReferencePage(server: HttpServer, page: ReferencePage, site: Site = bareSite): void {
  // The page refers to its script by a relative URL, which needs the trailing slash.
  const redirect = redirectEntry('/docs/')
  server.mountSupport('/docs', async () => redirect)
  const text = referencePage(page)
  mountAssets(server, {
    '/docs/': async () => toEntry(pageType, Buffer.from(withSite(text, site))),
    '/docs/js/start.js': async () => toEntry(scriptType, Buffer.from(startScript(page.documents))),
    '/docs/js/scalar.js': async () => toEntry(scriptType, await readFile(viewerFile())),
  })
}

/** One script with all that it needs, as browsers load it. */
function viewerFile(): URL {
  return new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
}

function toEntry(type: string, body: Buffer): ResponseEntry {
  return assetEntry(type, body, contentSecurityPolicy)
}
