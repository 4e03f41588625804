/** Escapes Markdown and HTML syntax. `-` and `+` are syntax only where a line or an item of a list begins. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#!|<>&~]/g, (sign) =>
      sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : sign === '&' ? '&amp;' : `\\${sign}`,
    )
    .replace(/^[ \t]*[-+]/gm, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`)
}
