/** Complete XML documents. */

import type { Html } from '../html.ts'

export function xmlDocument(root: Html): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${replaceInvalidXml(root.text)}`
}

/** XML cannot represent these characters, not even escaped. */
function replaceInvalidXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the target
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
}
