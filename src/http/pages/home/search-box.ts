/** The box that searches everything, in the head of every page. */

import { type Html, html } from '../html.ts'

export const searchPath = '/search'
export const searchWordsMax = 100
/** A few hits of each section. */
const suggestPath = `${searchPath}?limit=3&q=`

/** `data-suggest` lets a script complete what is typed: the hits of the search, which have a path each. */
export function searchBox(q = ''): Html {
  return html`<form class="find" role="search" aria-label="Everything" action="${searchPath}">
<input type="search" name="q" value="${q}" maxlength="${searchWordsMax}" placeholder="Film, symbol, job, company" aria-label="Search everything" data-suggest="${suggestPath}" data-text="title" data-notes="section note" data-go="{path}">
<button>Search</button>
</form>`
}
