/** The pictures of a movie, in places of fixed size. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { initialsOf } from '../../../../http/pages/parts.ts'
import type { Movie } from '../../schema/index.ts'

/** Without a picture, and until it is there, the initials. `up`: the relative path to the base of the service. */
export function poster({ id, title, images }: Movie, up: string, size: '' | 'large' = ''): Html {
  const picture =
    images?.poster === undefined
      ? undefined
      : html`<img src="${up}movies/${id}/poster" alt="" width="200" height="300"${size === '' ? html` loading="lazy"` : undefined}>`
  return html`<span class="${size === '' ? 'poster' : `poster ${size}`}" aria-hidden="true">${initialsOf(title)}${picture}</span>`
}

/** Decoration beside what is known of the movie. */
export function backdrop({ id, images }: Movie, up: string): Html | undefined {
  if (images?.backdrop === undefined) return undefined
  return html`<img class="backdrop" src="${up}movies/${id}/backdrop" alt="" width="480" height="270" loading="lazy">`
}
