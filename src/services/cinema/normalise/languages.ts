/** Language names as listings write them, with their BCP 47 codes. */

const listedCodes =
  'ar bn yue zh cs da nl en fi fr de el gu he hi hu it ja kn ko lt ml mr no fa pl pt pa ro ru es sv ta te th tr uk ur vi cy'.split(
    ' ',
  )
/** Listings also have their native names. */
const nativeCodes = ['de', 'es', 'fr', 'it', 'pl']

function nameIn(locale: string, code: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(code)?.toLowerCase() ?? code
}

export const languageCodes: ReadonlyMap<string, string> = new Map([
  ...listedCodes.map((code) => [nameIn('en', code), code] as const),
  // Portals of Germany have German ones.
  ...listedCodes.map((code) => [nameIn('de', code), code] as const),
  ...nativeCodes.map((code) => [nameIn(code, code), code] as const),
  ['bengali', 'bn'],
  ['farsi', 'fa'],
  ['mandarin', 'zh'],
  ['française', 'fr'],
  ['francaise', 'fr'],
])

/** The code of `Hindi`, `hi`, `HI` or `en-GB`; otherwise undefined. */
export function toLanguage(name: string): string | undefined {
  const word = name.trim().toLowerCase()
  const code = languageCodes.get(word)
  if (code !== undefined) return code
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(word) ? canonicalTag(word) : undefined
}

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
