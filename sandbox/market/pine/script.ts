/** What a Pine source says about itself: its version, what it declares, its title, inputs and plots. */

import { argument, type Call, callsIn } from './calls.ts'
import { type PineProblem, type Token, tokenize, unquote } from './tokens.ts'

export type PineVersion = 1 | 2 | 3 | 4 | 5 | 6

export interface PineScript {
  readonly version: PineVersion
  readonly tokens: readonly Token[]
  readonly calls: readonly Call[]
  /** `study`, `indicator`, `strategy` or `library`. */
  readonly declaration: Call | undefined
  readonly problems: readonly PineProblem[]
}

export function readScript(source: string): PineScript {
  const { tokens, problems } = tokenize(source)
  if (problems.length > 0) return { version: 1, tokens, calls: [], declaration: undefined, problems }
  const calls = callsIn(tokens)
  const declaration = calls.find(({ name }) => declarations.has(name))
  const version = versionOf(tokens)
  return {
    version: version ?? 1,
    tokens,
    calls,
    declaration,
    problems: misused(version, tokens, declaration),
  }
}

const declarations: ReadonlySet<string> = new Set(['study', 'indicator', 'strategy', 'library'])

/** `undefined` when the note names a version there is not. */
function versionOf(tokens: readonly Token[]): PineVersion | undefined {
  for (const { kind, text } of tokens) {
    const match = kind === 'comment' ? /^\/\/\s*@version\s*=\s*(\d+)/.exec(text) : null
    if (match === null) continue
    const number = Number(match[1])
    return number >= 1 && number <= 6 ? (number as PineVersion) : undefined
  }
  return 1
}

function misused(
  version: PineVersion | undefined,
  tokens: readonly Token[],
  declaration: Call | undefined,
): PineProblem[] {
  if (version === undefined)
    return [{ message: 'Unsupported version of Pine', line: 1, column: 1, length: 1 }]
  if (declaration === undefined) {
    const needed = version >= 5 ? "'indicator()', 'strategy()' or 'library()'" : "'study()' or 'strategy()'"
    return [
      { message: `Script must contain one declaration statement: ${needed}`, line: 1, column: 1, length: 1 },
    ]
  }
  const wrong = version >= 5 ? 'study' : 'indicator'
  if (declaration.name !== wrong) return []
  const { line, column } = tokens[declaration.at] as Token
  return [
    {
      message: `Could not find function or function reference '${wrong}'`,
      line,
      column,
      length: wrong.length,
    },
  ]
}

/** Nothing when there is no declaration or its title is no plain text. */
export function titleOf({ declaration }: PineScript): string | undefined {
  return declaration === undefined ? undefined : textOf(declaration, 'title', 0)
}

export function shortTitleOf({ declaration }: PineScript): string | undefined {
  return declaration === undefined ? undefined : textOf(declaration, 'shorttitle', 1)
}

/** The text of an argument that is one. */
export function textOf(call: Call, name: string, place: number): string | undefined {
  const token = argument(call, name, place)?.value[0]
  return token?.kind === 'string' ? unquote(token.text) : undefined
}
