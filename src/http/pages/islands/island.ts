/** Small scripts that pages load from an address that contains their hash, so that browsers keep them for ever. */

import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { bodyReply } from '../../reply.ts'
import { type AnyRoute, defineRoute, supportRoute } from '../../route.ts'
import { type Html, html } from '../html.ts'
import { contentSecurityPolicy } from '../page.ts'

export interface Island {
  readonly path: string
  readonly source: string
}

/**
 * `main` runs in the browser with `globals` as its arguments: expressions, such as the name of a global or the call of
 * another function by its text. It must use nothing but them, because only its own text is sent.
 */
export function defineIsland(
  name: string,
  main: (...parameters: never[]) => void,
  globals: readonly string[],
): Island {
  const source = `${callText(main, globals)}\n`
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 16)
  return { path: `/assets/${name}.${hash}.js`, source }
}

/** A call of a function by its text, with expressions as its arguments. */
export function callText(called: (...parameters: never[]) => unknown, parameters: readonly string[]): string {
  return `(${String(called)})(${parameters.join(', ')})`
}

export function islandScripts(islands: readonly Island[]): Html {
  return html`${islands.map(({ path }) => html`<script type="module" src="${path}"></script>\n`)}`
}

/** For a page with islands: scripts of this server, none within the page, and requests to this server alone. */
export const liveHeaders = {
  'content-security-policy': `${contentSecurityPolicy}; script-src 'self'; connect-src 'self'`,
}

export function islandRoutes(islands: Readonly<Record<string, Island>>): AnyRoute[] {
  return Object.entries(islands).map(([name, { path, source }]) =>
    defineRoute({
      ...supportRoute,
      path,
      id: `get${name}Script`,
      summary: 'Get a script of the pages',
      response: { body: Type.String(), type: 'text/javascript' },
      acceptsAny: true,
      compress: true,
      hidden: true,
      handle: () =>
        bodyReply('text/javascript; charset=utf-8', source, {
          'cache-control': 'public, max-age=31536000, immutable',
        }),
    }),
  )
}
