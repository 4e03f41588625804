/** The filters of showtimes by what a screening offers, and by its free seats. */

import { Failure } from '../../../../core/errors.ts'
import { quote } from '../../../../http/request/query-string.ts'
import { accessibilityTags } from '../../normalise/formats.ts'
import { toLanguage } from '../../normalise/languages.ts'
import type { ShowtimeFilter } from '../../queries/showtimes.ts'
import { parseFilter, severalValues } from '../params.ts'

export const tagParams = {
  format: severalValues('A format tag.', 'imax'),
  accessibility: severalValues(
    `What the screening offers: ${accessibilityTags.join(', ')}.`,
    'open_caption|audio_description',
  ),
  language: severalValues('Spoken language, by name or BCP 47 tag.', 'en'),
  subtitle_language: severalValues('Language of the subtitles, by name or BCP 47 tag.', 'en'),
}

interface TagQuery {
  readonly format?: string | undefined
  readonly accessibility?: string | undefined
  readonly language?: string | undefined
  readonly subtitle_language?: string | undefined
  readonly min_free?: number | undefined
  readonly together?: number | undefined
}

/** A blank would match two neighbouring tags, a colon a language of subtitles. */
const tagForm = { pattern: /^[^\s:]+$/, expected: 'tags without blanks and colons' }
const languageForm = {
  pattern: /^[\p{L}\p{M}\p{N} ’'.,()_-]+$/u,
  expected: 'names of languages or BCP 47 tags',
}

function toAccessibilityTag(value: string): string | undefined {
  return accessibilityTags.find((tag) => tag === value.toLowerCase())
}

/** No showtime has a language whose name has a blank and is not known. */
function toLanguageTag(value: string): string | undefined {
  const tag = (toLanguage(value) ?? value).toLowerCase()
  return tag.includes(' ') ? undefined : tag
}

function toSubtitleTag(value: string): string | undefined {
  const tag = toLanguageTag(value)
  return tag && `sub:${tag}`
}

/** The tags to include and to exclude; without those that no showtime has. Throws for a value that cannot be one. */
function parseTags(
  query: TagQuery,
  parameter: 'format' | 'accessibility' | 'language' | 'subtitle_language',
  { pattern, expected }: typeof tagForm,
  tagOf: (value: string) => string | undefined,
) {
  const { included, excluded } = parseFilter(query[parameter])
  const wrong = [...(included ?? []), ...(excluded ?? [])].find((value) => !pattern.test(value))
  if (wrong !== undefined)
    throw new Failure('invalid_request', `The parameter "${parameter}" cannot be ${quote(wrong)}.`, {
      details: { parameter, expected },
    })
  const toTags = (values: readonly string[] | undefined) => values?.flatMap((value) => tagOf(value) ?? [])
  return [toTags(included), toTags(excluded)] as const
}

export function toTagFilter(query: TagQuery): Partial<ShowtimeFilter> {
  const [formats, noFormats] = parseTags(query, 'format', tagForm, (value) => value.toLowerCase())
  const [accessibility, noAccessibility] = parseTags(query, 'accessibility', tagForm, toAccessibilityTag)
  const [languages, noLanguages] = parseTags(query, 'language', languageForm, toLanguageTag)
  const [subtitles, noSubtitles] = parseTags(query, 'subtitle_language', languageForm, toSubtitleTag)
  return {
    formats,
    noFormats,
    accessibility,
    noAccessibility,
    languages,
    noLanguages,
    subtitles,
    noSubtitles,
    free: query.min_free,
    together: query.together,
  }
}
