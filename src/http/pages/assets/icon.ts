/** The icon of all pages: a folded newspaper. Browsers ask for `/favicon.ico` where a response is not a page. */

import { bodyReply } from '../../reply.ts'
import { type AnyRoute, hiddenRoute } from '../../route.ts'

export const iconPath = '/favicon.svg'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="3" y="4" width="26" height="24" rx="2" fill="#fbf9f4" stroke="#7a1f1f" stroke-width="2"/>
<path d="M7 10h18M7 16h8M7 20h8M7 24h8" stroke="#1b1a17" stroke-width="2"/>
<rect x="18" y="15" width="7" height="9" fill="#7a1f1f"/>
</svg>
`

export const iconRoutes: AnyRoute[] = [iconPath, '/favicon.ico'].map((path) =>
  hiddenRoute({
    path,
    type: 'image/svg+xml',
    handle: () => bodyReply('image/svg+xml', icon, { 'cache-control': 'public, max-age=86400' }),
  }),
)
