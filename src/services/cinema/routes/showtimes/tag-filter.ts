/** The filters of showtimes by what a screening offers, and by its free seats. */

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

/** A value with a blank would match two neighbouring tags, one with a colon a language of subtitles. */
function toTag(value: string): string | undefined {
  return /[\s:]/.test(value) ? undefined : value.toLowerCase()
}

function toAccessibilityTag(value: string): string | undefined {
  return accessibilityTags.find((tag) => tag === value.toLowerCase())
}

function toLanguageTag(value: string): string | undefined {
  return toTag(toLanguage(value) ?? value)
}

function toSubtitleTag(value: string): string | undefined {
  const tag = toLanguageTag(value)
  return tag && `sub:${tag}`
}

/** The tags to include and to exclude. No showtime has a value that is no tag. */
function parseTags(text: string | undefined, tagOf: (value: string) => string | undefined) {
  const { included, excluded } = parseFilter(text)
  const toTags = (values: readonly string[] | undefined) => values?.flatMap((value) => tagOf(value) ?? [])
  return [toTags(included), toTags(excluded)] as const
}

export function toTagFilter(query: TagQuery): Partial<ShowtimeFilter> {
  const [formats, noFormats] = parseTags(query.format, toTag)
  const [accessibility, noAccessibility] = parseTags(query.accessibility, toAccessibilityTag)
  const [languages, noLanguages] = parseTags(query.language, toLanguageTag)
  const [subtitles, noSubtitles] = parseTags(query.subtitle_language, toSubtitleTag)
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
