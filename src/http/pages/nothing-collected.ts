/** Instead of a list on a server that has read no source yet: nothing is wrong with what the reader asks for. */

import { type Html, html } from './html.ts'
import { emptyState } from './parts.ts'

/** `what` in the plural: theaters. */
export function nothingCollected(what: string): Html {
  return emptyState(
    html`No ${what} have been collected yet. The <a href="/">front page</a> says how far the first sync is.`,
  )
}
