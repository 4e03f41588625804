/** Adds a button to each command that copies it. */

import type { Clipboard, CopyButton } from './browser.ts'

interface Element {
  readonly textContent: string | null
  after(element: CopyButton): void
}

interface Page {
  querySelectorAll(selector: string): Iterable<Element>
  createElement(name: 'button'): CopyButton
}

/** Runs in the browser, which has a clipboard only for pages from this machine or over HTTPS. */
export function copyButtons(page: Page, clipboard: Clipboard | undefined): void {
  if (clipboard === undefined) return
  for (const command of page.querySelectorAll('pre.command')) {
    const button = page.createElement('button')
    button.type = 'button'
    button.className = 'button quiet copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => {
      clipboard.writeText((command.textContent ?? '').trim()).then(
        () => {
          button.textContent = 'Copied'
        },
        () => {
          button.textContent = 'Not allowed'
        },
      )
    })
    command.after(button)
  }
}
