/**
 * The scripts of the pages: ES modules in `scripts/`, sent without their types. Pages for readers are complete without them;
 * the account page and the desk are not. The address contains the hash of all scripts, so that browsers keep them for ever.
 */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Worker } from 'node:worker_threads'
import { bodyReply } from '../../reply.ts'
import { type AnyRoute, hiddenRoute } from '../../route.ts'
import { type Html, html } from '../html.ts'

/** A module in `scripts/start/`, which runs as soon as it is loaded. */
export type PageScript =
  | 'account'
  | 'choose-seats'
  | 'copy-buttons'
  | 'every-page'
  | 'name-copy-buttons'
  | 'operations'
  | 'place'
  | 'price-chart'
  | 'quote-stream'

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

export function scriptTags(names: readonly PageScript[]): Html {
  return html`${names.map((name) => html`<script type="module" src="${base}/start/${name}.js"></script>\n`)}`
}

export function scriptRoutes(): AnyRoute[] {
  return Array.from(sources.keys(), (path) => {
    const name = path.replace(/\.[jt]s$/, '').replaceAll(sep, '/')
    return hiddenRoute({
      path: `${base}/${name}.js`,
      type: 'text/javascript',
      acceptsAny: true,
      compress: true,
      handle: async () =>
        bodyReply('text/javascript; charset=utf-8', (await readScript(path)) ?? '', {
          'cache-control': 'public, max-age=31536000, immutable',
        }),
    })
  })
}

let stripped: Promise<ReadonlyMap<string, string>> | undefined

/** At the first request, in one thread that ends: the type stripper takes 35 MB, and warns that it is experimental. */
async function stripTypes(): Promise<ReadonlyMap<string, string>> {
  const thread = new Worker(new URL('./strip-types-thread.ts', import.meta.url), {
    workerData: sources,
    stderr: true,
  })
  try {
    const [scripts] = await once(thread, 'message', { signal: AbortSignal.timeout(stripMsMax) })
    return scripts
  } finally {
    await thread.terminate()
  }
}

async function readScript(path: string): Promise<string | undefined> {
  if (path.endsWith('.js')) return sources.get(path)
  stripped ??= stripTypes().catch((thrown) => {
    stripped = undefined
    throw thrown
  })
  return (await stripped).get(path)
}
