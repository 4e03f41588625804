/** Links between the pages of the cinema: the place and the day as a query string. */

export interface PlaceAndDay {
  readonly near?: string | undefined
  readonly radius_miles?: number | undefined
  readonly date?: string | undefined
  readonly by?: string | undefined
  readonly page?: number | undefined
}

/** Without what is usual: 25 miles, by theater, the first page. */
export function toQueryString({ near, radius_miles, date, by, page }: PlaceAndDay): string {
  const parameters = new URLSearchParams()
  if (near !== undefined && near !== '') parameters.set('near', near)
  if (radius_miles !== undefined && radius_miles !== 25) parameters.set('radius_miles', String(radius_miles))
  if (date !== undefined) parameters.set('date', date)
  if (by === 'movie') parameters.set('by', by)
  if (page !== undefined && page > 1) parameters.set('page', String(page))
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
