/** How the values that postings are counted by are stored in rows. */

import { isCityInRegionKey, withoutCountry } from './place-keys.ts'

/** The keys of a stored text that are counted. */
export function countedKeys(field: string, list: string): string[] {
  const keys = splitPipes(list)
  return field === 'region' ? keys.filter((key) => !isCityInRegionKey(key)) : keys
}

/**
 * The keys by which conditions find a stored text: those in it, places also without their country. A city that has none is found
 * alone by `placeWithoutCountry`, a combination of labels by each of them, pay by currency or period.
 */
export function lookupKeys(field: string, text: string): string[] {
  if (field === 'employment_type') return [...new Set([text, ...text.split(', ')])]
  if (field === 'pay')
    return [...new Set([text, text.slice(0, text.indexOf(' ') + 1), text.slice(text.indexOf(' '))])]
  const keys = splitPipes(text)
  const places = keys.map((key) => withoutCountry(field, key))
  const alone = field === 'city' ? keys.filter((key, at) => key === places[at]).map(placeWithoutCountry) : []
  return [...new Set([...keys, ...places, ...alone])]
}

/** Finds the city that has no country, and not its namesakes. */
export function placeWithoutCountry(key: string): string {
  return `${key}, `
}

export function splitPipes(list: string): string[] {
  return list.split('|').filter((key) => key !== '')
}

export function joinPipes(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `|${keys.join('|')}|`
}
