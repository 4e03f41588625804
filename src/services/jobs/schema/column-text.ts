/** Without compatibility characters, as columns have it. */
export function toColumnText(text: string): string {
  return text.normalize('NFKC')
}
