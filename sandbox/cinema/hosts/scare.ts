/** Data Ciné Indés: the showtimes of all theaters as lines of one data set, in pages. */

import { toLocalText } from '../../../src/core/zoned-time.ts'
import { json, type Reply, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import type { Chain, Theater } from '../chains.ts'
import { listedShows, type Show } from '../schedule.ts'
import { listingOf } from '../titles.ts'

const sizeMax = 10_000
/** Fewer than asked for, so that a list has several pages, however many theaters there are. */
const pagesMax = 5
const pageLinesMin = 400

export function scareHost(chain: Chain): SandboxHost {
  const at = (chain.path ?? '') as '/data-fair/api/v1/datasets/programmation-cinemas'
  return {
    host: chain.host,
    routes: [route(`GET ${at}/lines`, (request) => answer(chain, request))],
  }
}

/** Fields and filters that it does not know are refused. */
function answer(chain: Chain, { query, url, world }: SandboxRequest): Reply {
  const size = Number(query.get('size') ?? 12)
  const [, from] = /^showstart:\[(\d{4}-\d{2}-\d{2}) TO \*\]$/.exec(query.get('qs') ?? '') ?? []
  if (!Number.isInteger(size) || size < 1 || size > sizeMax)
    return refused('"size" cannot be more than 10000')
  if (from === undefined) return refused('Mauvais paramètre "qs"')
  const all = chain.theaters.flatMap((theater) =>
    listedShows(world, theater).map((show) => lineOf(chain, theater, show)),
  )
  const fields = query.get('select')?.split(',') ?? []
  const unknown = fields.find((field) => all[0] !== undefined && !(field in all[0]))
  if (unknown !== undefined) return refused(`Le champ ${unknown} n'existe pas`)
  const selected = all.filter(({ showstart }) => new Date(showstart).toISOString() >= from)
  const first = Number(query.get('after') ?? 0)
  const pageLines = Math.max(pageLinesMin, Math.ceil(selected.length / pagesMax))
  const page = selected.slice(first, first + Math.min(size, pageLines))
  const last = first + page.length
  const next = new URL(url)
  next.searchParams.set('after', String(last))
  return json({
    total: selected.length,
    ...(last < selected.length ? { next: next.href } : {}),
    results: page.map((line) =>
      Object.fromEntries(Object.entries(line).filter(([field]) => fields.includes(field))),
    ),
  })
}

function refused(why: string): Reply {
  return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: why }
}

/** Theaters of two ticket systems: one writes local times, the other UTC, other words, and texts that are encoded twice. */
function lineOf(chain: Chain, theater: Theater, show: Show) {
  const { movie, session, startsAt, screen } = show
  const { film, title } = listingOf(chain, movie, 'plain')
  const isOther = Number(theater.site) % 2 === 1
  const isFrench = movie.language === 'fr' || movie.rating === 'U' || session % 2 === 0
  const text = (value: string) =>
    isOther ? new TextDecoder('windows-1252').decode(Buffer.from(value)) : value
  return {
    filmtitle: text(title),
    showid: isOther ? `emsx${session}` : String(session),
    showstart: isOther
      ? new Date(startsAt).toISOString().replace('.000', '')
      : toLocalText(startsAt, theater.city.timezone),
    auditoriumnumber: String(screen.number),
    filmid: isOther ? film : String(movie.number),
    filmdirector: text(movie.director),
    filmgenre: text(movie.genre),
    filmduration: movie.minutes * 60,
    filmversion: isOther ? (isFrench ? 'VERSION_LOCAL' : 'VERSION_ORIGINAL') : isFrench ? 'VF' : 'VO',
    filmposter: session % 3 === 0 ? 'null' : `https://${chain.host}/posters/${film}.jpg`,
    // One house in six sells nothing online.
    showurl:
      session % 6 === 0
        ? null
        : `https://${theater.site}.cine.boutique/media/${movie.number}?showId=${session}`,
    cineid: theater.site,
    cinenom: text(theater.name),
    cineadresse: text(theater.street),
    cinecp: theater.city.postalCode,
    cineville: text(theater.city.name),
    '_coords.lat': theater.lat,
    '_coords.lon': theater.lon,
  }
}
