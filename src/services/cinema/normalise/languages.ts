/** Language names as listings write them, with their BCP 47 codes. */

export const languageCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    arabic: 'ar',
    bengali: 'bn',
    cantonese: 'yue',
    chinese: 'zh',
    czech: 'cs',
    danish: 'da',
    dutch: 'nl',
    english: 'en',
    farsi: 'fa',
    finnish: 'fi',
    french: 'fr',
    german: 'de',
    greek: 'el',
    gujarati: 'gu',
    hebrew: 'he',
    hindi: 'hi',
    hungarian: 'hu',
    italian: 'it',
    japanese: 'ja',
    kannada: 'kn',
    korean: 'ko',
    lithuanian: 'lt',
    malayalam: 'ml',
    mandarin: 'zh',
    marathi: 'mr',
    norwegian: 'no',
    persian: 'fa',
    polish: 'pl',
    portuguese: 'pt',
    punjabi: 'pa',
    romanian: 'ro',
    russian: 'ru',
    spanish: 'es',
    swedish: 'sv',
    tamil: 'ta',
    telugu: 'te',
    thai: 'th',
    turkish: 'tr',
    ukrainian: 'uk',
    urdu: 'ur',
    vietnamese: 'vi',
    welsh: 'cy',
    // Native names.
    deutsch: 'de',
    español: 'es',
    française: 'fr',
    français: 'fr',
    francaise: 'fr',
    italiano: 'it',
    polski: 'pl',
  }),
)

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
