/** Collapses white space and drops what cannot be printed, in one pass: descriptions are long, and there are many. */

/**
 * White space becomes one space, and none at the ends. Control characters, the byte order mark and marks that change the
 * writing direction are dropped.
 */
export function collapseSpace(text: string): string {
  let collapsed = ''
  let start = 0
  for (let at = findOdd(text, 0); at < text.length; at = findOdd(text, start)) {
    let end = at
    let hasSpace = false
    for (; end < text.length; end++) {
      const kind = kindOf(text.charCodeAt(end))
      if (kind === 'text') break
      if (kind === 'space') hasSpace = true
    }
    collapsed += text.slice(start, at)
    if (hasSpace && collapsed !== '' && end < text.length) collapsed += ' '
    start = end
  }
  return start === 0 ? text : collapsed + text.slice(start)
}

/** Anything but printable ASCII with single spaces in between. */
const unusual = /[^ -~]| (?![!-~])/g
/** The same without the spaces, which takes a third of the time. */
const notPrintable = /[^ -~]/

/** Where the next character is that does not stay; the length of the text if all stay. */
function findOdd(text: string, from: number): number {
  if (from === 0 && text.charCodeAt(0) === space) return 0
  if (from === 0 && !hasUnusual(text)) return text.length
  unusual.lastIndex = from
  // The pattern is several times as fast as the loop, and matches one character.
  if (!unusual.test(text)) return text.length
  for (let at = unusual.lastIndex - 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (kindOf(code) === 'text') continue
    const isSingle = code === space && at + 1 < text.length && kindOf(text.charCodeAt(at + 1)) === 'text'
    if (!isSingle) return at
  }
  return text.length
}

function hasUnusual(text: string): boolean {
  return notPrintable.test(text) || text.includes('  ') || text.endsWith(' ')
}

const space = 0x20

/** Printable ASCII. */
function isUsual(code: number): boolean {
  return code > space && code < 0x7f
}

function kindOf(code: number): 'text' | 'space' | 'unprintable' {
  if (isUsual(code)) return 'text'
  if (code <= space) return code === space || (code >= 0x09 && code <= 0x0d) ? 'space' : 'unprintable'
  if (code <= 0xa0) return code === 0x85 || code === 0xa0 ? 'space' : 'unprintable'
  if (code < 0x1680) return 'text'
  if (code === 0x1680 || (code >= 0x2000 && code <= 0x200a)) return 'space'
  if (code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000)
    return 'space'
  const isMark = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  return isMark || code === 0xfeff ? 'unprintable' : 'text'
}
