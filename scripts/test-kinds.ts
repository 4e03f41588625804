/**
 * The kind of a test is in its file name: `x.test.ts` is quick, `x.process.test.ts` is not. A quick test runs in one process, on
 * SQLite, and needs nothing but the clone.
 */

import type { Module } from './check-imports.ts'

const longKinds = ['process', 'browser', 'backend', 'fault'] as const

export type TestKind = 'quick' | (typeof longKinds)[number]

const testFile = /\/[^/.]+(?:\.([^/]+))?\.test\.ts$/
/** What starts a process or a browser. */
const longModules = ['node:child_process', 'node:cluster', 'playwright-core']
const backends = 'test/support/backends.ts'
const backendNames = ['postgresUrl', 'redisUrl', 'chromiumPath', 'chdbFolder']
/** Product code may start processes; whether a test lets it do so cannot be seen in imports. */
const testModules = /^(test|packages\/[a-z]+\/test)\//

export function kindOf(path: string): TestKind {
  const infix = testFile.exec(path)?.[1]
  return longKinds.find((kind) => kind === infix) ?? 'quick'
}

/** Whether the file has tests that run once per engine, so that PostgreSQL adds something to a quick one. */
export function usesEngines(text: string): boolean {
  return /\btestEngines\b/.test(text)
}

/** Test files whose name does not say what they do. */
export function misnamedTests(modules: readonly Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  return modules
    .filter(({ path }) => testFile.test(path))
    .flatMap((module) => {
      const infix = testFile.exec(module.path)?.[1]
      if (infix !== undefined && kindOf(module.path) === 'quick')
        return [`${module.path}: "${infix}" is not one of the kinds ${longKinds.join(', ')}`]
      if (infix !== undefined) return []
      const needs = longNeed(module, byPath, new Set())
      return needs ? [`${module.path}: a quick test must not need ${needs} (scripts/test-kinds.ts)`] : []
    })
}

/** What a module of the tests imports, itself or through others, that a quick test must not. */
function longNeed(
  module: Module,
  byPath: ReadonlyMap<string, Module>,
  seen: Set<string>,
): string | undefined {
  if (seen.has(module.path)) return undefined
  seen.add(module.path)
  for (const { target, kind, names } of module.imports) {
    if (kind === 'type') continue
    if (longModules.includes(target)) return `${target}, in ${module.path}`
    if (target === backends && testFile.test(module.path)) {
      const name = names.find((each) => backendNames.includes(each))
      if (name) return name
    }
    const next = testModules.test(target) && kind !== 'thread' ? byPath.get(target) : undefined
    const need = next && longNeed(next, byPath, seen)
    if (need) return need
  }
  return undefined
}
