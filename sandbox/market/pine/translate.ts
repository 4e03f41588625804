/** Carries Pine source to a newer version: names that moved, inputs that got a type, arguments that went. */

import { type Argument, argument, type Call, callsIn, isBlank } from './calls.ts'
import { callsOfFive, inputTypes, sources, valuesOfFive, valuesOfFour } from './rename-tables.ts'
import { type PineVersion, readScript } from './script.ts'
import { type PineProblem, type Token, tokenize } from './tokens.ts'

export interface Translation {
  readonly source: string
  readonly from: PineVersion
  readonly warnings: readonly PineProblem[]
}

export type TranslateOutcome =
  | { readonly errors: readonly PineProblem[] }
  | { readonly errors: undefined; readonly translation: Translation }

/** The problems that keep a source from being read, or the source in the version asked for. */
export function translate(source: string, to: PineVersion): TranslateOutcome {
  const script = readScript(source)
  if (script.problems.length > 0) return { errors: script.problems }
  if (script.version > to) {
    const message = `Cannot convert from version ${script.version} to the older version ${to}`
    return { errors: [{ message, line: 1, column: 1, length: 1 }] }
  }
  const warnings: PineProblem[] = []
  let text = source
  for (let version = script.version; version < to; version++) {
    const step = steps[version]
    if (step !== undefined) text = edited(text, step, warnings)
  }
  return {
    errors: undefined,
    translation: { source: withVersion(text, to), from: script.version, warnings },
  }
}

/** A source taken apart, and what becomes of single tokens: another text, or '' for none. */
interface Draft {
  readonly tokens: readonly Token[]
  readonly calls: readonly Call[]
  /** Places of the names of named arguments. */
  readonly named: ReadonlySet<number>
  readonly edits: Map<number, string>
  readonly warnings: PineProblem[]
}

type Step = (draft: Draft) => void

/** By the version it starts from. The first two differ from the third only in what they lacked. */
const steps: Readonly<Record<number, Step>> = { 3: toFour, 4: toFive, 5: toSix }

function edited(source: string, step: Step, warnings: PineProblem[]): string {
  const { tokens } = tokenize(source)
  const calls = callsIn(tokens)
  const edits = new Map<number, string>()
  step({ tokens, calls, named: namesOfArguments(tokens, calls), edits, warnings })
  return tokens.map((token, at) => edits.get(at) ?? token.text).join('')
}

function toFour(draft: Draft): void {
  rename(draft, (name, isCalled, isNaming) => {
    if (isCalled || isNaming) return undefined
    return name === 'float' ? 'input.float' : valuesOfFour.get(name)
  })
}

function toFive(draft: Draft): void {
  rename(draft, (name, isCalled, isNaming) => {
    if (isNaming) return name === 'resolution' ? 'timeframe' : undefined
    return isCalled ? callsOfFive.get(name) : valuesOfFive.get(name)
  })
  for (const call of draft.calls) {
    if (call.name === 'input') typeInput(draft, call)
    if (call.name === 'iff' && call.arguments.length === 3) writeChoice(draft, call)
  }
}

function toSix(draft: Draft): void {
  for (const call of draft.calls) {
    if (call.name.startsWith('strategy.') && byName(call, 'when') !== undefined) {
      warn(draft, call, `'${call.name}' no longer has the argument 'when': put the call under an if`)
    }
    const gone = byName(call, 'transp')
    if (gone === undefined) continue
    warn(draft, call, `'${call.name}' no longer has the argument 'transp': use color.new()`)
    remove(draft, call, gone)
  }
}

function warn({ tokens, warnings }: Draft, call: Call, message: string): void {
  const { line, column } = tokens[call.at] as Token
  warnings.push({ message, line, column, length: call.name.length })
}

/** Names the script gives to things of its own are left alone. */
function rename(
  draft: Draft,
  newName: (name: string, isCalled: boolean, isNaming: boolean) => string | undefined,
): void {
  const { tokens, edits, named } = draft
  const own = ownNames(draft)
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name' || own.has(token.text)) continue
    const text = newName(token.text, nextToken(tokens, at)?.text === '(', named.has(at))
    if (text !== undefined) edits.set(at, text)
  }
}

/** What stands left of `=` outside of a call, and functions. */
function ownNames({ tokens, calls, named }: Draft): ReadonlySet<string> {
  const own = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'name' && !named.has(at) && nextToken(tokens, at)?.text === '=') own.add(token.text)
  }
  for (const call of calls) if (nextToken(tokens, call.close)?.text === '=>') own.add(call.name)
  return own
}

function namesOfArguments(tokens: readonly Token[], calls: readonly Call[]): ReadonlySet<number> {
  const places = new Set<number>()
  for (const call of calls) {
    for (const { name, from, to } of call.arguments) {
      if (name === '') continue
      let at = from
      while (at < to && tokens[at]?.kind !== 'name') at++
      places.add(at)
    }
  }
  return places
}

function nextToken(tokens: readonly Token[], at: number): Token | undefined {
  for (let next = at + 1; next < tokens.length; next++) {
    const token = tokens[next] as Token
    if (!isBlank(token)) return token
  }
  return undefined
}

function byName({ arguments: all }: Call, name: string): Argument | undefined {
  return all.find((one) => one.name === name)
}

/** `input(14, type=input.integer)` becomes `input.int(14)`. */
function typeInput(draft: Draft, call: Call): void {
  const name = inputName(call)
  if (name === undefined) return
  draft.edits.set(call.at, name)
  const type = byName(call, 'type')
  if (type !== undefined) remove(draft, call, type)
}

function inputName(call: Call): string | undefined {
  const type = byName(call, 'type')?.value[0]?.text
  if (type !== undefined) return inputTypes.get(type)
  const value = argument(call, 'defval', 0)?.value.find((token) => token.text !== '-')
  if (value === undefined) return undefined
  if (value.kind === 'string') return 'input.string'
  if (value.text === 'true' || value.text === 'false') return 'input.bool'
  if (value.text.startsWith('color.') || value.text.startsWith('#')) return 'input.color'
  if (value.kind === 'number') return value.text.includes('.') ? 'input.float' : 'input.int'
  return sources.has(value.text) ? 'input.source' : undefined
}

/** `iff(c, a, b)` becomes `(c ? a : b)`. */
function writeChoice({ edits }: Draft, call: Call): void {
  const [test, yes] = call.arguments
  if (test === undefined || yes === undefined) return
  edits.set(call.at, '')
  edits.set(test.to, ' ?')
  edits.set(yes.to, ' :')
}

/** Without the argument and the comma that belongs to it. */
function remove({ tokens, edits }: Draft, call: Call, gone: Argument): void {
  const isFirst = gone.from === call.open + 1
  const from = isFirst ? gone.from : gone.from - 1
  const to = isFirst && tokens[gone.to]?.text === ',' ? gone.to + 1 : gone.to
  for (let at = from; at < to; at++) edits.set(at, '')
}

function withVersion(source: string, version: PineVersion): string {
  const note = `//@version=${version}`
  const pattern = /^([ \t]*)\/\/\s*@version\s*=\s*\d+/m
  return pattern.test(source) ? source.replace(pattern, `$1${note}`) : `${note}\n${source}`
}
