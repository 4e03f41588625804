/** How many workers there can be: several need to share a port, which macOS and Windows do not allow. */

import { canSharePorts } from '../../app/check-port.ts'

export async function usableWorkers(
  wanted: number,
  warn: (message: string) => void,
  canShare: () => Promise<boolean> = canSharePorts,
): Promise<number> {
  if (wanted === 1 || (await canShare())) return wanted
  warn(
    `one worker answers requests, not ${wanted}: on this system several cannot share a port (they can on Linux)`,
  )
  return 1
}
