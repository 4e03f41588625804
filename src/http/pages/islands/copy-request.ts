/** Adds buttons beside the API request of a page that copy it as a command or as a call of the client. */

import type { Clipboard, CopyButton } from './browser.ts'

interface RequestLink {
  readonly href: string
  readonly dataset: {
    /** `cinema.searchShowtimes`. */
    readonly call?: string
    /** The path of the operation, with its parameters in braces. */
    readonly path?: string
  }
  after(...nodes: readonly (CopyButton | string)[]): void
}

interface Page {
  querySelectorAll(selector: string): Iterable<RequestLink>
  createElement(name: 'button'): CopyButton
}

/** Runs in the browser, which has a clipboard only for pages from this machine or over HTTPS. */
export function copyRequest(page: Page, clipboard: Clipboard | undefined): void {
  if (clipboard === undefined) return
  const numbers = new Set(['limit', 'offset', 'page', 'per_page', 'radius_miles', 'days', 'salary_min'])
  const toValue = (name: string, text: string) => {
    if (text === 'true' || text === 'false') return text === 'true'
    return numbers.has(name) ? Number(text) : text
  }
  const toCall = (url: URL, call: string, path: string) => {
    const parameters: Record<string, string | number | boolean> = {}
    const segments = url.pathname.split('/')
    const names = path.split('/')
    // From the end: where the service is mounted is not part of the path.
    names.forEach((name, at) => {
      if (name.startsWith('{'))
        parameters[name.slice(1, -1)] = decodeURIComponent(
          segments[segments.length - names.length + at] ?? '',
        )
    })
    for (const [name, text] of url.searchParams) parameters[name] = toValue(name, text)
    return `import { Broadsheet } from 'broadsheet-client'

const broadsheet = new Broadsheet({ baseUrl: ${JSON.stringify(url.origin)} })
const { data } = await broadsheet.${call}(${JSON.stringify(parameters, null, 2)})
console.log(data)
`
  }
  const addButton = (link: RequestLink, name: string, text: string) => {
    const button = page.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = name
    button.addEventListener('click', () => {
      clipboard.writeText(text).then(
        () => {
          button.textContent = 'Copied'
        },
        () => {
          button.textContent = 'Not allowed'
        },
      )
    })
    link.after(' ', button)
  }
  for (const link of page.querySelectorAll('a[data-call]')) {
    const { call = '', path = '' } = link.dataset
    addButton(link, 'Copy as JavaScript', toCall(new URL(link.href), call, path))
    // A quote would end the quoted address, so it is written in another way.
    addButton(link, 'Copy as curl', `curl '${link.href.replaceAll("'", '%27')}'`)
  }
}
