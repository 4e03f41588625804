/** Whether a page does not end: what it lacks says nothing, and its last row may be half of one. */
export function isCutOff(page: string): boolean {
  if (!/^\s{0,100}</.test(page)) return false
  return /<(?:html|body)[\s>]/i.test(page) && !/<\/(?:html|body)\s{0,100}>/i.test(page)
}
