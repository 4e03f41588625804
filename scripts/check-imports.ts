/** Reads the imports of every module and reports forbidden imports, cycles, restricted APIs and misnamed tests. */

import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import {
  dynamicOnly,
  exemptFiles,
  harmlessImports,
  layers,
  restrictedApis,
  restrictedFolders,
  vagueNames,
} from './import-rules.ts'
import { misnamedTests } from './test-kinds.ts'

export interface ModuleImport {
  /** A path like the module's own, or the name of a package. */
  readonly target: string
  /** `dynamic`: by `import()`. `thread`: started as a program of its own, not loaded. */
  readonly kind: 'value' | 'dynamic' | 'type' | 'thread'
  /** Imported names, where the import has names. */
  readonly names: readonly string[]
}

export interface Module {
  /** From the project root, with forward slashes. */
  readonly path: string
  readonly imports: readonly ModuleImport[]
  /** Globals it uses, as the rules spell them. */
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
  const globals = new Set<string>()

  function visit(node: ts.Node): void {
    const moduleImport = toModuleImport(node)
    if (moduleImport) imports.push({ ...moduleImport, target: resolve(path, moduleImport.target) })
    const global = toGlobalUse(node)
    if (global) globals.add(global)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return { path, imports, globals: [...globals] }
}

export function findProblems(modules: readonly Module[]): string[] {
  const checkedModules = modules.filter((module) => !exemptFiles.test(module.path))
  return [
    ...checkedModules.flatMap((module) => [...forbiddenImports(module), ...misusedApis(module)]),
    ...modules.flatMap(vaguelyNamed),
    ...misnamedTests(modules),
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

/** `import('./x.ts')`, and `new URL('./x.ts', import.meta.url)`, which is how threads are started. */
function toDynamicImport(node: ts.Node): ModuleImport | undefined {
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  const isUrl = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'URL'
  const argument = isImport || isUrl ? node.arguments?.[0] : undefined
  if (!argument || !ts.isStringLiteral(argument)) return undefined
  if (isImport) return { target: argument.text, kind: 'dynamic', names: [] }
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
  const layer = layers.find(({ path }) => matchesPath(module.path, path, service))
  if (!layer) return [`${module.path}: is in none of the layers of scripts/import-rules.ts`]
  return module.imports
    .filter(({ target }) => /^(src|sandbox|packages|test|scripts|bench)\//.test(target))
    .filter(({ target, kind }) => {
      if (exemptFiles.test(target) || (kind === 'value' && dynamicOnly.test(target))) return true
      if (isRestricted(target, module.path)) return true
      const types = kind === 'type' ? (layer.mayImportTypesOf ?? []) : []
      const allowed = [layer.path, ...layer.mayImport, ...types]
      return !allowed.some((pattern) => matchesPath(target, pattern, service))
    })
    .map(({ target, kind }) => `${module.path}: must not import ${target} (${kind})`)
}

function isRestricted(target: string, importer: string): boolean {
  return restrictedFolders.some(
    ({ path, importableFrom }) =>
      target.startsWith(path) && !importableFrom.some((prefix) => importer.startsWith(prefix)),
  )
}

function matchesPath(path: string, pattern: string, service: string | undefined): boolean {
  const source = pattern.replaceAll('.', '\\.').replace('$', () => service ?? '[^/]+')
  return new RegExp(`^${source}`).test(path)
}

function misusedApis(module: Module): string[] {
  return restrictedApis
    .filter(
      ({ api, allowedIn }) =>
        usesApi(module, api) && !allowedIn.some((prefix) => module.path.startsWith(prefix)),
    )
    .map(({ api, reason }) => `${module.path}: must not use ${api} (${reason})`)
}

function usesApi(module: Module, api: string): boolean {
  return (
    module.globals.includes(api) ||
    module.imports.some(({ target, kind, names }) => {
      const isHarmless = names.length > 0 && names.every((name) => harmlessImports.has(name))
      return target === api && (kind === 'value' || kind === 'dynamic') && !isHarmless
    })
  )
}

function vaguelyNamed({ path }: Module): string[] {
  const vague = path.split('/').find((part) => vagueNames.test(part.replace(/\.tsx?$/, '')))
  return vague ? [`${path}: the name "${vague}" is too vague`] : []
}

/** One line per cycle of modules that import each other, types included. A thread is started, not imported. */
function findCycles(modules: readonly Module[]): string[] {
  const targets = new Map(
    modules.map(({ path, imports }) => [
      path,
      imports.filter(({ kind }) => kind !== 'thread').map(({ target }) => target),
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
