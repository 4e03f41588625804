/** Recognises the names of boards and pages that a company keeps for itself: sandboxes, demos, tests, internal lists. */

const markers: readonly RegExp[] = [
  // At the end: `Sandbox VR` and `Kleen Test Products` are companies.
  /(?:^|[ (_./-])(?:sandbox|demo|staging|internal|test)\)?$/i,
  /(?:^|[ (_./-])internal[ _-](?:job|career|employee|posting)/i,
  /(?:^|[ (_./-])test[ _-]?(?:company|board|account)$/i,
  // Keys have no spaces: `acmesandbox33`, `acmeinternal`, `acmeinternaljobs`.
  /(?:sandbox|internal)\d{0,4}(?:$|[./])/i,
  /internal(?:use)?only/i,
  /internal(?:applications|associates|jobboard|jobs|careers|postings)/i,
  /^leverdemo/i,
  /\bpartner sandbox\b/i,
  /\bdo not (?:use|remove|delete)\b/i,
]
const charactersMax = 200

/** Of a key or a name. */
export function isTestName(text: string): boolean {
  const short = text.slice(0, charactersMax).trim()
  return markers.some((marker) => marker.test(short))
}
