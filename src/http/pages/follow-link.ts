/** The link from a list to a subscription to its changes, which the account page fills in. */

import { type Html, html } from './html.ts'

/** `filters`: those of the list that requests for changes have, too. With others, more would be sent than the list shows. */
export function followLink(
  service: string,
  filters: Readonly<Record<string, string | number | undefined>>,
  text = 'Get changes by e-mail',
): Html {
  const stated = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') stated.set(name, String(value))
  const fragment = new URLSearchParams({ subscribe: service, filters: `${stated}` })
  return html`<a class="button quiet" href="/account#${`${fragment}`}">${text}</a>`
}
