/** The kinds of cells that several tables have. */

import type { Column } from './parse-table.ts'

const textCharactersMax = 200

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controlCharacter = /[\u0000-\u001f\u007f]/

export const text: Column = {
  isValid: (value) => value.length <= textCharactersMax && !controlCharacter.test(value),
  mustBe: `text of at most ${textCharactersMax} characters`,
}

export const slug: Column = {
  isValid: (value) => /^[a-z][a-z0-9-]{0,63}$/.test(value),
  mustBe: 'lower-case letters, digits and dashes',
}

export const memberId: Column = {
  isValid: (value) => /^[a-z0-9][a-z0-9._-]{0,127}$/.test(value),
  mustBe: 'lower-case letters, digits, dots, dashes and underscores',
}

export const httpsUrl: Column = {
  isValid: (value) => value.startsWith('https://') && !/\s/.test(value) && URL.canParse(value),
  mustBe: 'an https URL',
}

export const country: Column = {
  isValid: (value) => /^[A-Z]{2}$/.test(value),
  mustBe: 'two capital letters (ISO 3166-1)',
}

export const count: Column = {
  isValid: (value) => /^\d{1,9}$/.test(value),
  mustBe: 'a whole number',
}

export const day: Column = {
  isValid: (value) => /^\d{4}-\d\d(-\d\d)?$/.test(value) && isInCalendar(value),
  mustBe: 'a day or month such as 2026-08-22 or 2026-08',
}

/** The 31st of February is parsed as a day in March. */
function isInCalendar(value: string): boolean {
  const at = Date.parse(value)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}

export function required(column: Column): Column {
  return { ...column, isRequired: true }
}

export function oneOf(values: Iterable<string>): Column {
  const allowed = new Set(values)
  return { isValid: (value) => allowed.has(value), mustBe: `one of ${[...allowed].join(', ')}` }
}
