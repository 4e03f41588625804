/**
 * Tests every regular expression of the server and the client: its time must grow linearly with its input. The analysis
 * takes seconds for some, so verdicts are recorded; `--write` records new ones and removes those that are not needed.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export interface FoundRegexp {
  /** From the project root, with forward slashes. */
  readonly path: string
  readonly line: number
  /** Undefined if the text is put together from parts that are not constant. */
  readonly source: string | undefined
  readonly flags: string
  /** As it is written. */
  readonly text: string
}

/** A regular expression whose input is bounded instead. */
export interface BoundedRegexp {
  readonly path: string
  readonly text: string
  /** What bounds the input, or why the time is linear although the analysis cannot prove it. */
  readonly bound: string
}

export type Verdict = 'linear' | 'polynomial' | 'exponential' | 'undecided'

export type Judge = (regexp: Pick<FoundRegexp, 'source' | 'flags'>) => Verdict

/** Deterministic: limited in steps, not in time, which would depend on the machine. */
const analysis = {
  randomSeed: 1,
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  recallTimeout: -1,
  attackLimit: 10_000_000,
  maxAttackStringSize: 20_000,
}

const boundedPath = join(import.meta.dirname, 'bounded-regexps.json')
const recordPath = join(import.meta.dirname, 'regexp-verdicts.json')

if (import.meta.main) {
  const found = readRegexps(join(import.meta.dirname, '..'))
  const recorded: Record<string, Verdict> = JSON.parse(readFileSync(recordPath, 'utf8'))
  const bounded: BoundedRegexp[] = JSON.parse(readFileSync(boundedPath, 'utf8'))
  const verdicts = await judgeAll(found, recorded)
  if (process.argv.includes('--write')) writeFileSync(recordPath, `${JSON.stringify(verdicts, null, 2)}\n`)
  const problems = findProblems(found, bounded, (regexp) => verdicts[keyOf(regexp)] ?? 'undecided')
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.stdout.write(`${found.length} regular expressions, ${problems.length} problems\n`)
  if (problems.length > 0) process.exitCode = 1
}

/** By expression, sorted. The analysis is loaded only if an expression has no recorded verdict. */
async function judgeAll(
  found: readonly FoundRegexp[],
  recorded: Readonly<Record<string, Verdict>>,
): Promise<Record<string, Verdict>> {
  let judge: Judge | undefined
  const verdicts: Record<string, Verdict> = {}
  for (const regexp of found.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) {
    const key = keyOf(regexp)
    if (regexp.source === undefined) continue
    judge = recorded[key] === undefined ? (judge ?? (await loadJudge())) : judge
    verdicts[key] ??= recorded[key] ?? judge?.(regexp) ?? 'undecided'
  }
  return verdicts
}

function keyOf({ source, flags }: Pick<FoundRegexp, 'source' | 'flags'>): string {
  return `/${source}/${flags}`
}

export function readRegexps(root: string): FoundRegexp[] {
  return globSync('{src,packages/client/src}/**/*.{ts,js}', { cwd: root, exclude: ['**/*.test.ts'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .flatMap((path) => findRegexps(path, readFileSync(join(root, path), 'utf8')))
}

/** Literals, `new RegExp(…)`, and the `pattern` of schemas. */
export function findRegexps(path: string, text: string): FoundRegexp[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const constants = readConstants(file)
  const found: FoundRegexp[] = []

  function add(node: ts.Node, source: string | undefined, flags: string): void {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.push({ path, line, source, flags, text: node.getText() })
  }
  function visit(node: ts.Node): void {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      add(node, node.text.slice(1, end), node.text.slice(end + 1))
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      const flagsText = flags && constantText(flags, constants)
      add(node, source && constantText(source, constants), flagsText ?? '')
    } else if (isPattern(node)) {
      const value = ts.isPropertyAssignment(node) ? node.initializer : node.name
      // Schemas compile their patterns with this flag.
      if (!isCheckedElsewhere(value)) add(value, constantText(value, constants), 'u')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** A field of that name, as schemas have: `pattern: '…'`, `'pattern': …` or `{ pattern }`. */
function isPattern(node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment {
  if (ts.isShorthandPropertyAssignment(node)) return node.name.text === 'pattern'
  if (!ts.isPropertyAssignment(node) || ts.isComputedPropertyName(node.name)) return false
  return node.name.text === 'pattern'
}

/** A regular expression is found by itself, and `schema.pattern` where it is written. */
function isCheckedElsewhere(value: ts.Expression): boolean {
  return (
    ts.isRegularExpressionLiteral(value) ||
    (ts.isNewExpression(value) && value.expression.getText() === 'RegExp') ||
    (ts.isPropertyAccessExpression(value) && value.name.text === 'pattern')
  )
}

/** One line per expression that is not linear and not listed, and per listed one that does not need to be. */
export function findProblems(
  found: readonly FoundRegexp[],
  bounded: readonly BoundedRegexp[],
  judge: Judge,
): string[] {
  const unused = new Set(bounded)
  const problems = found.flatMap((regexp) => {
    const { path, line, text } = regexp
    const verdict = judge(regexp)
    if (verdict === 'linear') return []
    const listed = bounded.find((one) => one.path === path && one.text === text)
    if (!listed) return [`${path}:${line}: ${verdict} time: ${text}`]
    unused.delete(listed)
    return []
  })
  const stale = [...unused].map(
    ({ path, text }) =>
      `scripts/bounded-regexps.json: remove the entry for ${path}, which is linear or gone: ${text}`,
  )
  return [...problems, ...stale]
}

export async function loadJudge(): Promise<Judge> {
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const verdicts = { safe: 'linear', vulnerable: 'polynomial', unknown: 'undecided' } as const
  return ({ source, flags }) => {
    if (source === undefined) return 'undecided'
    const result = checkSync(source, flags, analysis)
    if (result.status === 'vulnerable' && result.complexity.type === 'exponential') return 'exponential'
    return verdicts[result.status]
  }
}

/** The constants of a module whose value is a text or a regular expression, with the text. */
function readConstants(file: ts.SourceFile): ReadonlyMap<string, string> {
  const constants = new Map<string, string>()
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || !initializer) continue
      const text = ts.isRegularExpressionLiteral(initializer)
        ? initializer.text.slice(1, initializer.text.lastIndexOf('/'))
        : constantText(initializer, constants)
      if (text !== undefined) constants.set(name.text, text)
    }
  }
  return constants
}

/** Undefined if a part of it is not constant. */
function constantText(node: ts.Expression, constants: ReadonlyMap<string, string>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return constants.get(node.text)
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source')
    return constantText(node.expression, constants)
  if (!ts.isTemplateExpression(node)) return undefined
  let text = node.head.text
  for (const { expression, literal } of node.templateSpans) {
    const part = constantText(expression, constants)
    if (part === undefined) return undefined
    text += part + literal.text
  }
  return text
}
