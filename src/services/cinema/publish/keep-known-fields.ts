/** Completes records with stored fields that their source did not deliver this time. */

import { defined } from '../../../core/defined.ts'
import { parseTitle } from '../normalise/title.ts'
import { metadataGrades, type Showtime, type Theater } from '../schema/index.ts'
import type { MovieRecord, ShowtimeRecord, TheaterRecord } from '../schema/records.ts'

/** Undefined if nothing had to be kept. */
export function keepShowtimeFields(
  record: ShowtimeRecord,
  stored: Pick<Showtime, 'auditorium' | 'format_tags' | 'raw_format_tags' | 'language' | 'subtitle_language'>,
): ShowtimeRecord | undefined {
  const { unresolved = [] } = record
  const { auditorium = record.auditorium } = stored
  const merged = defined<ShowtimeRecord>({
    ...record,
    ...(unresolved.includes('auditorium') ? { auditorium } : {}),
    ...(unresolved.includes('formats')
      ? {
          formats: stored.format_tags ?? record.formats,
          rawFormats: stored.raw_format_tags ?? record.rawFormats,
          language: record.language ?? stored.language ?? undefined,
          subtitleLanguage: record.subtitleLanguage ?? stored.subtitle_language ?? undefined,
        }
      : {}),
  })
  return isSame(merged, defined<ShowtimeRecord>(record)) ? undefined : merged
}

export interface KeptFields<Rec> {
  readonly record: Rec
  /** Whether the source described it before, and not this time. */
  readonly isHeld: boolean
  /** Whether it lacked fields that it had. */
  readonly hasKeptFields: boolean
}

/** Another title under the same id may be another film, whose fields are not kept. */
export function keepMovieFields(record: MovieRecord, stored: MovieRecord): KeptFields<MovieRecord> {
  if (record.isPartial && !stored.isPartial) return { record: stored, isHeld: true, hasKeptFields: true }
  if (parseTitle(record.title).key !== parseTitle(stored.title).key)
    return { record, isHeld: false, hasKeptFields: false }
  const { packageOf: _, isPartial: __, ...known } = stored
  const [grade = record.grade] = metadataGrades.filter((one) => one === record.grade || one === stored.grade)
  const images = { ...stored.images, ...record.images }
  const merged: MovieRecord = {
    ...known,
    ...record,
    ...keepLonger(record, stored),
    ...(Object.keys(images).length === 0 ? {} : { images }),
    ids: { ...stored.ids, ...record.ids },
    rawIds: { ...stored.rawIds, ...record.rawIds },
    grade,
  }
  return { record: merged, isHeld: false, hasKeptFields: !isSame(merged, record) }
}

/** A list that only became shorter may be cut off. */
function keepLonger(record: MovieRecord, stored: MovieRecord): Partial<MovieRecord> {
  const kept = (['genres', 'cast', 'directors', 'distributors'] as const).flatMap((name) => {
    const [list = [], storedList = []] = [record[name], stored[name]]
    const isShorter = list.length < storedList.length && list.every((entry) => storedList.includes(entry))
    return isShorter ? [[name, storedList]] : []
  })
  return Object.fromEntries(kept)
}

/** The fields of a partial record are those of the member file, so the stored ones are better. */
export function keepTheaterFields(record: TheaterRecord, stored: Theater): KeptFields<TheaterRecord> {
  const { phone, website_url: websiteUrl, amenities, geo, name, slug, timezone } = stored
  const known = defined<Partial<TheaterRecord>>({ phone, websiteUrl, amenities, geo })
  const address = record.isPartial
    ? { ...record.address, ...stored.address }
    : { ...stored.address, ...record.address }
  const merged: TheaterRecord = {
    ...known,
    ...record,
    ...(record.isPartial ? { ...known, ...defined<Partial<TheaterRecord>>({ name, slug, timezone }) } : {}),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  }
  const hasKeptFields = !isSame(merged, record)
  return { record: merged, isHeld: record.isPartial === true && hasKeptFields, hasKeptFields }
}

/** Without regard to the order of fields. */
function isSame(one: object, other: object): boolean {
  return sortedJson(one) === sortedJson(other)
}

function sortedJson(value: object): string {
  return JSON.stringify(Object.entries(value).sort(([name], [otherName]) => (name < otherName ? -1 : 1)))
}
