/** Past its last page a list of publications has no empty page: its host says 404 and that the page is invalid. */

import type { Contract } from './contracts.ts'

export function isPastLastPage({ id }: Contract, json: unknown): boolean {
  if (id !== 'ideas.list' && id !== 'scripts.list') return false
  const { detail } = (json ?? {}) as { detail?: unknown }
  return typeof detail === 'string' && /^invalid page\b/i.test(detail)
}
