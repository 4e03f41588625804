/** Parses JSON from outside within the limits of `parse-limits.ts`. */

import { parseLimits, unreadable } from './parse-limits.ts'

const quote = 34
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Throws a SyntaxError for what is not JSON, and `upstream_changed` for what is nested too deep. */
export function parseForeignJson(text: string): unknown {
  const { jsonDepth } = parseLimits
  if (hasMoreBrackets(text, jsonDepth) && isDeeperThan(text, jsonDepth))
    throw unreadable(`its JSON is nested more than ${jsonDepth} deep`)
  return JSON.parse(text)
}

/** A text is never deeper than it has opening brackets, and to count a few takes a tenth of the time of `isDeeperThan`. */
function hasMoreBrackets(json: string, max: number): boolean {
  let count = 0
  for (const bracket of ['[', '{']) {
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      count += 1
      if (count > max) return true
    }
  }
  return false
}

/** Reads each character once, and those of strings with `indexOf`. */
function isDeeperThan(json: string, depthMax: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === quote) {
      at = endOfString(json, at)
      if (at < 0) return false
    } else if (character === openBracket || character === openBrace) {
      depth += 1
      if (depth > depthMax) return true
    } else if (character === closeBracket || character === closeBrace) depth -= 1
  }
  return false
}

/** The index of the closing quote; -1 if there is none. */
function endOfString(json: string, open: number): number {
  for (let at = json.indexOf('"', open + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let backslashes = 0
    while (json.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  return -1
}
