/** The wait until a server answers. */

import { setTimeout as sleep } from 'node:timers/promises'

export async function untilHealthy(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const response = await fetch(url, { signal }).catch(() => undefined)
    if (response?.ok) return
    await sleep(5)
  }
}
