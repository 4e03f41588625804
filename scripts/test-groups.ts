/** Puts test files that touch nothing outside their modules into common processes: a start takes longer than most of them. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const mayShare = /^(src|sandbox|packages\/client\/src)\//
/** Modules that start nothing and change nothing. */
const harmlessModules =
  /^(node:(assert\/strict|buffer|crypto|events|fs|fs\/promises|os|path|stream|test|timers\/promises|url|util|zlib)|fast-check|\.\.?\/.*)$/
const harmlessSupport =
  /\/test\/support\/(fake-clock|project-root|recordings|jobs\/single-board-source|sandbox\/recorded-requests)\.ts$/
/** State of the process, what keeps it alive, and hooks, which would run for the tests of all files. */
const ownProcess =
  /\b(process|globalThis|mock|fetch|listen|spawn|Worker)\b|\bimport\(|^(before|after|beforeEach|afterEach)\(/m

export function canShareProcess(file: string, text: string): boolean {
  if (!mayShare.test(file) || ownProcess.test(text)) return false
  const imports = [...text.matchAll(/^(?:import|export|\}).* from '([^']+)'$/gm)].map(([, from = '']) => from)
  return imports.every(
    (from) => harmlessModules.test(from) && (!from.includes('/test/support/') || harmlessSupport.test(from)),
  )
}

/** The files, where modules that import them, one per area, take the place of those that share a process. */
export function groupTests(files: readonly string[], root: string, folder: string): string[] {
  const shared = new Set(
    files.filter((file) => canShareProcess(file, readFileSync(join(root, file), 'utf8'))),
  )
  const entries = [...Map.groupBy(shared, areaOf)].map(([area, members]) => {
    const entry = join(folder, `${area.replaceAll('/', '-')}.mjs`)
    const imports = members.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)}\n`)
    writeFileSync(entry, imports.join(''))
    return entry
  })
  return [...files.filter((file) => !shared.has(file)), ...entries]
}

/** `src/http`, `src/services/jobs`, `sandbox` */
function areaOf(file: string): string {
  return /^(src\/services\/[^/]+|src\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file
}
