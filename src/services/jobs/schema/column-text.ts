/** Separates the columns of a document that are read as one text. No document, id or day contains it, and no text of a row. */
export const columnSeparator = '\u001f'

/** Without compatibility characters, and without the character that separates columns. */
export function toColumnText(text: string): string {
  return text.normalize('NFKC').replaceAll(columnSeparator, ' ')
}
