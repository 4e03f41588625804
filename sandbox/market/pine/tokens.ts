/** Pine source taken apart into words, so that it can be read and changed without touching texts and comments. */

export interface Token {
  readonly kind: 'space' | 'newline' | 'comment' | 'string' | 'number' | 'name' | 'symbol'
  readonly text: string
  /** Both from 1. */
  readonly line: number
  readonly column: number
}

export interface PineProblem {
  readonly message: string
  readonly line: number
  readonly column: number
  readonly length: number
}

const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['newline', /\r\n|\n|\r/y],
  ['space', /[ \t]+/y],
  ['comment', /\/\/[^\r\n]*/y],
  ['string', /"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*'/y],
  ['number', /#[0-9a-fA-F]{6,8}\b|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['name', /[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*/y],
  ['symbol', /=>|:=|==|!=|<=|>=|\+=|-=|\*=|\/=|%=|[()[\],?:=+\-*/%<>.]/y],
]

/** Dotted names such as `ta.sma` are one token. What fits nothing is a problem, and left out. */
export function tokenize(source: string): {
  readonly tokens: readonly Token[]
  readonly problems: readonly PineProblem[]
} {
  const tokens: Token[] = []
  const problems: PineProblem[] = []
  let at = 0
  let line = 1
  let lineStart = 0
  while (at < source.length) {
    const found = next(source, at)
    const column = at - lineStart + 1
    if (found === undefined) {
      problems.push({ message: complaint(source, at), line, column, length: 1 })
      at++
      continue
    }
    tokens.push({ ...found, line, column })
    at += found.text.length
    if (found.kind === 'newline') {
      line++
      lineStart = at
    }
  }
  return { tokens, problems: [...problems, ...unbalanced(tokens)] }
}

function next(source: string, at: number): Pick<Token, 'kind' | 'text'> | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match !== null) return { kind, text: match[0] }
  }
  return undefined
}

function complaint(source: string, at: number): string {
  const letter = source[at] ?? ''
  if (letter === '"' || letter === "'") return 'Mismatched quotes: the text is not closed on its line'
  return `no viable alternative at character '${letter}'`
}

const depthMax = 200

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

function unbalanced(tokens: readonly Token[]): PineProblem[] {
  const open: Token[] = []
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue
    if (token.text === '(' || token.text === '[') {
      if (open.push(token) > depthMax) {
        return [{ message: 'Too deeply nested', line: token.line, column: token.column, length: 1 }]
      }
    } else if (token.text === ')' || token.text === ']') {
      const last = open.pop()
      if (last === undefined || closing[last.text] !== token.text) {
        return [
          { message: `Mismatched input '${token.text}'`, line: token.line, column: token.column, length: 1 },
        ]
      }
    }
  }
  return open.slice(0, 1).map(({ text, line, column }) => ({
    message: `Missing '${closing[text]}' for '${text}'`,
    line,
    column,
    length: 1,
  }))
}

/** The text inside quotes. */
export function unquote(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, '$1')
}
