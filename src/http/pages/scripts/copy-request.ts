/** Adds buttons beside the API request of a page that copy it for curl, as a call of the client, or as a command of the server. */

import { copyButton } from './copy-button.ts'

/**
 * The browser has a clipboard only for pages from this machine or over HTTPS. An element has in its dataset: `call`, such as
 * `cinema.searchShowtimes`; `path`, that of the operation, with its parameters in braces; `href`, where the element is no
 * link because only a token opens it; `command`, which shows the same, such as `broadsheet plan`.
 */
export function copyRequest(page: Document, clipboard: Clipboard | undefined): void {
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
  const addButton = (element: HTMLElement, name: string, text: string) => {
    const button = copyButton(page, clipboard, name, text)
    button.className = 'copy'
    element.after(' ', button)
  }
  for (const element of page.querySelectorAll<HTMLElement>('[data-call]')) {
    const { call = '', path = '', command } = element.dataset
    const needsToken = element.dataset.href !== undefined
    const url = new URL(element.dataset.href ?? element.getAttribute('href') ?? '', page.baseURI)
    if (command !== undefined) addButton(element, 'Copy as a command', command)
    addButton(element, 'Copy as JavaScript', toCall(url, call, path, needsToken))
    const credential = needsToken ? ' -H "Authorization: Bearer $BROADSHEET_TOKEN"' : ''
    // A quote would end the quoted address, so it is written in another way.
    addButton(element, 'Copy as curl', `curl${credential} '${url.href.replaceAll("'", '%27')}'`)
  }
}
