/** Reads a part of a page that the rest of the page can do without. */

import { abortable } from '../../core/abortable.ts'
import { isFailure } from '../../core/errors.ts'

/** How long a page waits for a part, which may ask an upstream. */
const partDeadlineMs = 1500

/** Undefined if the part fails or takes too long: that does not cost the reader the page. A mistake in the program is thrown. */
export async function readPart<Part>(
  read: (signal: AbortSignal) => Promise<Part>,
  requestSignal: AbortSignal,
): Promise<Part | undefined> {
  const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(partDeadlineMs)])
  try {
    return await abortable(read(signal), signal)
  } catch (thrown) {
    requestSignal.throwIfAborted()
    if (!isFailure(thrown) && !signal.aborted) throw thrown
    return undefined
  }
}
