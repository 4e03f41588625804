/** How the values that postings are counted by are stored in rows. */

import { isCityInRegionKey } from './place-keys.ts'

/** The keys of a stored text that are counted. */
export function countedKeys(field: string, list: string): string[] {
  const keys = splitPipes(list)
  return field === 'region' ? keys.filter((key) => !isCityInRegionKey(key)) : keys
}

export function splitPipes(list: string): string[] {
  return list.split('|').filter((key) => key !== '')
}

export function joinPipes(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `|${keys.join('|')}|`
}
