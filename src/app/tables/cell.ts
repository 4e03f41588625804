/** A value of a row as text that people can read. */

import { externalLink, webAddress } from '../../http/pages/external-link.ts'
import { type Html, html } from '../../http/pages/html.ts'
import { listName } from '../../http/response/representation.ts'
import type { FieldSchema, TableList } from './table-list.ts'

const charsMax = 160
/** From here on, a text has several lines. */
const passageChars = 60
const entriesMax = 8
const none = html`<span class="none">none</span>`

export function isNumberColumn(schema: FieldSchema | undefined): boolean {
  const types = [schema?.type ?? []].flat()
  return types.some((type) => type === 'number' || type === 'integer')
}

/** A text, a number or a truth, or nothing. */
export function isSimple(schema: FieldSchema | undefined): boolean {
  if (schema === undefined) return false
  if (schema.anyOf !== undefined) return schema.anyOf.every(isSimple)
  const types = [schema.type ?? (schema.enum === undefined ? 'object' : 'string')].flat()
  return types.every((type) => type !== 'object' && type !== 'array')
}

/** A value that a page of its own explains is a link to it. */
export function cell(list: TableList, name: string, value: unknown): Html | string {
  if (value === null || value === undefined || value === '') return none
  const page = list.recordPages.find(
    ({ folder, parameter }) => parameter === name || (name === 'id' && folder === listName(list.route)),
  )
  if (page !== undefined && (typeof value === 'string' || typeof value === 'number'))
    return html`<a href="${page.path}${encodeURIComponent(value).replaceAll('%3A', ':')}">${value}</a>`
  if (typeof value === 'string') {
    const address = webAddress(value)
    if (address !== undefined) return externalLink(address, new URL(address).hostname)
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return html`<time>${value}</time>`
    return isInstant(value) ? instantElement(value) : cut(value)
  }
  return cut(valueText(value))
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))
}

/** In the zone in which the API has it. */
function instantElement(instant: string): Html {
  const text = instant
    .replace('T', ' ')
    .replace(/^(.{16}):\d\d(\.\d+)?/, '$1')
    .replace(/Z$/, ' UTC')
  return html`<time datetime="${instant}">${text}</time>`
}

/** A passage has room for its lines, so that one long text does not make all rows tall. */
function cut(text: string): Html | string {
  const shown = text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
  return shown.length > passageChars ? html`<span class="passage">${shown}</span>` : shown
}

/** Of an object, what names it, otherwise its members. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    const shown = value.slice(0, entriesMax).map(valueText).join(', ')
    if (value.length === 0) return 'none'
    return value.length > entriesMax ? `${shown} and ${value.length - entriesMax} more` : shown
  }
  if (typeof value !== 'object') return String(value)
  const record = value as Readonly<Record<string, unknown>>
  const named = record.name ?? record.title ?? record.label ?? record.id
  if (typeof named === 'string') return named
  return Object.entries(record)
    .filter(([, member]) => member !== null)
    .slice(0, entriesMax)
    .map(([member, one]) => `${member.replaceAll('_', ' ')}: ${valueText(one)}`)
    .join(', ')
}
