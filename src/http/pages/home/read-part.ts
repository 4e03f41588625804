/** Reads a part of a page that the rest of the page can do without. */

import { abortable } from '../../../core/async/abortable.ts'
import { isFailure } from '../../../core/errors.ts'

/** How long a page waits for a part, which may ask an upstream. */
const partDeadlineMs = 1500

/** `refused`: it has nothing for this request. `limited`: the reader sends too many. `slow`: it takes too long. `unavailable`: it fails. */
export type Problem = 'refused' | 'limited' | 'slow' | 'unavailable'

export type PartResult<Part> =
  | { readonly part: Part; readonly problem?: undefined }
  | { readonly part?: undefined; readonly problem: Problem }

/** A part that fails or takes too long does not cost the reader the page. A mistake in the program is thrown. */
export async function readPart<Part>(
  read: (signal: AbortSignal) => Promise<Part>,
  requestSignal: AbortSignal,
): Promise<PartResult<Part>> {
  const deadline = AbortSignal.timeout(partDeadlineMs)
  const signal = AbortSignal.any([requestSignal, deadline])
  try {
    return { part: await abortable(read(signal), signal) }
  } catch (thrown) {
    requestSignal.throwIfAborted()
    if (deadline.aborted) return { problem: 'slow' }
    if (isFailure(thrown)) return { problem: problemOf(thrown.status) }
    throw thrown
  }
}

function problemOf(status: number): Problem {
  if (status === 429) return 'limited'
  return status < 500 ? 'refused' : 'unavailable'
}
