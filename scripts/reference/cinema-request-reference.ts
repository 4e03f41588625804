/** The part of the reference of cinema platforms that compares requests with evidence, and says what statuses mean. */

import { cinemaAdapters } from '../../src/services/cinema/sources/index.ts'

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string

/** Numbers of clients are independent public projects, as of November 2026. */
const comparison: readonly (readonly [platform: string, request: string, state: string, reason: string])[] = [
  [
    'Webedia',
    '`schedule`, ten theaters per call, ids in capitals, compact JSON',
    'same',
    '3 clients; all 87 theaters of a chain in one call have been seen',
  ],
  ['Webedia', '`movies` with repeated `ids`, 40 per call', 'same', '11 clients'],
  [
    'Webedia',
    'lists of theaters and films behind the query numbers 2506275789 and 3836549025',
    'same',
    'nine sites; the numbers change with the software, and then the registry is all that is known',
  ],
  ['Reading', '`settings`, `films`, `getcinemas`', 'same', '4 clients (AU, NZ)'],
  [
    'Reading',
    '`ticketing/tickettypes` with eight fields',
    'same',
    '1 client, checked against the live service in 2026',
  ],
  [
    'Reading',
    'American host, country 5 (Reading) and 6 (Angelika)',
    'unproved',
    '2 clients send the same query, others `getShows`; no theater of it is in the registry',
  ],
  [
    'Cineplex',
    '`dates/bookable`, then `showtimes` for each day',
    'same',
    '8 clients; this form of the date: 3',
  ],
  ['Cineplex', '`movies` (v1), once per run', 'same', '2 clients; a newer one uses v2'],
  ['Cineplex', '`seat-layout`, `seat-availability` without a key', 'same', '10 clients'],
  [
    'OCAPI',
    '`film-screening-dates`, `showtimes/by-business-date`, repeated `siteIds`',
    'same',
    '898 recorded calls for one site each; several sites in a call: 1 client',
  ],
  [
    'OCAPI',
    '`seat-layouts`, `showtimes/{id}/seat-layout`, `seat-availability`',
    'same',
    '3, 1 and 5 clients',
  ],
  ['OCAPI', '`ticket-prices`', 'unproved', '1 client and the text of the vendor; no recording'],
  [
    'OCAPI',
    'Curzon on `digital-api.curzon.com`',
    'unproved',
    '5 clients; one reports 403 for direct requests since September 2026: expect a gate',
  ],
  [
    'Veezi',
    'all paths, header `VeeziAccessToken` in any case',
    'same',
    'the vendor, two libraries and a plugin',
  ],
  [
    'Veezi',
    'public page (by the JSON-LD adapter) without a slash before the question mark',
    'same',
    'several clients; one met a bot check with the slash',
  ],
  ['quickbook', '`dates`, `film-events`', 'same', '12 clients, recordings of 14 cinemas'],
  ['quickbook', 'film details with `lang` only', 'same', '6 clients; none sends `attr`'],
  ['Filmbot', '`showtime/listings`', 'same', '7 clients'],
  ['Filmbot', 'posts, 100 per page, where there are no listings', 'unproved', '1 client; no recording'],
  [
    'Ingresso',
    '`sessions/city/{city}/theater/{theater}/partnership/www`',
    'same',
    '6 clients ask for the sessions of a theater; 1 of them with `www`, whose measurements say that other partnerships list less or answer in UTF-16; recorded in September 2026',
  ],
  [
    'Ingresso',
    '`theaters/partnership/www`: the list of theaters',
    'unproved',
    '1 client with this path, 2 with the partnership as a parameter; no recording',
  ],
  [
    'Ingresso',
    'whether the price of a session contains the fee',
    'unproved',
    '1 client found that it does, and that it is that of the dearest seats; the quote says that it is not known',
  ],
  [
    'Hoyts',
    '`sessions/{cinema}`, `ticket/seats/{cinema}/{session}/`',
    'same',
    '3 and 2 clients, recorded in June 2026',
  ],
  [
    'Hoyts',
    '`movies`, once per run',
    'unproved',
    '4 clients use the id, the name and the length; no recording',
  ],
  [
    'Hoyts',
    'New Zealand, on a host of its own with `nz` in the paths',
    'unproved',
    '1 client; no theater of it is in the registry',
  ],
  ['Village', '`sessions/hits` by cinema, `seat-map`', 'same', '2 and 1 clients, recorded in June 2026'],
  [
    'Village',
    'whether the interface answers data centers',
    'unproved',
    'the pages of the site have a check for browsers; 1 client says that the interface has none, another one uses a proxy',
  ],
  ['Village', 'seats of status 2 are held, or kept by the house', 'unproved', '2 seats of one recording'],
  [
    'Event',
    '`GetSessions` by cinema and day, ten cinemas in a request',
    'same',
    '6 clients, recorded in July 2026; several cinemas: 3',
  ],
  ['Event', '`GetSeating`', 'same', '2 clients, recorded in July 2026'],
  [
    'Event',
    'whether the site answers data centers',
    'unproved',
    '2 clients met a check for browsers: then it is refused, and nothing is read',
  ],
  [
    'Cinema API',
    '`show/stripped` of a country, `movie/scheduled`',
    'same',
    '6 and 2 clients; recorded in 2021 and 2022 with other names of the parameters',
  ],
  [
    'Cinema API',
    '`show/{system}/{show}`, `screen/layout`, `show/ticketstatus`',
    'same',
    '3, 2 and 2 clients (SE, NO); shows and layouts recorded in 2022, states of seats seen in September 2026',
  ],
  [
    'Cinema API',
    'further pages of shows',
    'unproved',
    '1 client got 5,901 shows of a country in one response; if the number of all is larger, further pages are requested',
  ],
  ['Cinema API', '`cinema`: the list of cinemas', 'unproved', '1 client; no recording'],
  [
    'Cinema API',
    'booking pages in Norway',
    'unproved',
    'they have a check for browsers, so they are linked and never requested; no theater of Norway is in the registry',
  ],
  [
    'Kinoheld',
    '`shows` of a cinema, three days in a request',
    'unproved',
    '2 clients send the same query with fewer fields, and a third one the other fields in another query; one found the limit of three days; no recording',
  ],
  [
    'Kinoheld',
    'whether `shows` of three days has all of a large cinema',
    'unproved',
    'the query has no pages; no client reports a limit',
  ],
  [
    'Kinoheld',
    'seats, and the list of cinemas',
    'unproved',
    'clients have queries for both, and no response is recorded; neither is requested',
  ],
  [
    'Helios',
    '`cinemas/{number}/screenings`',
    'same',
    '6 clients; recorded in August 2026 from the page of a theater, which holds the same',
  ],
  [
    'Helios',
    '`cinema/{uuid}/screening` of the ticket service, today and tomorrow',
    'same',
    '2 clients with both ends of a window (of a week and of a year), 1 without; two days by our own choice, because a window without ends is answered by 9 MB',
  ],
  [
    'Helios',
    '`audience` of `maxOccupancy` are the seats sold',
    'unproved',
    '1 client computes the free share so; of 154 rows seen in June 2026 four were full while their state said otherwise',
  ],
  [
    'Helios',
    '`cinema/{uuid}/event`: seats of events',
    'unproved',
    '2 clients ask for it, 1 of them reads seats there; not requested, so events have no counts',
  ],
  ['Helios', '`cinemas`: the list of theaters', 'unproved', '2 clients; no recording'],
  [
    'Data Ciné Indés',
    '`lines` from a day on, 10,000 in a page',
    'same',
    '1 client with the same filter, 4 others with as many lines in a page; all fields are in the selections of 3',
  ],
  [
    'Data Ciné Indés',
    'the parameter `after` of the next page',
    'unproved',
    '3 clients follow the link of a response, whose parameters nobody shows; other parameters of a link would be ignored',
  ],
  [
    'Data Ciné Indés',
    'the length of a film in seconds',
    'same',
    '3 clients divide by 60, one of them saw 5,280 for 88 minutes; another one says that many are minutes, so less than 20 minutes is read as unknown',
  ],
  [
    'Data Ciné Indés',
    'whether French versions are dubbed, and which subtitles an original version has',
    'unproved',
    'French versions are of French films as well; clients differ about the original local version, which a ticket system labels as French',
  ],
  [
    'Data Ciné Indés',
    'status 501',
    'unproved',
    'in September 2026 one client got it for every request for days, because a part of the data set was deleted; it counts as an outage',
  ],
  ['Alamo', '`schedule/market/{market}`', 'same', '8 clients, recorded in September 2026'],
  [
    'Alamo',
    'the status of a session that is sold out, and whether the site answers every program',
    'unproved',
    'only `ONSALE` and `PAST` are recorded; 1 client says that programs get an empty response, 3 others have none of that',
  ],
  [
    'JSON-LD',
    'The Castle from `/calendar/`',
    'same',
    '3 clients, and a recording that links 21 programme pages',
  ],
]

export function renderRequests(table: Table): string {
  return [
    requests,
    table(['Platform', 'Request', 'State', 'Evidence or reason'], comparison),
    statuses,
    table(['Platform', 'Response', 'Meaning', 'Evidence'], statusRows()),
  ].join('\n\n')
}

const requests = `## Requests and their evidence

No request has been sent to a real host from here: requests are compared with public clients, recordings and vendors' documentation.
[\`request-tables.test.ts\`](../../src/services/cinema/sources/request-tables.test.ts) has each one as text with its evidence, and the
simulated hosts refuse what the real ones do not understand
([\`old-requests.test.ts\`](../../sandbox/cinema/hosts/old-requests.test.ts)). \`same\`: others send the same. \`unproved\`: too few
do, or nobody has seen the answer. No rate limit is documented for any of these platforms.`

const statuses = `### What a status means

The \`statusRules\` of the adapters, in order. Everywhere else 401, 403 and challenge pages are \`refused\`, 429 and 5xx are
\`unavailable\`, and other statuses fail the theater. Nothing is \`gone\` by one response.`

function statusRows(): string[][] {
  return cinemaAdapters.flatMap(({ about, statusRules = [] }) =>
    statusRules.map(({ statuses: codes, kinds, bodyHas, means, evidence }) => [
      about.name,
      `${codes.join(', ')}${kinds ? ` for ${kinds.join(', ')}` : ''}${bodyHas ? ` with ${bodyHas.map((text) => `\`${text}\``).join(' and ')}` : ''}`,
      means,
      evidence,
    ]),
  )
}
