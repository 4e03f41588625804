/** The HTML of an e-mail. Programs for e-mail ignore style sheets, so the style is in the element. */

import { type Html, html } from '../../http/pages/html.ts'

export function emailPage(content: Html | readonly Html[]): string {
  return html`<!doctype html>
<html lang="en"><body style="font: 16px/1.5 Georgia, serif; color: #1a1a1a">
${content}</body></html>`.text
}
