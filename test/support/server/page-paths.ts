/** The address of one page of each kind, on a server with the data of the sandbox. */

import assert from 'node:assert/strict'

const hourMs = 3_600_000
export const near = 'near=London'

/** The first row of a list. */
export async function readFirst(url: string): Promise<Record<string, string>> {
  const { data } = (await (await fetch(url)).json()) as { data: Record<string, string>[] }
  assert.ok(data[0], url)
  return data[0]
}

export async function readPagePaths(origin: string): Promise<string[]> {
  // Hours from now, so that the cinema still answers for the seats of this showtime.
  const from = new Date(Date.now() + 6 * hourMs).toISOString()
  const first = await readFirst(
    `${origin}/cinema/v1/showtimes/search?${near}&has_seatmap=true&days=3&from=${from}&limit=1`,
  )
  const company = await readFirst(
    `${origin}/data/v1/companies?has=subprocessors,certifications,documents&limit=1`,
  )
  const job = await readFirst(`${origin}/data/job-postings/v1/jobs/search?active=true&limit=1`)
  const notice = await readFirst(`${origin}/notices/v1/notices?limit=1`)
  return [
    `/?${near}`,
    '/search?q=lon',
    '/search?q=xyzzyq',
    '/data',
    '/cinema/showtimes',
    `/cinema/showtimes?${near}&by=movie`,
    '/cinema/showtimes?near=xyzzyq',
    `/cinema/theaters/${first.theater_id}`,
    `/cinema/movies/${first.movie_id}?${near}`,
    '/data/trust/companies?q=a&certification=&subprocessor=',
    `/data/trust/companies/${company.id}`,
    '/data/trust/vendors',
    '/data/trust/vendors/openai',
    '/data/trust/providers',
    '/data/trust/changes',
    `/data/trust/compare?a=${company.id}&b=b`,
    '/data/job-postings/jobs?q=engineer&department=Engineering',
    '/data/job-postings/collections',
    '/docs/errors',
    '/status',
    '/guides',
    '/guides/reference/market-streams',
    '/guides/how-to/run-live',
    '/nothing/here',
    '/market/news',
    '/notices/notices',
    `/notices/notices/${notice.id}`,
    '/tables',
    '/tables/cinema/searchMovies?playing_now=true',
    `/data/job-postings/jobs/${job.id}`,
    '/data/job-postings/collections/Engineering',
    '/market/calendar?kind=earnings',
    '/market/scripts',
    `/cinema/movies/${first.movie_id}`,
    '/cinema/movies',
    '/cinema/theaters?q=mer',
    '/data/trust/providers/safebase',
    '/data/job-postings/companies',
    '/data/job-postings/facets/country?q=engineer',
    '/market/symbols?q=apple',
    '/market/symbols/NASDAQ:AAPL?count=20',
    '/market/calendar?kind=economic',
    '/market/ideas',
    '/market/screener?filter=close%3E100&columns=close,change,sector',
    '/account',
    '/operations',
    `/cinema/showtimes/${first.id}?party=2`,
  ]
}
