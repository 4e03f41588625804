/** The addresses of cinema platforms, one line per form. Most are on the host of the chain: `*` and what comes before. */

import { type AddressRule, compileAddressRules } from '../../../core/addresses/address-rule.ts'
import type { PlatformFacts, Recogniser } from '../../../discovery/recogniser.ts'
import type { Basis } from '../../../registry/registry-entry.ts'
import { loadUnsupportedPlatforms } from './cinema-directory.ts'
import type { Gate } from './cinema-member.ts'
import { cinemaAdapters } from './index.ts'

const base = '{base}'
const quickbook = '*/data-api-service/v1/quickbook/{tenant}'
const quickbookSite = { base, site: '{site}', tenant: '{tenant}' }
const cineplexApi = 'apis.cineplex.com/prod/cpx/theatrical/api/v1'
const cineplex = { base: 'https://apis.cineplex.com' }
const veeziPage = {
  base: 'https://ticketing.{region}.veezi.com',
  site: '{site}',
  pages: '/sessions?siteToken={site}',
}
const alamo = { base: 'https://drafthouse.com' }
const scare = { base: 'https://datacinesindes.fr/data-fair/api/v1/datasets/programmation-cinemas' }
const cinemaApi = { base: 'https://services.cinema-api.com' }
const kinoheld = { base: 'https://next-live.kinoheld.de' }
const eventAu = { base: 'https://www.eventcinemas.com.au' }
const helios = { base: 'https://api.helios.pl/api/v1' }
const hoytsAu = { base: 'https://apim-aea.hoyts.com.au' }
const villageAu = { base: 'https://villagecinemas.com.au' }
const readingAu = { base: 'https://prod-api.readingcinemas.com.au' }
const readingUs = { base: 'https://production-api.readingcinemas.com' }

export const cinemaAddressRules: readonly AddressRule[] = [
  { platform: 'quickbook', address: `${quickbook}/dates/in-cinema/{site}`, member: quickbookSite },
  { platform: 'quickbook', address: `${quickbook}/film-events/in-cinema/{site}`, member: quickbookSite },
  { platform: 'quickbook', address: quickbook, member: { base, tenant: '{tenant}' } },
  { platform: 'webedia', address: '*/api/gatsby-source-boxofficeapi', member: { base } },
  { platform: 'filmbot', address: '*/wp-json/nj/v1', member: { base } },
  { platform: 'vista-ocapi', address: '*/ocapi/v1/sites/{site}', member: { base, site: '{site}' } },
  { platform: 'vista-ocapi', address: '*/ocapi/v1', member: { base } },
  { platform: 'vista-odata', address: '*/WSVistaWebClient/OData.svc', member: { base } },
  // Without the name of an interface it may be either; most of those in use have the newer one.
  { platform: 'vista-ocapi', address: '*/WSVistaWebClient', member: { base: '{base}/WSVistaWebClient' } },
  {
    platform: 'cineplex',
    address: `${cineplexApi}/showtimes?locationId={site}`,
    member: { ...cineplex, site: '{site}' },
  },
  { platform: 'cineplex', address: 'apis.cineplex.com', member: cineplex },
  { platform: 'cineplex', address: 'www.cineplex.com/theatre', member: cineplex },
  {
    platform: 'reading',
    address: 'prod-api.readingcinemas.com.au/films?cinemaId={site}',
    member: { ...readingAu, site: '{site}' },
  },
  { platform: 'reading', address: 'prod-api.readingcinemas.com.au', member: readingAu },
  {
    platform: 'reading',
    address: 'production-api.readingcinemas.com/films?cinemaId={site}',
    member: { ...readingUs, site: '{site}' },
  },
  { platform: 'reading', address: 'production-api.readingcinemas.com', member: readingUs },
  // The public page of a venue at Veezi, whose markup is read; the token is part of every link to it.
  {
    platform: 'json-ld',
    address: 'ticketing.{region}.veezi.com/sessions?siteToken={site}',
    member: veeziPage,
  },
  { platform: 'veezi', address: 'ticketing.{region}.veezi.com', member: {} },
  {
    platform: 'ingresso',
    address: 'api-content.ingresso.com/v0/sessions/city/{city}/theater/{site}',
    member: { base: 'https://api-content.ingresso.com/v0', site: '{site}', city: '{city}' },
  },
  { platform: 'amc', address: 'www.amctheatres.com', member: {} },
  { platform: 'regal', address: 'www.regmovies.com', member: {} },
  { platform: 'cinemark', address: 'www.cinemark.com', member: {} },
  { platform: 'vue', address: 'www.myvue.com', member: {} },
  {
    platform: 'evt',
    address: 'www.eventcinemas.com.au/Cinemas/GetSessions?cinemaIds={site}',
    member: { ...eventAu, site: '{site}' },
  },
  { platform: 'evt', address: 'www.eventcinemas.com.au', member: eventAu },
  { platform: 'evt', address: 'www.eventcinemas.co.nz', member: { base: 'https://www.eventcinemas.co.nz' } },
  {
    platform: 'hoyts',
    address: 'apim-aea.hoyts.com.au/cinemaapi-au-live/api/sessions/{site}',
    member: { ...hoytsAu, site: '{site}' },
  },
  { platform: 'hoyts', address: 'apim-aea.hoyts.com.au', member: hoytsAu },
  {
    platform: 'village',
    address: 'villagecinemas.com.au/api/session/seat-map?cinemaId={site}',
    member: { ...villageAu, site: '{site}' },
  },
  { platform: 'village', address: 'villagecinemas.com.au', member: villageAu },
  {
    platform: 'alamo',
    address: 'drafthouse.com/s/mother/v2/schedule/market/{market}',
    member: { ...alamo, market: '{market}' },
  },
  { platform: 'alamo', address: 'drafthouse.com', member: alamo },
  { platform: 'kinoheld', address: 'next-live.kinoheld.de', member: kinoheld },
  {
    platform: 'kinoheld',
    address: 'www.kinoheld.de/kino/{city}/{cinema}',
    member: { ...kinoheld, page: '{city}/{cinema}' },
  },
  {
    platform: 'helios',
    address: 'bilety.helios.pl/screen/{session}?cinemaId={site}',
    member: { ...helios, site: '{site}' },
  },
  {
    platform: 'helios',
    address: 'api.helios.pl/api/v1/cinemas/{number}',
    member: { ...helios, number: '{number}' },
  },
  { platform: 'helios', address: 'helios.pl', member: helios },
  { platform: 'scare', address: 'datacinesindes.fr', member: scare },
  { platform: 'cinema-api', address: 'services.cinema-api.com', member: cinemaApi },
  { platform: 'cinema-api', address: 'www.filmstaden.se', member: cinemaApi },
  { platform: 'cinema-api', address: 'www.odeonkino.no', member: cinemaApi },
  { platform: 'pathe', address: 'www.pathe.fr', member: {} },
  { platform: 'ugc', address: 'www.ugc.fr', member: {} },
  { platform: 'spektrix', address: 'system.spektrix.com/{key}' },
  { platform: 'agile', address: 'prod{n}.agileticketing.net', member: {} },
]

const basisByGate: Readonly<Record<Gate, Basis>> = {
  none: 'open',
  key: 'key',
  login: 'ask',
  cookies: 'ask',
  browser: 'ask',
}

export const cinemaRecogniser: Recogniser = {
  service: 'cinema',
  addresses: compileAddressRules(cinemaAddressRules),
  marks: [],
  structuredData: { type: 'ScreeningEvent', platform: 'json-ld' },
  memberOfPage: (_, { origin }) => ({ base: origin }),
  words: new Set(
    `showtimes whats screenings programme program films movies cinemas theatres theaters tickets cinema filme kino
     kinoprogramm spielplan seances horaires cartelera sesiones programmazione`.split(/\s+/),
  ),
  requiredFields: ['base', 'site'],
  describe(platform): PlatformFacts {
    const about = cinemaAdapters.find(({ id }) => id === platform)?.about
    if (about !== undefined)
      return { name: about.name, source: platform, terms: about.terms, isSupported: true }
    const unsupported = loadUnsupportedPlatforms().find(({ id }) => id === platform)
    if (unsupported === undefined) throw new TypeError(`cinema addresses: unknown platform ${platform}`)
    const { name, gate, reason } = unsupported
    return { name, basis: basisByGate[gate], terms: reason, isSupported: false }
  },
}
