/** Reads every module's imports and reports arrows that point the wrong way, cycles, and things used out of place. */

import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { exemptFiles, harmlessImports, layers, restrictedApis, vagueNames } from './import-rules.ts'

export interface ModuleImport {
  /** A path like the module's own, or the name of a package. */
  readonly target: string
  /** A thread is started, not loaded: it runs as a program of its own. */
  readonly kind: 'value' | 'type' | 'thread'
  /** What is taken from there, where it is taken by name. */
  readonly names: readonly string[]
}

export interface Module {
  /** From the project's root, with forward slashes. */
  readonly path: string
  readonly imports: readonly ModuleImport[]
  /** Globals it touches, as they are named in the rules. */
  readonly globals: readonly string[]
}

if (import.meta.main) {
  const modules = readModules(join(import.meta.dirname, '..'))
  const problems = findProblems(modules)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.stdout.write(`${modules.length} modules, ${problems.length} problems\n`)
  if (problems.length > 0) process.exitCode = 1
}

export function readModules(root: string): Module[] {
  return globSync('{src,sandbox,test,scripts,bench,packages}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => readModule(path, readFileSync(join(root, path), 'utf8')))
}

export function readModule(path: string, text: string): Module {
  const imports: ModuleImport[] = []
  const uses = new Set<string>()

  function visit(node: ts.Node): void {
    const arrow = toModuleImport(node)
    if (arrow) imports.push({ ...arrow, target: resolve(path, arrow.target) })
    const use = toGlobalUse(node)
    if (use) uses.add(use)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return { path, imports, globals: [...uses] }
}

export function findProblems(modules: readonly Module[]): string[] {
  const checkedModules = modules.filter((module) => !exemptFiles.test(module.path))
  return [
    ...checkedModules.flatMap((module) => [...forbiddenImports(module), ...misusedApis(module)]),
    ...modules.flatMap(vaguelyNamed),
    ...findCycles(checkedModules),
  ]
}

function toModuleImport(node: ts.Node): ModuleImport | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return { target: node.moduleSpecifier.text, ...toImportedNames(node.importClause) }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { target: node.moduleSpecifier.text, kind: node.isTypeOnly ? 'type' : 'value', names: [] }
  }
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  ) {
    return { target: node.argument.literal.text, kind: 'type', names: [] }
  }
  return toDynamicImport(node)
}

function toImportedNames(clause: ts.ImportClause | undefined): Pick<ModuleImport, 'kind' | 'names'> {
  if (!clause) return { kind: 'value', names: [] }
  const bindings = clause.namedBindings
  const elements = bindings && ts.isNamedImports(bindings) && !clause.name ? [...bindings.elements] : []
  const values = elements.filter((element) => !element.isTypeOnly)
  const typeOnly =
    clause.phaseModifier === ts.SyntaxKind.TypeKeyword || (elements.length > 0 && values.length === 0)
  return {
    kind: typeOnly ? 'type' : 'value',
    names: values.map((element) => (element.propertyName ?? element.name).text),
  }
}

/** What `import('./x.ts')` loads, and `new URL('./x.ts', import.meta.url)`, which is how threads are started. */
function toDynamicImport(node: ts.Node): ModuleImport | undefined {
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  const isUrl = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'URL'
  const argument = isImport || isUrl ? node.arguments?.[0] : undefined
  if (!argument || !ts.isStringLiteral(argument)) return undefined
  if (isImport) return { target: argument.text, kind: 'value', names: [] }
  return /^\..*\.ts$/.test(argument.text) ? { target: argument.text, kind: 'thread', names: [] } : undefined
}

function toGlobalUse(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    return `${node.expression.text}.${node.name.text}`
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return node.expression.text
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
    const bare = node.expression.text === 'Date' && !node.arguments?.length
    return `new ${node.expression.text}${bare ? '()' : ''}`
  }
  return undefined
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}

function forbiddenImports(module: Module): string[] {
  const service = /^src\/services\/([^/]+)\//.exec(module.path)?.[1]
  const layer = layers.find(({ at }) => matchesPath(module.path, at, service))
  if (!layer) return [`${module.path}: has no place in the table of who may import whom`]
  return module.imports
    .filter(({ target }) => /^(src|sandbox|packages|test|scripts|bench)\//.test(target))
    .filter(({ target, kind }) => {
      const allowed = [layer.at, ...layer.imports, ...(kind === 'type' ? (layer.typesOf ?? []) : [])]
      return exemptFiles.test(target) || !allowed.some((pattern) => matchesPath(target, pattern, service))
    })
    .map(({ target }) => `${module.path}: may not import ${target}`)
}

function matchesPath(path: string, pattern: string, service: string | undefined): boolean {
  const source = pattern.replaceAll('.', '\\.').replace('$', () => service ?? '[^/]+')
  return new RegExp(`^${source}`).test(path)
}

function misusedApis(module: Module): string[] {
  return restrictedApis
    .filter(
      ({ what, only }) => usesApi(module, what) && !only.some((prefix) => module.path.startsWith(prefix)),
    )
    .map(({ what, why }) => `${module.path}: ${what} does not belong here (${why})`)
}

function usesApi(module: Module, what: string): boolean {
  return (
    module.globals.includes(what) ||
    module.imports.some(({ target, kind, names }) => {
      const harmless = names.length > 0 && names.every((name) => harmlessImports.has(name))
      return target === what && kind === 'value' && !harmless
    })
  )
}

function vaguelyNamed({ path }: Module): string[] {
  const bad = path.split('/').find((part) => vagueNames.test(part.replace(/\.tsx?$/, '')))
  return bad ? [`${path}: "${bad}" says nothing about what is in it`] : []
}

/** One line per ring of modules that load each other. A type is gone when the program runs, so it closes no ring. */
function findCycles(modules: readonly Module[]): string[] {
  const targets = new Map(
    modules.map(({ path, imports }) => [
      path,
      imports.filter(({ kind }) => kind === 'value').map(({ target }) => target),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []

  function walk(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(`cycle: ${[...trail.slice(start), path].join(' > ')}`)
    if (start >= 0 || done.has(path)) return
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of targets.keys()) walk(path, [])
  return found
}
