/** Puts test files into common processes: a start takes longer than most of them. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Few enough for their top-level hooks, which all run before the first test, and for the other cores to have work at the end. */
const filesPerProcess = 16
/**
 * State of the process, other processes and threads, and hooks, which would run for the tests of all files. The words `process`
 * and `Worker` are also in the names of tests, and sources have a method `import`.
 */
const ownProcess =
  /\bprocess(\.\w|\[)|= process\b|\bnew Worker\b|\b(globalThis|mock|spawn|fork|chromium)\b|(?<!\.)\bimport\(|^(beforeEach|afterEach)\(/m
const ownProcessModules =
  /^node:(async_hooks|child_process|diagnostics_channel|inspector|perf_hooks|process|v8|vm|worker_threads)$|\/test\/support\/(browser|cli-runner|shared-folder|programs\/.*|server\/(example-server|server-process|synced-data)|store\/start-store-task)\.ts$/

export function canShareProcess(text: string): boolean {
  if (ownProcess.test(text)) return false
  const imports = [...text.matchAll(/^(?:import|export|\}).* from '([^']+)'$/gm)].map(([, from = '']) => from)
  return !imports.some((from) =>
    ownProcessModules.test(from.replace(/^(\.\.\/)+(test\/)?support\//, '/test/support/')),
  )
}

/**
 * The files to run, where modules that import them, of one area each, take the place of those that share a process. `first` come
 * first, each in a process of its own; then those that share, because they run longest.
 */
export function groupTests(
  files: readonly string[],
  first: readonly string[],
  root: string,
  folder: string,
): string[] {
  const others = files.filter((file) => !first.includes(file))
  const shared = others.filter((file) => canShareProcess(readFileSync(join(root, file), 'utf8')))
  const entries = [...Map.groupBy(shared, areaOf)].flatMap(([area, members]) =>
    chunksOf(members, filesPerProcess).map((group, index) => {
      const entry = join(folder, `${area.replaceAll('/', '-')}-${index + 1}.mjs`)
      const imports = group.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)}\n`)
      writeFileSync(entry, imports.join(''))
      return entry
    }),
  )
  return [
    ...files.filter((file) => first.includes(file)),
    ...entries,
    ...others.filter((file) => !shared.includes(file)),
  ]
}

/** Of similar length. */
function chunksOf<Item>(items: readonly Item[], sizeMax: number): Item[][] {
  const chunks = Math.ceil(items.length / sizeMax)
  return Array.from({ length: chunks }, (_, chunk) => items.filter((_, index) => index % chunks === chunk))
}

/** `src/http`, `src/services/jobs`, `test/e2e/market`, `sandbox` */
function areaOf(file: string): string {
  return /^(src\/services\/[^/]+|src\/[^/]+|test\/e2e\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file
}
