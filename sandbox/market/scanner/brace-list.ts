/** Expands braces as a shell does: `ebitda{,_fq,_fy}` is ebitda, ebitda_fq and ebitda_fy. */

export function expandAll(words: string): string[] {
  return words.trim().split(/\s+/).flatMap(expand)
}

function expand(word: string): string[] {
  const open = word.indexOf('{')
  if (open < 0) return [word]
  const close = matching(word, open)
  const tails = expand(word.slice(close + 1))
  return choices(word.slice(open + 1, close)).flatMap((choice) =>
    expand(choice).flatMap((middle) => tails.map((tail) => `${word.slice(0, open)}${middle}${tail}`)),
  )
}

function matching(word: string, open: number): number {
  let depth = 0
  for (let at = open; at < word.length; at++) {
    if (word[at] === '{') depth++
    else if (word[at] === '}' && --depth === 0) return at
  }
  throw new SyntaxError(`unclosed brace in ${word}`)
}

function choices(inside: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === '{') depth++
    else if (inside[at] === '}') depth--
    else if (inside[at] === ',' && depth === 0) {
      parts.push(inside.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, inside.slice(start)]
}
