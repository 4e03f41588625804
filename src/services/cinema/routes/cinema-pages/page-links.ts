/** Links between the pages of the cinema: the place and the day as a query string. */

import { toQueryString as toQuery } from '../../../../http/pages/page-query.ts'

export interface PlaceAndDay {
  readonly near?: string | undefined
  readonly radius_miles?: number | undefined
  readonly date?: string | undefined
  readonly by?: string | undefined
  readonly page?: number | undefined
}

/** Without what is usual: 25 miles, by theater, the first page. */
export function toQueryString({ near, radius_miles, date, by, page }: PlaceAndDay): string {
  return toQuery({
    near,
    radius_miles: radius_miles === 25 ? undefined : radius_miles,
    date,
    by: by === 'movie' ? by : undefined,
    page: page === 1 ? undefined : page,
  })
}

/** Parameters of `/v1/showtimes/search` for the showtimes of a page. */
export function toSearchQuery(
  { near, radius_miles }: PlaceAndDay,
  date: string,
  filter: { readonly movie_id?: string; readonly theater_id?: string } = {},
): string {
  return toQuery({
    ...filter,
    near,
    business_date: date,
    include: 'movie',
    radius_miles: radius_miles === 25 ? undefined : radius_miles,
  })
}
