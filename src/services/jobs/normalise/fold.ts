/** The form under which labels are compared: case, width and spacing do not count. */

export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Place names also lose their accents and dots: `Sao Paulo` is `São Paulo`, `D.C.` is `DC`. */
export function foldPlace(text: string): string {
  return fold(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f.’']/g, '')
    .normalize('NFC')
}
