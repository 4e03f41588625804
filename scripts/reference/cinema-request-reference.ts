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
