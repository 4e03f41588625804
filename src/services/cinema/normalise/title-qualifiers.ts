/** The vocabulary of qualifiers around a title, by kind. */

import { languageCodes } from './languages.ts'

/** Matched in brackets and after a dash or colon, if every word of the part is a qualifier. Longest phrases match first. */
const qualifierWords: readonly { readonly kind: QualifierKind; readonly words: string }[] = [
  {
    kind: 'format',
    words: `2d | 3d | imax | imax 2d | imax 3d | 4dx | screenx | 70mm | 35mm | 16mm | 70 mm | 35 mm | hfr |
      dolby cinema | dolby atmos | d-box | dbox | laser | atmos | imax experience | imax with laser | dolby | reald 3d |
      gold class | projection`,
  },
  {
    kind: 'language',
    words: `dubbed | dub | subbed | sub | subs | subtitled | subtitles | english subtitles | english dub | english sub |
      version francaise | vf | vo | vost |
      vostf | vostfr | original version | omu | ov`,
  },
  {
    kind: 'edition',
    words: `4k | 2k | restoration | restored | 4k restoration | remastered | remaster | digitally remastered | re-issue |
      reissue | re-release | rerelease | rereleased | director's cut | directors cut | extended | extended edition |
      extended cut | final cut | theatrical cut | uncut | encore | sing-along | singalong | sing along | with interval |
      with intermission | interval | intermission | digital restoration`,
  },
  {
    kind: 'access',
    words: `autism friendly | autism-friendly | relaxed | relaxed screening | sensory friendly | audio described |
      open captioned | open captions | open caption | captioned | hoh | subtitled for hard of hearing | hard of hearing |
      dementia friendly | ad`,
  },
  {
    kind: 'event',
    words: `m4j | kids club | kids' club | kids | movies for juniors | toddler club | toddler time | baby club |
      bring your own baby | big scream | parents & baby | parents and baby | parent & baby | carers & babies |
      babes in arms | silver screen | silver cinema | silver screening | seniors' screening | members' preview |
      members preview | member preview | members' screening | unlimited screening | unlimited | preview | previews |
      advance preview | sneak preview | early access | advance screening | special screening | special event |
      staff pick | classic matinee | film club | cult classics | throwback | fan event | fan screening | fan first |
      opening night | opening night fan event | premiere | gala premiere | q&a | live q&a | q & a | satellite q&a |
      recorded q&a | intro | introduction | live score | live orchestra | live music | live organ | celebrating the oscars | short | shorts | panel |
      discussion | midnight screening | awards season | member picks | member poll | member exclusive | closing night | mother's day | father's day`,
  },
]

/** Ignored between qualifiers. */
const fillerWords = new Set(
  'the a an in on at of for with from and film films screening screenings version edition presentation print dcp only digital format & + by live new'.split(
    ' ',
  ),
)

/** Recognised at the end without a separator, because no title ends in them. */
const trailingQualifiers: readonly string[] =
  `4k re-issue | 4k reissue | 4k re-release | 4k restoration | 4k remaster | 4k |
  in 70mm | in 35mm | in 16mm | in imax | in imax 3d | in 3d | in 4dx | in screenx | 70mm | 35mm | 16mm | imax 3d | imax |
  3d | 4dx | screenx | re-issue | re-release | unlimited screening | advance screening | special screening |
  relaxed screening | sing-along | sing-a-long | singalong | fan event | fan first premiere | early access | early access screening | preview screening |
  opening night fan event | gala premiere | premiere | members' preview | members preview | autism friendly screening |
  director's cut | extended edition | sub | dub`
    .split('|')
    .map((tail) => tail.trim().replace(/\s+/g, ' '))
    .sort((one, other) => other.length - one.length)

export type QualifierKind = 'format' | 'language' | 'edition' | 'access' | 'event'

export interface TitleQualifier {
  readonly kind: QualifierKind
  readonly word: string
}

const kindByPhrase = new Map<string, QualifierKind>([
  ...[...languageCodes.keys()].map((word) => [foldPhrase(word), 'language'] as const),
  ...qualifierWords.flatMap(({ kind, words }) =>
    words.split('|').map((word) => [foldPhrase(word), kind] as const),
  ),
])
const phraseWordsMax = Math.max(...[...kindByPhrase.keys()].map((word) => word.split(' ').length))

/** The qualifiers of a text; undefined if it contains any other word or no qualifier. */
export function parseQualifiers(text: string): TitleQualifier[] | undefined {
  const words = foldPhrase(text).split(' ').filter(Boolean)
  const qualifiers: TitleQualifier[] = []
  let index = 0
  while (index < words.length) {
    const phrase = longestPhrase(words, index)
    if (phrase !== undefined) {
      qualifiers.push({ kind: phrase.kind, word: phrase.word })
      index += phrase.length
    } else if (fillerWords.has(words[index] ?? '')) {
      index++
    } else {
      return undefined
    }
  }
  return qualifiers.length > 0 ? qualifiers : undefined
}

/** The trailing qualifiers of a title, and where they start. */
export function parseTrailingQualifiers(
  title: string,
): { readonly start: number; readonly qualifiers: TitleQualifier[] } | undefined {
  const lower = foldLetters(title)
  for (const tail of trailingQualifiers) {
    if (!lower.endsWith(` ${tail}`)) continue
    const qualifiers = parseQualifiers(tail)
    if (qualifiers !== undefined) return { start: title.length - tail.length - 1, qualifiers }
  }
  return undefined
}

function longestPhrase(words: readonly string[], at: number) {
  for (let length = Math.min(phraseWordsMax, words.length - at); length > 0; length--) {
    const word = words.slice(at, at + length).join(' ')
    const kind = kindByPhrase.get(word)
    if (kind !== undefined) return { word, kind, length }
  }
  return undefined
}

function foldPhrase(text: string): string {
  return foldLetters(text)
    .replace(/[®™©.!,"]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Keeps the length of the text, so that positions stay valid. */
function foldLetters(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’`´]/g, "'")
    .replace(/[–—―‐‑]/g, '-')
    .replace(/ç/g, 'c')
    .replace(/[éè]/g, 'e')
    .toLowerCase()
}
