/**
 * The scripts of the pages: ES modules in `scripts/`, sent without their types. Pages for readers are complete without them;
 * the account page and the desk are not. A page asks for one or two files, each a module of `start/` with those that it
 * imports. The address contains the hash of all scripts, so that browsers keep them for ever.
 */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Worker } from 'node:worker_threads'
import { bodyReply } from '../../reply.ts'
import { type AnyRoute, hiddenRoute } from '../../route.ts'
import { type Html, html } from '../html.ts'
import { joinModules } from './join-modules.ts'

/** A module in `scripts/start/`, which runs as soon as it is loaded. */
export type PageScript = 'account' | 'every-page' | 'operations' | 'reference'

const stripMsMax = 20_000
const folder = join(import.meta.dirname, '../scripts')
/** By path in the folder. JavaScript in the npm package, TypeScript in a checkout. */
const sources = new Map(
  globSync('**/*.{js,ts}', { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
)
const hash = createHash('sha256')
  .update(JSON.stringify([...sources]))
  .digest('hex')
  .slice(0, 16)
const base = `/assets/${hash}`

/**
 * The script of every page runs before the first paint, so that nothing moves when it writes a day or adds a button, or when the
 * rest of the page arrives.
 */
export function scriptTag(name: PageScript): Html {
  const blocking = name === 'every-page' || name === 'reference' ? html` blocking="render"` : undefined
  return html`<script type="module" src="${base}/${name}.js"${blocking}></script>\n`
}

export function scriptRoutes(): AnyRoute[] {
  const names = Array.from(sources.keys(), moduleName).filter((name) => name.startsWith('start/'))
  return names.map((name) =>
    hiddenRoute({
      path: `${base}/${name.slice('start/'.length)}.js`,
      type: 'text/javascript',
      acceptsAny: true,
      compress: true,
      handle: async () =>
        bodyReply('text/javascript; charset=utf-8', joinModules(name, await readScripts()), {
          'cache-control': 'public, max-age=31536000, immutable',
        }),
    }),
  )
}

/** The path in the folder, without the ending. */
function moduleName(path: string): string {
  return path.replace(/\.[jt]s$/, '').replaceAll(sep, '/')
}

let stripped: Promise<ReadonlyMap<string, string>> | undefined

/** At the first request, in one thread that ends: the type stripper takes 35 MB, and warns that it is experimental. */
async function stripTypes(): Promise<ReadonlyMap<string, string>> {
  const scripts = new Map(Array.from(sources, ([path, source]) => [moduleName(path), source]))
  if (import.meta.filename.endsWith('.js')) return scripts
  const thread = new Worker(new URL('./strip-types-thread.ts', import.meta.url), {
    workerData: scripts,
    stderr: true,
  })
  try {
    const [stripped] = await once(thread, 'message', { signal: AbortSignal.timeout(stripMsMax) })
    return stripped
  } finally {
    await thread.terminate()
  }
}

/** JavaScript by the name of the module. */
async function readScripts(): Promise<ReadonlyMap<string, string>> {
  stripped ??= stripTypes().catch((thrown) => {
    stripped = undefined
    throw thrown
  })
  return await stripped
}
