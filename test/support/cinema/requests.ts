/** The exact requests of each cinema platform, with the evidence for each. */

/** `{date}` and `{id}` stand for values that differ between requests. Everything else is compared as text. */
export interface RequestRow {
  readonly request: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly evidence: string
}

const ocapi = 'https://vwc.meridian.cinema.sandbox/WSVistaWebClient/ocapi/v1'
const ocapiHeaders = { authorization: 'Bearer sandbox-meridian', accept: 'application/json' }
const veezi = 'https://api.veezi.cinema.sandbox'
const veeziHeaders = { VeeziAccessToken: 'sandbox-veezi-corner-1', accept: 'application/json' }
const veeziEvidence = 'the authentication page of the vendor, and libraries in Rust and Go with every path'
const orbis = 'https://www.orbis.cinema.sandbox/cz/data-api-service/v1'
const lantern = 'https://www.lantern.cinema.sandbox'
const southern = 'https://api.southern-cross.cinema.sandbox'
const visitor = { authorization: 'Bearer sandbox-visitor' }
const northern = 'https://apis.northern-lights.cinema.sandbox/prod'
const key = { 'ocp-apim-subscription-key': 'sandbox-subscription' }
const skylight = 'https://www.skylight.cinema.sandbox'
const moon = 'https://www.paper-moon.cinema.sandbox'
const banksia = 'https://apim.banksia.cinema.sandbox'
const wattle = 'https://wattle.cinema.sandbox'
const kookaburra = 'https://www.kookaburra.cinema.sandbox'
const script = { 'x-requested-with': 'XMLHttpRequest' }
const showsQuery = `query Shows($cinemaId: ID!, $dates: [Date!]) {
  shows(cinemaId: $cinemaId, dates: $dates) {
    data {
      id
      beginning
      isBookable
      deeplink
      cinema { id }
      auditorium { name seatCount }
      audioLanguage { name }
      subtitleLanguage { name }
      flags { name category }
      movie { id title titleOriginal productionYear duration }
    }
  }
}`
const jantar = 'https://api.jantar.cinema.sandbox/api/v1'
const jantarTickets = 'https://rest.api.jantar.cinema.sandbox/api'
const norrsken = 'https://services.norrsken.cinema.sandbox'
const lucioles = 'https://donnees.lucioles.cinema.sandbox/data-fair/api/v1/datasets/programmation-cinemas'
const lines = `${lucioles}/lines?size=10000&select=showid%2Cshowstart%2Ccineid%2Cfilmtitle%2Cfilmid%2Cfilmdirector%2Cfilmgenre%2Cfilmduration%2Cfilmversion%2Cfilmposter%2Cauditoriumnumber%2Cshowurl&qs=showstart%3A%5B{date}+TO+*%5D`
const html = { accept: 'text/html' }

export const listRequests: Readonly<Record<string, readonly RequestRow[]>> = {
  'vista-ocapi': [
    {
      request: `GET ${ocapi}/film-screening-dates?siteIds=101`,
      headers: ocapiHeaders,
      evidence: '8 clients, and recorded calls of 28 sites with exactly these two headers',
    },
    {
      request: `GET ${ocapi}/showtimes/by-business-date/{date}?siteIds=101`,
      headers: ocapiHeaders,
      evidence: 'more than 12 clients, and the same recordings',
    },
    { request: `GET ${ocapi}/seat-layouts/{id}`, headers: ocapiHeaders, evidence: '3 clients' },
    {
      request: `GET ${ocapi}/showtimes/{id}/seat-availability`,
      headers: ocapiHeaders,
      evidence: '5 clients',
    },
    {
      request: `GET ${ocapi}/showtimes/{id}/ticket-prices`,
      headers: ocapiHeaders,
      evidence: '1 client, and the documentation of the vendor',
    },
  ],
  veezi: ['v1/site', 'v1/websession', 'v1/screen', 'v1/attribute', 'v4/film', 'v1/filmpackage'].map(
    (path) => ({ request: `GET ${veezi}/${path}`, headers: veeziHeaders, evidence: veeziEvidence }),
  ),
  quickbook: [
    {
      request: `GET ${orbis}/quickbook/10101/dates/in-cinema/1030/until/{date}?attr=&lang=cs_CZ`,
      evidence: 'more than 12 clients and recordings of 12 cinemas; a year ahead: 5 clients',
    },
    {
      request: `GET ${orbis}/quickbook/10101/film-events/in-cinema/1030/at-date/{date}?attr=&lang=cs_CZ`,
      evidence: 'the same clients and recordings',
    },
    {
      request: `GET ${orbis}/10101/films/byDistributorCode/{id}?lang=cs_CZ`,
      evidence: '4 clients without a query and 2 with the language; none with attr',
    },
  ],
  webedia: [
    {
      request: `GET ${lantern}/api/gatsby-source-boxofficeapi/schedule?theaters=%7B%22id%22%3A%22X1WL%22%2C%22timeZone%22%3A%22America%2FNew_York%22%7D&from={date}T03%3A00%3A00&to={date}T03%3A00%3A00&includeAllMovies=true`,
      evidence: '3 clients: capitals, JSON without blanks; 1 client: windows of 730 days',
    },
    {
      request: `GET ${lantern}/api/gatsby-source-boxofficeapi/movies?basic=false&castingLimit=3&ids={id}`,
      evidence: '11 clients repeat ids, 20 to 50 a call; none joins them',
    },
    {
      request: `GET ${lantern}/page-data/sq/d/3836549025.json`,
      evidence: 'nine sites with the same number',
    },
    {
      request: `GET ${lantern}/page-data/sq/d/2506275789.json`,
      evidence: 'nine sites with the same number',
    },
  ],
  reading: [
    { request: `GET ${southern}/settings/1`, evidence: '4 clients of the Australian host' },
    {
      request: `GET ${southern}/films?countryId=1&cinemaId=sc-1&status=nowShowing`,
      headers: visitor,
      evidence: '4 clients of the Australian host, 2 of the American one',
    },
    { request: `GET ${southern}/getcinemas?countryId=1`, headers: visitor, evidence: '4 clients' },
    {
      request: `POST ${southern}/ticketing/tickettypes`,
      headers: { ...visitor, 'content-type': 'application/json' },
      body: '{"requestType":"seatPlan","countryId":"1","cinemaId":"sc-1","sessionId":"{id}","reservedSeating":{id},"screenType":"{id}","covidFlag":0,"showLoyaltyTicket":true}',
      evidence: '1 client, checked against the live service in 2026: eight fields',
    },
  ],
  cineplex: [
    {
      request: `GET ${northern}/cpx/theatrical/api/v1/dates/bookable?language=en&locationId=7100`,
      headers: key,
      evidence: '8 clients',
    },
    {
      request: `GET ${northern}/cpx/theatrical/api/v1/showtimes?language=en&locationId=7100&date={date}`,
      headers: key,
      evidence: '8 clients; this form of the date: 3',
    },
    {
      request: `GET ${northern}/cpx/theatrical/api/v1/movies?language=en`,
      headers: key,
      evidence: '2 clients, July 2026; a newer one uses v2',
    },
    {
      request: `GET ${northern}/ticketing/api/v1/theatre/7100/showtime/{id}/seat-layout`,
      evidence: '10 clients; without a key: 2, checked in July 2026',
    },
    {
      request: `GET ${northern}/ticketing/api/v1/theatre/7100/showtime/{id}/seat-availability`,
      evidence: '10 clients; without a key: 2, checked in July 2026',
    },
  ],
  filmbot: [
    {
      request: `GET ${skylight}/175/wp-json/nj/v1/showtime/listings`,
      evidence: '7 clients, without a special header',
    },
  ],
  ingresso: [
    {
      request:
        'GET https://api-content.vaga-lume.cinema.sandbox/v0/sessions/city/11/theater/1201/partnership/www',
      evidence:
        '1 client with a recording of September 2026 and its notes on partnerships; 5 others with another partnership, or with none',
    },
  ],
  hoyts: [
    {
      request: `GET ${banksia}/cinemaapi-au-live/api/sessions/BANKS1?partnerId=ALL`,
      evidence: '1 client with recordings of June 2026 sends it so; 2 others without the parameter',
    },
    {
      request: `GET ${banksia}/cinemaapi-au-live/api/movies`,
      evidence: '4 clients; not recorded',
    },
    {
      request: `GET ${banksia}/ticketing-au-live/api/v1/ticket/seats/BANKS1/{id}/`,
      evidence: '2 clients, one of them with recordings of June 2026: with a slash at the end',
    },
  ],
  village: [
    {
      request: `GET ${wattle}/api/algolia/sessions/hits?f.c=027`,
      evidence: '2 clients, one of them with recordings of June 2026',
    },
    {
      request: `GET ${wattle}/api/session/seat-map?cinemaId=027&sessionId={id}`,
      evidence: '1 client with recordings of June 2026',
    },
  ],
  evt: [
    {
      request: `GET ${kookaburra}/Cinemas/GetSessions?cinemaIds=51`,
      headers: script,
      evidence: '2 clients without a date (AU, NZ), one of them with a recording of July 2026',
    },
    {
      request: `GET ${kookaburra}/Cinemas/GetSessions?cinemaIds=51&date={date}`,
      headers: script,
      evidence:
        '6 clients; with the header: 4; several cinemas by repeating the parameter: 3, one says that commas fail',
    },
    {
      request: `GET ${kookaburra}/Ticketing/Order/GetSeating?sessionId={id}`,
      headers: script,
      evidence:
        '2 clients of 2026, one of them with a recording of July; an older one of the time when it had HTML inside; another one uses another path',
    },
  ],
  'cinema-api': [
    {
      request: `GET ${norrsken}/show/stripped/sv/1/1024/?CountryAlias=se&Channel=Web`,
      evidence:
        '2 clients of 2026 for a whole country, 4 others with a city; recorded in 2022 with other names of the parameters',
    },
    {
      request: `GET ${norrsken}/movie/scheduled/sv/1/1024/false`,
      evidence: '2 clients of 2026 (SE, NO); recorded in 2021 from another path',
    },
    {
      request: `GET ${norrsken}/show/Sys99-SE/{id}/sv`,
      evidence: '3 clients, one of them with a recording of 2022',
    },
    {
      request: `GET ${norrsken}/screen/layout/sv/{id}`,
      evidence: '2 clients, one of them with a recording of 2022',
    },
    {
      request: `GET ${norrsken}/show/ticketstatus/Sys99-SE/{id}/`,
      evidence: '2 clients, checked against the live service in September 2026: with a slash at the end',
    },
  ],
  alamo: [
    {
      request: 'GET https://longhorn.cinema.sandbox/s/mother/v2/schedule/market/longhorn-east',
      evidence: '8 clients, one of them with a recording of September 2026',
    },
  ],
  kinoheld: [
    {
      request: 'POST https://next.lichtung.cinema.sandbox/graphql',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        query: showsQuery,
        variables: { cinemaId: '640', dates: ['{date}', '{date}', '{date}'] },
      }),
      evidence:
        '2 clients ask for `shows` of a cinema by day, one of them found that three days are the most; a third one has the other fields of a show',
    },
    {
      request: 'POST https://next.lichtung.cinema.sandbox/graphql',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query: showsQuery, variables: { cinemaId: '640', dates: ['{date}'] } }),
      evidence: 'the last of 28 days',
    },
  ],
  helios: [
    {
      request: `GET ${jantar}/cinemas/26/screenings`,
      evidence: '6 clients, four of them of 2026; recorded in August 2026 from the page that has the same',
    },
    {
      request: `GET ${jantarTickets}/cinema/7a470000-0000-4000-8000-000000000001/screening?dateTimeFrom={date}T00:00:00&dateTimeTo={date}T23:59:59`,
      evidence: '2 clients of 2026 with both ends of the window, one of them in this form; one without',
    },
  ],
  scare: [
    {
      request: `GET ${lines}`,
      evidence:
        '6 clients; of them 1 with exactly this filter, 4 with pages of 10,000 lines, 3 with a selection of fields, among which are all of these',
    },
    {
      request: `GET ${lines}&after={id}`,
      evidence: '3 clients follow the link to the next page, of which only this parameter differs',
    },
  ],
  'json-ld': [
    {
      request: `GET ${moon}/house-1`,
      headers: html,
      evidence: 'the start page of a house is its own: see the registry',
    },
    { request: `GET ${moon}/house-1/film/{id}`, headers: html, evidence: 'links of the start page' },
  ],
}

const seats = `${northern}/ticketing/api/v1/theatre/7100/showtime/{id}`
/** What a live refresh of one showtime sends. */
export const liveRequests: Readonly<Record<string, readonly Pick<RequestRow, 'request' | 'evidence'>[]>> = {
  'vista-ocapi': [
    { request: `GET ${ocapi}/showtimes/{id}/seat-availability`, evidence: '5 clients' },
    { request: `GET ${ocapi}/seat-layouts/{id}`, evidence: '3 clients' },
    {
      request: `GET ${ocapi}/showtimes/{id}/ticket-prices`,
      evidence: '1 client, and the documentation of the vendor',
    },
  ],
  cineplex: [
    { request: `GET ${seats}/seat-layout`, evidence: '10 clients; without a key: 2' },
    { request: `GET ${seats}/seat-availability`, evidence: '10 clients; without a key: 2' },
  ],
  reading: [
    { request: `GET ${southern}/settings/1`, evidence: '4 clients of the Australian host' },
    {
      request: `POST ${southern}/ticketing/tickettypes`,
      evidence: '1 client, checked against the live service in 2026: eight fields',
    },
  ],
  veezi: [{ request: `GET ${veezi}/v1/session/{id}`, evidence: veeziEvidence }],
  hoyts: [
    {
      request: `GET ${banksia}/ticketing-au-live/api/v1/ticket/seats/BANKS1/{id}/`,
      evidence: '2 clients, one of them with recordings',
    },
  ],
  village: [
    {
      request: `GET ${wattle}/api/session/seat-map?cinemaId=027&sessionId={id}`,
      evidence: '1 client with recordings of June 2026',
    },
  ],
  evt: [
    {
      request: `GET ${kookaburra}/Ticketing/Order/GetSeating?sessionId={id}`,
      evidence: '2 clients, one of them with a recording of July 2026',
    },
  ],
  'cinema-api': [
    { request: `GET ${norrsken}/show/Sys99-SE/{id}/sv`, evidence: '3 clients' },
    { request: `GET ${norrsken}/screen/layout/sv/{id}`, evidence: '2 clients' },
    { request: `GET ${norrsken}/show/ticketstatus/Sys99-SE/{id}/`, evidence: '2 clients' },
  ],
}
