/** Explains an empty list before the first sync. */

import type { Reply } from '../reply.ts'

export const notYetCollected = {
  code: 'not_yet_collected',
  message: 'No data has been collected yet; try again in a minute.',
} as const

/** Leaves a reply alone whose handler has given its own warnings. */
export function withCollectionWarning(reply: Reply): Reply {
  const { rows, meta } = reply
  if (rows === undefined || rows.length > 0 || meta?.warnings !== undefined) return reply
  return { ...reply, meta: { ...meta, warnings: [notYetCollected] } }
}
