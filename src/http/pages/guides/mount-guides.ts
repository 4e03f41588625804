/** The guides below `/guides`, each rendered on first request. */

import type { ResponseEntry } from '../../response/response-entry.ts'
import { markPage } from '../../response/sandbox-mark.ts'
import type { HttpServer } from '../../server/create-server.ts'
import { assetEntry, mountAssets } from '../../server/mount-assets.ts'
import { liveHeaders } from '../page-scripts.ts'
import { type GuideFiles, isPicture, readGuideFile } from './guide-files.ts'
import { guidePage } from './guide-page.ts'

const policy = liveHeaders['content-security-policy']

export function mountGuides(server: HttpServer, guides: GuideFiles, isSandbox = false): void {
  const load = async (path: string, url: string): Promise<ResponseEntry> => {
    const content = await readGuideFile(guides, path)
    if (isPicture(path)) return assetEntry('image/png', content, policy)
    // Loaded only here: most servers are never asked for a guide.
    const { renderGuide } = await import('./render-guide.ts')
    const page = guidePage(renderGuide(content.toString(), path, guides.urls), url)
    return assetEntry('text/html; charset=utf-8', Buffer.from(isSandbox ? markPage(page) : page), policy)
  }
  mountAssets(server, Object.fromEntries([...guides.urls].map(([path, url]) => [url, () => load(path, url)])))
}
