/** Maps the posts of Filmbot sites without listings: one post per showtime, whose title names the film and the time. */

import { Type } from 'typebox'
import { toPlainText } from '../../../../../core/parse/plain-text.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import { toLocalText } from '../../../../../core/zoned-time.ts'
import type { MapContext } from '../../../../../sync/source.ts'
import { isPrivateHire } from '../../../normalise/private-hire.ts'
import { parseStart } from '../../../normalise/time.ts'
import type { MovieRecord, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { anyId, nullish, nullishText } from '../../field-schemas.ts'
import { absoluteUrl, idsIn, slugify } from '../../field-values.ts'
import { toMovieRecord } from '../../records/movie-record.ts'
import { toShowtimeRecord } from '../../records/showtime-record.ts'

const textOrNumber = nullish(Type.Union([Type.String(), Type.Number()]))
const flag = nullish(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))

const PostShape = Type.Object({
  id: anyId,
  title: Type.Object({ rendered: Type.String({ maxLength: 1000 }) }),
  link: nullishText,
  /** Seconds since the epoch. */
  _datetime: Type.Union([
    Type.String({ pattern: '^[0-9]{9,11}$' }),
    Type.Integer({ minimum: 0, maximum: 1e11 }),
  ]),
  /** Minutes. */
  _length: textOrNumber,
  _sold_out: flag,
  _open_captions: flag,
})
const isPost = typeGuard(PostShape)
type Post = Type.Static<typeof PostShape>

export function toPostListing(
  rows: readonly unknown[],
  { member, drop }: MapContext<CinemaMember>,
): { films: MovieRecord[]; showtimes: ShowtimeRecord[]; listed: string[] } {
  const films = new Map<string, MovieRecord>()
  const showtimes = new Map<string, ShowtimeRecord>()
  const listed: string[] = []
  for (const row of rows) {
    const movie = isPost(row) ? toMovie(row, member) : undefined
    const showtime = isPost(row) && movie ? toShowtime(row, movie, member) : undefined
    if (movie === undefined || showtime === undefined) {
      drop('not a post of a showtime')
      listed.push(...idsIn(row, 'id'))
    } else if (isPrivateHire(movie.title)) drop('a private hire')
    else if (showtimes.has(showtime.session)) drop('listed twice')
    else {
      if (!films.has(movie.film)) films.set(movie.film, movie)
      showtimes.set(showtime.session, showtime)
    }
  }
  return { films: [...films.values()], showtimes: [...showtimes.values()], listed }
}

/** `9 to 5 – 10/9/26 @ 4:00 pm` */
function titleOf(post: Post): string {
  const text = toPlainText(post.title.rendered)
  const date = / [–—-] \d{1,2}\/\d{1,2}\/\d{2,4} @ /.exec(text)
  return date === null ? text : text.slice(0, date.index)
}

/** The film is a post of its own, which the showtime does not name: the title has to do. */
function toMovie(post: Post, member: CinemaMember): MovieRecord | undefined {
  const title = titleOf(post)
  const film = slugify(title)
  if (film === '') return undefined
  return toMovieRecord({
    film: `${member.site}:${film}`,
    rawIds: { film },
    title,
    runtimeMinutes: Number(post._length) || 0,
  })
}

function toShowtime(post: Post, movie: MovieRecord, member: CinemaMember): ShowtimeRecord | undefined {
  const start = parseStart(toLocalText(Number(post._datetime) * 1000, member.timezone), member.timezone)
  if (start === undefined) return undefined
  const bookingUrl = absoluteUrl(post.link, `${member.base}/`)
  return toShowtimeRecord({
    member,
    session: String(post.id),
    film: movie,
    start,
    state: isSet(post._sold_out) ? 'sold_out' : bookingUrl === undefined ? 'unknown' : 'on_sale',
    tags: isSet(post._open_captions) ? ['open caption'] : [],
    bookingUrl,
    rawIds: movie.rawIds,
  })
}

/** WordPress writes a flag as text: empty, `0` or `1`. */
function isSet(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && value !== '' && value !== '0')
}
