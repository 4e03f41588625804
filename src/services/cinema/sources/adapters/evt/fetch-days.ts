/** Requests the days of several Event cinemas together: a cinema has some fifty of them. */

import { Failure } from '../../../../../core/errors.ts'
import type { SharedWork, UpstreamResponse } from '../../../../../sync/source.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { failedPart, toUpstreamResponse } from '../../define-cinema-source.ts'
import { daysIn, idsIn, tryParseJson } from '../../field-values.ts'
import type { SharedListings } from '../../share-installation.ts'

const datesMax = 200

/** The site's own pages send it with each of these requests, and it says only that a script does. */
export const scriptHeaders = { 'x-requested-with': 'XMLHttpRequest' }

/** Without a date the response has the first day, and the dates of all others. */
export async function fetchDays(
  { http, signal }: SharedWork,
  theaters: readonly CinemaMember[],
  nowMs: number,
): Promise<SharedListings> {
  const [first] = theaters
  if (first === undefined) return new Map()
  const get = async (query: string) => {
    // A list with commas is an error, so the parameter is repeated.
    const ids = theaters.map(({ site }) => `cinemaIds=${encodeURIComponent(site)}`).join('&')
    const url = `${first.base}/Cinemas/GetSessions?${ids}${query}`
    return toUpstreamResponse(
      'days',
      await http.request(url, { signal, group: 'listings', headers: scriptHeaders }),
    )
  }
  const firstDay = await get('')
  const { Dates, SelectedDate } = dataIn(firstDay.body)
  const dates = daysIn(Dates).days
  const [selected = dates[0]] = daysIn([SelectedDate]).days
  const others = dates.filter((date) => date !== selected)
  const responses = [firstDay]
  for (const date of others.slice(0, datesMax)) responses.push(await get(`&date=${date}`))
  const left = others.slice(datesMax)
  return new Map(
    theaters.map((theater) => {
      const own =
        theaters.length === 1 ? responses : responses.map((response) => withCinema(response, theater.site))
      if (left.length === 0) return [theater.id, own]
      const failure = new Failure('upstream_changed', `The source lists more than ${datesMax} dates.`)
      return [theater.id, [...own, failedPart({ member: theater, nowMs }, 'days', failure, left)]]
    }),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: not validated yet
function dataIn(body: string): any {
  return tryParseJson(body)?.Data ?? {}
}

/** Only the films of one cinema; a response of another shape stays as it is, and fails later. */
function withCinema(response: UpstreamResponse, site: string): UpstreamResponse {
  const body = tryParseJson(response.body)
  const movies: unknown = body?.Data?.Movies
  if (!Array.isArray(movies)) return response
  const own = movies.flatMap((movie) => {
    const models: unknown = movie?.CinemaModels
    if (!Array.isArray(models)) return [movie]
    // One whose cinema cannot be read may be of this one.
    const kept = models.filter((model) => idsIn(model, 'Id').every((id) => id === site))
    return kept.length === 0 ? [] : [{ ...movie, CinemaModels: kept }]
  })
  return { ...response, body: JSON.stringify({ ...body, Data: { ...body.Data, Movies: own } }) }
}
