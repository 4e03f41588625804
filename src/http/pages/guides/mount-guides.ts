/** The guides below `/guides`, each rendered on first request: as a page, or as the Markdown that it is written in. */

import { posix } from 'node:path'
import type { ResponseEntry } from '../../response/response-entry.ts'
import type { HttpServer } from '../../server/create-server.ts'
import { assetEntry, mountAssets, redirectEntry } from '../../server/mount-assets.ts'
import { contentSecurityPolicy } from '../page.ts'
import { bareSite, type Site, withSite } from '../site.ts'
import { type GuideFiles, guidesPath, isPicture, readGuideFile } from './guide-files.ts'
import { guidePage } from './guide-page.ts'

/** Links between files become those between the addresses of the guides. */
function withGuideLinks(text: string, path: string, { urls }: GuideFiles): string {
  return text.replaceAll(/\]\(([\w./-]{1,200})/g, (link, target: string) => {
    const url = urls.get(posix.join(posix.dirname(path), target))
    return url === undefined ? link : `](${url}`
  })
}

export function mountGuides(server: HttpServer, guides: GuideFiles, site: Site = bareSite): void {
  const load = async (path: string, url: string): Promise<ResponseEntry> => {
    const content = await readGuideFile(guides, path)
    if (isPicture(path)) return assetEntry('image/png', content, contentSecurityPolicy)
    // Loaded only here: most servers are never asked for a guide.
    const { renderGuide } = await import('./render-guide.ts')
    const page = guidePage(renderGuide(content.toString(), path, guides.urls), url)
    return assetEntry('text/html; charset=utf-8', Buffer.from(withSite(page, site)), contentSecurityPolicy)
  }
  const loadMarkdown = async (path: string): Promise<ResponseEntry> => {
    const text = (await readGuideFile(guides, path)).toString()
    return assetEntry(
      'text/markdown; charset=utf-8',
      Buffer.from(withGuideLinks(text, path, guides)),
      contentSecurityPolicy,
    )
  }
  // Above each guide is its section, which has no page of its own.
  const sections = new Set([...guides.urls.values()].map((url) => posix.dirname(url)))
  for (const url of guides.urls.values()) sections.delete(url)
  const toIndex = redirectEntry(guidesPath)
  for (const url of sections)
    if (url.startsWith(`${guidesPath}/`)) server.mountSupport(url, async () => toIndex)
  mountAssets(
    server,
    Object.fromEntries(
      [...guides.urls].map(([path, url]) => [
        url,
        isPicture(path)
          ? () => load(path, url)
          : { 'text/html': () => load(path, url), 'text/markdown': () => loadMarkdown(path) },
      ]),
    ),
  )
}
