/** Explains an empty list before the first sync. */

import type { Publications } from '../../store/store.ts'
import type { Reply } from '../reply.ts'
import type { CachePolicy } from '../route.ts'

export const notYetCollected = {
  code: 'not_yet_collected',
  message: 'No data has been collected yet; try again in a minute.',
} as const

/** Leaves a reply alone whose handler has given its own warnings. */
export function withCollectionWarning(
  reply: Reply,
  policy: CachePolicy,
  publications: Pick<Publications, 'publishedAt'>,
): Reply {
  if (typeof policy === 'string' || publications.publishedAt(policy.scope) > 0) return reply
  const { rows, meta } = reply
  if (rows === undefined || rows.length > 0 || meta?.warnings !== undefined) return reply
  return { ...reply, meta: { ...meta, warnings: [notYetCollected] } }
}
