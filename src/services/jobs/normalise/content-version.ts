import { contentHash } from '../../../core/content-hash.ts'

/**
 * Increase it when sources, normalisation or rows change: every posting is then read and its row written again, and none
 * counts as changed.
 */
export const contentVersion = 12

/** A shorter `contentHash`: 72 bits are enough to tell postings apart, and each has several. */
export function postingHash(version: number, value: unknown): string {
  return contentHash(version, value).slice(0, -10)
}
