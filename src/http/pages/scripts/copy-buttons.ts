/** Adds a button to each command that copies it. */

import { copyButton } from './copy-button.ts'

/** The browser has a clipboard only for pages from this machine or over HTTPS. */
export function copyButtons(page: Document, clipboard: Clipboard | undefined): void {
  if (clipboard === undefined) return
  for (const command of page.querySelectorAll('pre.command')) {
    const text = (command.textContent ?? '').trim()
    if (text === '') continue
    const button = copyButton(page, clipboard, 'Copy', text)
    button.className = 'button quiet copy'
    command.after(button)
  }
}
