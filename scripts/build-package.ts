/** `npm pack`: builds `dist/`, the JavaScript of the npm package. Node runs no TypeScript in node_modules; a checkout needs no build. */

import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const outDir = join(root, 'dist')

/** Also the paths of worker threads. Only relative paths end like this. */
const relativeTypeScriptPath = /(['"])(\.\.?\/[^'"\n]*)\.ts\1/g

rmSync(outDir, { recursive: true, force: true })
const paths = globSync(
  '{{src,sandbox,registry,docs,packages/client/src,packages/client/docs}/**/*.*,packages/client/README.md}',
  { cwd: root },
).filter((path) => !path.endsWith('.test.ts') && path !== join('src', 'main.js'))
for (const path of paths) {
  const from = join(root, path)
  const to = join(outDir, path)
  mkdirSync(dirname(to), { recursive: true })
  if (path.endsWith('.ts'))
    writeFileSync(to.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(from, 'utf8')))
  else cpSync(from, to)
}
// The version is imported from there, and `type` makes the files modules.
cpSync(join(root, 'package.json'), join(outDir, 'package.json'))
process.stdout.write(`built ${paths.length} files\n`)

/** Types become blanks, so lines and columns in stack traces are those of the sources. */
function toJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replace(relativeTypeScriptPath, '$1$2.js$1')
}
