/** Parses the flight rows that Next.js pages push while they load, as data: nothing is executed or fetched. */

import { parseHtml } from '../../../../core/parse/parse-html.ts'
import { parseForeignJson } from '../../../../core/parse/parse-json.ts'
import { parseLimits, unreadable } from '../../../../core/parse/parse-limits.ts'

const rowsMax = 50_000
const textBytesMax = 2 * 1024 * 1024
const depthMax = 64
const unknownShareMax = 0.2

const lengthPrefixedTags = new Set('TAOoUSsLlGgMmVb')
const ignoredTags = new Set('IHERrXxCDJNW#')
const forbiddenKeys = new Set(['__proto__', 'prototype', 'constructor'])

/** The root row with its references resolved; undefined if the page has no flight rows. */
export function parseFlight(page: string): unknown {
  const bytes = assemble(page)
  return bytes === undefined ? undefined : resolveFlight(bytes)
}

/** The chunks in document order; a chunk may end anywhere in a row. */
function assemble(page: string): Buffer | undefined {
  const $ = parseHtml(page)
  const chunks: Buffer[] = []
  for (const script of $('script:not([src])').toArray()) {
    const text = $(script).text().trim()
    const [, pushed] =
      /^(?:\(?self\.__next_f\s*=\s*self\.__next_f\s*\|\|\s*\[\]\)?[;.]?\s*)?self\.__next_f\.push\(([\s\S]*)\);?$/.exec(
        text,
      ) ?? []
    if (pushed === undefined) continue
    const chunk = toChunk(pushed)
    if (chunk) chunks.push(chunk)
  }
  return chunks.length === 0 ? undefined : Buffer.concat(chunks)
}

function toChunk(json: string): Buffer | undefined {
  let value: unknown
  try {
    value = parseForeignJson(json)
  } catch {
    return undefined
  }
  if (!Array.isArray(value) || typeof value[1] !== 'string') return undefined
  if (value[0] === 1) return Buffer.from(value[1], 'utf8')
  return value[0] === 3 ? Buffer.from(value[1], 'base64') : undefined
}

export function resolveFlight(bytes: Buffer): unknown {
  const rows = splitRows(bytes)
  return rows === undefined ? undefined : new Resolver(rows).row('0')
}

/** By id, with JSON rows parsed. `undefined` if too many rows are unrecognised. */
function splitRows(bytes: Buffer): ReadonlyMap<string, unknown> | undefined {
  const rows = new Map<string, unknown>()
  let seen = 0
  let unknown = 0
  let index = 0
  while (index < bytes.length && seen < rowsMax) {
    const colon = bytes.indexOf(0x3a, index)
    if (colon < 0) break
    const id = bytes.toString('latin1', index, colon).trim()
    const tag = String.fromCharCode(bytes[colon + 1] ?? 0)
    seen += 1
    const comma = lengthPrefixedTags.has(tag) ? countEnd(bytes, colon + 2) : undefined
    if (comma !== undefined) {
      const length = Number.parseInt(bytes.toString('latin1', colon + 2, comma), 16)
      const end = comma + 1 + length
      if (length > textBytesMax || end > bytes.length) return undefined
      if (tag === 'T') rows.set(id, new TextRow(bytes.toString('utf8', comma + 1, end)))
      index = end
      continue
    }
    const newline = bytes.indexOf(0x0a, colon)
    const end = newline < 0 ? bytes.length : newline
    if (!ignoredTags.has(tag)) {
      const value = parseRow(bytes.toString('utf8', colon + 1, end))
      if (!/^[0-9a-f]+$/.test(id) || value === undefined) unknown += 1
      else rows.set(id, value)
    }
    index = end + 1
  }
  return seen === 0 || unknown > seen * unknownShareMax ? undefined : rows
}

/** The end of a hexadecimal count, if there is one at `from`. */
function countEnd(bytes: Buffer, from: number): number | undefined {
  const comma = bytes.indexOf(0x2c, from)
  if (comma < 0 || comma - from > 8 || comma === from) return undefined
  return /^[0-9a-f]+$/.test(bytes.toString('latin1', from, comma)) ? comma : undefined
}

function parseRow(text: string): unknown {
  try {
    return parseForeignJson(text)
  } catch {
    return undefined
  }
}

/** Text that contains no references. */
class TextRow {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

class Resolver {
  readonly #rows: ReadonlyMap<string, unknown>
  readonly #resolving = new Set<string>()
  #values = 0

  constructor(rows: ReadonlyMap<string, unknown>) {
    this.#rows = rows
  }

  /** Null for a row that is already being resolved: cycles are legal. */
  row(id: string, depth = 0): unknown {
    const value = this.#rows.get(id)
    if (value instanceof TextRow) return value.text
    if (value === undefined || this.#resolving.has(id)) return null
    this.#resolving.add(id)
    const resolved = this.#resolve(value, depth + 1)
    this.#resolving.delete(id)
    return resolved
  }

  /** A row is resolved again for each reference to it, so a small page can become large. */
  #resolve(value: unknown, depth: number): unknown {
    this.#values += 1
    if (this.#values > parseLimits.flightValues)
      throw unreadable(`its rows have more than ${parseLimits.flightValues} values`)
    if (depth > depthMax) return null
    if (typeof value === 'string') return this.#text(value, depth)
    if (Array.isArray(value)) {
      if (value[0] === '$' && value.length >= 4) {
        return {
          type: typeof value[1] === 'string' ? value[1] : null,
          key: value[2],
          props: this.#resolve(value[3], depth + 1),
        }
      }
      return value.map((item) => this.#resolve(item, depth + 1))
    }
    if (typeof value !== 'object' || value === null) return value
    const object: Record<string, unknown> = Object.create(null)
    for (const [key, item] of Object.entries(value)) {
      if (!forbiddenKeys.has(key)) object[key] = this.#resolve(item, depth + 1)
    }
    return object
  }

  #text(text: string, depth: number): unknown {
    if (!text.startsWith('$') || text === '$') return text
    if (text.startsWith('$$')) return text.slice(1)
    const [, id, path] = /^\$(?:[L@QW])?([0-9a-f]+)((?::[^:]*)*)$/.exec(text) ?? []
    if (id !== undefined) return this.#follow(this.row(id, depth), path ?? '')
    if (text.startsWith('$D')) return text.slice(2)
    if (text.startsWith('$n')) return text.slice(2)
    if (text.startsWith('$S')) return text.slice(2)
    return text === '$-0' ? 0 : null
  }

  #follow(value: unknown, path: string): unknown {
    let here = value
    for (const key of path.split(':').slice(1)) {
      if (typeof here !== 'object' || here === null || forbiddenKeys.has(key) || !Object.hasOwn(here, key))
        return null
      here = (here as Record<string, unknown>)[key]
    }
    return here
  }
}
