/** What a page or the result of a tool says while the sources of its service are read for the first time: what is missing looks like all. */

import type { FirstSyncReader } from './first-sync.ts'

export type CollectingNotes = (service: string) => Promise<string | undefined>

/** `open`: the progress of one service. */
export function createCollectingNotes(open: (service: string) => FirstSyncReader): CollectingNotes {
  const readers = new Map<string, FirstSyncReader>()
  /** Their sources have all been read, though some of them in vain. */
  const ended = new Set<string>()
  return async (service) => {
    if (ended.has(service)) return undefined
    const read = readers.get(service) ?? open(service)
    readers.set(service, read)
    const state = await read()
    if (state === undefined) return undefined
    const { sources, collected, failed } = state
    if (sources > 0 && collected + failed >= sources) {
      ended.add(service)
      return undefined
    }
    const progress =
      sources === 0
        ? 'has only just begun'
        : `has read ${collected + failed} of ${sources} sources of ${service}`
    return `The first sync ${progress}, so this is not all; try again in a minute.`
  }
}
