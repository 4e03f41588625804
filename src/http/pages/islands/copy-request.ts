/** Adds buttons beside the API request of a page that copy it for curl, as a call of the client, or as a command of the server. */

import type { Clipboard, CopyButton } from './browser.ts'

interface RequestElement {
  /** Of a link. */
  readonly href?: string
  readonly dataset: {
    /** Instead of a link, where only a token opens it. */
    readonly href?: string
    /** `cinema.searchShowtimes`. */
    readonly call?: string
    /** The path of the operation, with its parameters in braces. */
    readonly path?: string
    /** The command that shows the same: `broadsheet plan`. */
    readonly command?: string
  }
  after(...nodes: readonly (CopyButton | string)[]): void
}

interface Page {
  querySelectorAll(selector: string): Iterable<RequestElement>
  readonly baseURI: string
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
  const toCall = (url: URL, call: string, path: string, needsToken: boolean) => {
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

const broadsheet = new Broadsheet({ baseUrl: ${JSON.stringify(url.origin)}${needsToken ? ', token: process.env.BROADSHEET_TOKEN' : ''} })
const { data } = await broadsheet.${call}(${JSON.stringify(parameters, null, 2)})
console.log(data)
`
  }
  const addButton = (element: RequestElement, name: string, text: string) => {
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
    element.after(' ', button)
  }
  for (const element of page.querySelectorAll('[data-call]')) {
    const { call = '', path = '', command } = element.dataset
    const needsToken = element.dataset.href !== undefined
    const url = new URL(element.dataset.href ?? element.href ?? '', page.baseURI)
    if (command !== undefined) addButton(element, 'Copy as a command', command)
    addButton(element, 'Copy as JavaScript', toCall(url, call, path, needsToken))
    const credential = needsToken ? ' -H "Authorization: Bearer $BROADSHEET_TOKEN"' : ''
    // A quote would end the quoted address, so it is written in another way.
    addButton(element, 'Copy as curl', `curl${credential} '${url.href.replaceAll("'", '%27')}'`)
  }
}
