/** The style sheet and the fonts of all pages. Their addresses contain a hash, so that browsers keep them for ever. */

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bodyReply } from '../../reply.ts'
import { type AnyRoute, hiddenRoute } from '../../route.ts'
import { Html, html } from '../html.ts'

/** Letters beyond those of Western Europe are loaded by the pages that have them. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const latinExtended =
  'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

interface FontFile {
  readonly name: string
  readonly family: string
  readonly weight: string
  readonly url: () => string
  readonly range: string
}

const fonts: readonly FontFile[] = [
  {
    name: 'text',
    family: 'Public Sans',
    weight: '400 700',
    url: () =>
      import.meta.resolve('@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2'),
    range: latin,
  },
  {
    name: 'head',
    family: 'Newsreader',
    weight: '600',
    url: () => import.meta.resolve('@fontsource/newsreader/files/newsreader-latin-600-normal.woff2'),
    range: latin,
  },
  {
    name: 'text-extended',
    family: 'Public Sans',
    weight: '400 700',
    url: () =>
      import.meta.resolve('@fontsource-variable/public-sans/files/public-sans-latin-ext-wght-normal.woff2'),
    range: latinExtended,
  },
  {
    name: 'head-extended',
    family: 'Newsreader',
    weight: '600',
    url: () => import.meta.resolve('@fontsource/newsreader/files/newsreader-latin-ext-600-normal.woff2'),
    range: latinExtended,
  },
]
/** Those that every page uses. */
const preloadedMax = 2

const folder = join(import.meta.dirname, '../styles')
/** Without comments and indentation. In the order of their names. */
const [tokens = '', ...rules] = globSync('*.css', { cwd: folder })
  .sort()
  .map((path) =>
    readFileSync(join(folder, path), 'utf8')
      .replace(/\/\*[^*]*\*\//g, '')
      .replace(/\n\s*/g, '\n'),
  )
const hash = createHash('sha256')
  .update(JSON.stringify([tokens, rules, fonts]))
  .digest('hex')
  .slice(0, 16)
const base = `/assets/style-${hash}`

/** A font that arrives late is used from the next page on, because a text that changes its face moves the page. */
const faces = fonts.map(
  ({ name, family, weight, range }) =>
    `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url(${base}/${name}.woff2) format("woff2");unicode-range:${range}}\n`,
)
/** The colours, sizes and faces alone, for a page with a look of its own. */
export const tokenStyle = new Html(faces.join('') + tokens)
const sheet = tokenStyle.text + rules.join('')

export const assetTags = html`${fonts.slice(0, preloadedMax).map(({ name }) => html`<link rel="preload" href="${base}/${name}.woff2" as="font" type="font/woff2" crossorigin>\n`)}<link rel="stylesheet" href="${base}/page.css">`

const headers = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Draws prices; loaded by the script of the chart. The file has all that it needs, and no other imports. */
const chartLibrary = new URL(
  'lightweight-charts.standalone.production.js',
  import.meta.resolve('lightweight-charts'),
)
export const chartLibraryPath = `${base}/lightweight-charts.js`

export function assetRoutes(): AnyRoute[] {
  return [
    hiddenRoute({
      path: `${base}/page.css`,
      type: 'text/css',
      acceptsAny: true,
      compress: true,
      handle: () => bodyReply('text/css; charset=utf-8', sheet, headers),
    }),
    hiddenRoute({
      path: chartLibraryPath,
      type: 'text/javascript',
      acceptsAny: true,
      compress: true,
      handle: async () =>
        bodyReply('text/javascript; charset=utf-8', await readFile(fileURLToPath(chartLibrary)), headers),
    }),
    ...fonts.map(({ name, url }) =>
      hiddenRoute({
        path: `${base}/${name}.woff2`,
        type: 'font/woff2',
        acceptsAny: true,
        compress: false,
        handle: async () => bodyReply('font/woff2', await readFile(fileURLToPath(url())), headers),
      }),
    ),
  ]
}
