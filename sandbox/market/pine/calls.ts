/** Calls in a Pine source: who is called, with which arguments. */

import type { Token } from './tokens.ts'

export interface Argument {
  /** '' when it goes by its place. */
  readonly name: string
  readonly value: readonly Token[]
  /** Where it begins and ends among the tokens, commas left out. */
  readonly from: number
  readonly to: number
}

export interface Call {
  readonly name: string
  /** Place of the name among the tokens. */
  readonly at: number
  readonly open: number
  readonly close: number
  readonly arguments: readonly Argument[]
}

/** Of tokens whose parentheses fit, as `tokenize` has found. */
export function callsIn(tokens: readonly Token[]): Call[] {
  const ends = closings(tokens)
  const calls: Call[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name') continue
    const open = skipSpace(tokens, at + 1)
    const close = tokens[open]?.text === '(' ? ends.get(open) : undefined
    if (close === undefined) continue
    calls.push({ name: token.text, at, open, close, arguments: argumentsOf(tokens, open, close) })
  }
  return calls
}

/** By its name, or else by its place among those without one. */
export function argument(call: Call, name: string, place: number): Argument | undefined {
  const named = call.arguments.find((one) => one.name === name)
  if (named !== undefined) return named
  const plain = call.arguments[place]
  return plain?.name === '' ? plain : undefined
}

export function isBlank({ kind }: Token): boolean {
  return kind === 'space' || kind === 'newline' || kind === 'comment'
}

function skipSpace(tokens: readonly Token[], from: number): number {
  let at = from
  while (tokens[at]?.kind === 'space') at++
  return at
}

/** Where each parenthesis and bracket is closed. */
function closings(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'symbol') continue
    if (text === '(' || text === '[') open.push(at)
    else if (text === ')' || text === ']') {
      const start = open.pop()
      if (start !== undefined) ends.set(start, at)
    }
  }
  return ends
}

function argumentsOf(tokens: readonly Token[], open: number, close: number): Argument[] {
  const found: Argument[] = []
  let depth = 0
  let from = open + 1
  for (let at = open + 1; at <= close; at++) {
    const token = tokens[at] as Token
    if (token.kind === 'symbol') {
      if (token.text === '(' || token.text === '[') depth++
      else if (at !== close && (token.text === ')' || token.text === ']')) depth--
    }
    if (at !== close && !(depth === 0 && token.text === ',' && token.kind === 'symbol')) continue
    const one = toArgument(tokens, from, at)
    if (one !== undefined) found.push(one)
    from = at + 1
  }
  return found
}

function toArgument(tokens: readonly Token[], from: number, to: number): Argument | undefined {
  const parts = tokens.slice(from, to).filter((token) => !isBlank(token))
  if (parts.length === 0) return undefined
  const [first, second] = parts
  const isNamed = first?.kind === 'name' && second?.text === '='
  return { name: isNamed ? first.text : '', value: isNamed ? parts.slice(2) : parts, from, to }
}
