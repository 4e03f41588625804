/** Puts test files into common processes: a start takes longer than most of them. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Engine } from '../src/store/store.ts'

/** Few enough for their top-level hooks, which all run before the first test, and for the other cores to have work at the end. */
const filesPerProcess = 32
/**
 * State of the process, other processes and threads, and hooks, which would run for the tests of all files. The words `process`
 * and `Worker` are also in the names of tests, and sources have a method `import`.
 */
const ownProcess =
  /\bprocess(\.(?!pid\b|platform\b|hrtime\b)\w|\[)|= process(?![.\w])|\bnew Worker\b|\b(globalThis|mock|spawn|fork|chromium)\b|(?<!\.)\bimport\(|^(beforeEach|afterEach)\(/m
const ownProcessModules =
  /^node:(async_hooks|child_process|diagnostics_channel|inspector|process|v8|vm|worker_threads)$|\/test\/support\/(browser|cli-runner|command-line|programs\/.*|server\/(server-process|synced-data)|store\/start-store-task)\.ts$/

export function canShareProcess(text: string): boolean {
  if (ownProcess.test(text)) return false
  const imports = [...text.matchAll(/^(?:import(?! type)|export|\}).* from '([^']+)'$/gm)].map(
    ([, from = '']) => from,
  )
  return !imports.some((from) =>
    ownProcessModules.test(from.replace(/^(\.\.\/)+(test\/)?support\//, '/test/support/')),
  )
}

/** A run has a process for each of these: a test file, or a module in `folder` that imports several. */
export interface GroupOptions {
  readonly root: string
  readonly folder: string
  /** The files of these groups have only tests of this engine. */
  readonly engine?: Engine
}

/** The files to run, where modules that import them, of one area each, take the place of those that share a process. */
export function groupTests(files: readonly string[], { root, folder, engine }: GroupOptions): string[] {
  const shared = files.filter((file) => canShareProcess(readFileSync(join(root, file), 'utf8')))
  const alone = files.filter((file) => !shared.includes(file))
  const groups = [...Map.groupBy(shared, areaOf)].flatMap(([area, members]) =>
    chunksOf(members, filesPerProcess).map((group, index): [string, string[]] => [
      `${area}-${index + 1}`,
      group,
    ]),
  )
  const prefix = engine === undefined ? '' : `${engine}-`
  function writeEntry(name: string, members: readonly string[]): string {
    const entry = join(folder, `${prefix}${name.replaceAll('/', '-')}.mjs`)
    const urls = members.map((file) => pathToFileURL(join(root, file)).href)
    if (engine !== undefined) urls.unshift(chooseEngine(folder, engine))
    writeFileSync(entry, urls.map((url) => `import ${JSON.stringify(url)}\n`).join(''))
    return entry
  }
  return [
    ...groups.map(([name, members]) => writeEntry(name, members)),
    ...alone.map((file) => (engine === undefined ? file : writeEntry(file, [file]))),
  ]
}

/** A module that is imported before the tests, because modules are evaluated in the order of their imports. */
function chooseEngine(folder: string, engine: Engine): string {
  const path = join(folder, `choose-${engine}.mjs`)
  writeFileSync(path, `process.env.TEST_ENGINE = ${JSON.stringify(engine)}\n`)
  return pathToFileURL(path).href
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
