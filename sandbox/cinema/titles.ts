/** Film titles as each chain lists them. */

import type { Chain } from './chains.ts'
import type { Movie } from './movies.ts'
import type { Variant } from './schedule.ts'

/** The variants that Vista lists as separate films. */
const separateListings: ReadonlySet<Variant> = new Set(['3d', 'imax', 'kids', 'relaxed', 'preview', 'talk'])

/** A film in the list of a chain. */
export interface FilmListing {
  readonly film: string
  readonly title: string
  readonly movie: Movie
}

export function listingOf(chain: Chain, movie: Movie, variant: Variant): FilmListing {
  const listedVariant = isListedSeparately(chain, variant) ? variant : 'plain'
  return { film: filmId(chain, movie, listedVariant), title: titleOf(chain, movie, listedVariant), movie }
}

function isListedSeparately(chain: Chain, variant: Variant): boolean {
  if (chain.platform === 'vista-ocapi') return separateListings.has(variant)
  if (chain.platform === 'quickbook') return variant === 'kids' || variant === 'preview'
  if (chain.platform === 'json-ld') return variant === 'talk'
  return chain.platform === 'veezi' && variant === '3d'
}

const variantDigits: readonly Variant[] = ['plain', '3d', 'imax', 'kids', 'relaxed', 'preview', 'talk']

/** `HO00010210`: a number of the chain, the film and the variant. */
function filmId(chain: Chain, movie: Movie, variant: Variant): string {
  const number = String(movie.number).padStart(3, '0')
  const digit = variantDigits.indexOf(variant)
  switch (chain.platform) {
    case 'webedia':
      return `${chain.language === 'fr' ? 3 : 2}${number}${digit}`
    case 'cineplex':
      return `37${number}${digit}`
    case 'quickbook':
      return `ho000${chain.id.length}${number}${digit}`
    case 'veezi':
      return `ST0000${number}${digit}`
    case 'filmbot':
      return `8${number}${digit}`
    case 'json-ld':
      return `9${number}${digit}`
    default:
      return `HO000${chain.id.length}${number}${digit}`
  }
}

/** The film of a platform's id. */
export function movieByFilmId(film: string, movies: readonly Movie[]): Movie | undefined {
  return movies[Number(film.slice(-4, -1)) - 1]
}

function titleOf(chain: Chain, movie: Movie, variant: Variant): string {
  return variantTitle(chain, plainTitle(chain, movie), variant)
}

function plainTitle(chain: Chain, movie: Movie): string {
  if (chain.language !== 'en') return movie.titles[chain.language] ?? movie.title
  if (movie.kind === 'event') return brandedTitle(chain, movie.title)
  if (movie.kind === 'classic') return classicTitle(chain, movie)
  if (movie.kind === 'foreign') return foreignTitle(chain, movie)
  const usesOther =
    chain.platform === 'quickbook' || chain.platform === 'cineplex' || chain.platform === 'webedia'
  return usesOther ? (movie.otherSpelling ?? movie.title) : movie.title
}

/** Chains write the brand of a broadcast in different ways. */
function brandedTitle(chain: Chain, title: string): string {
  if (chain.platform === 'quickbook') {
    return title.replace('NT Live', 'NATIONAL THEATRE LIVE').replace(/^RBO [\d-]+/, 'Royal Ballet & Opera')
  }
  if (chain.platform === 'reading' || chain.platform === 'cineplex') {
    return title
      .replace(/^Met Opera [\d-]+/, 'The Metropolitan Opera')
      .replace('NT Live', 'National Theatre Live')
  }
  return title
}

function classicTitle(chain: Chain, movie: Movie): string {
  if (movie.title.includes('(')) return movie.title
  switch (chain.platform) {
    case 'vista-ocapi':
      return `${movie.title} (4K Restoration)`
    case 'veezi':
      return `${movie.title} (${movie.year})`
    case 'json-ld':
      return `${movie.title} - 35MM`
    case 'quickbook':
      return `${movie.title} 4K Re-Issue`
    default:
      return movie.title
  }
}

const languageNames: Readonly<Record<string, string>> = {
  fr: 'French',
  de: 'German',
  es: 'Spanish',
  ja: 'Japanese',
  ko: 'Korean',
  hi: 'Hindi',
  te: 'Telugu',
  cs: 'Czech',
  pl: 'Polish',
}

export function languageName(code: string): string {
  return languageNames[code] ?? 'English'
}

function foreignTitle(chain: Chain, movie: Movie): string {
  const english = movie.otherSpelling ?? movie.title
  if (chain.platform === 'vista-ocapi') return `${movie.title} (${languageName(movie.language)})`
  if (chain.platform === 'quickbook') return `${movie.title} (${languageName(movie.language)})`
  return chain.platform === 'webedia' ? english : movie.title
}

function variantTitle(chain: Chain, title: string, variant: Variant): string {
  const isSpanish = chain.language === 'es'
  switch (variant) {
    case '3d':
      return `${title} (3D)`
    case 'imax':
      return isSpanish ? `${title} (IMAX)` : `(IMAX) ${title}`
    case 'kids':
      return chain.platform === 'quickbook' ? `M4J: ${title}` : `Kids Club: ${title}`
    case 'relaxed':
      return `Autism Friendly Screening: ${title}`
    case 'preview':
      return chain.platform === 'quickbook' ? `${title} Unlimited Screening` : `Members’ Preview: ${title}`
    case 'talk':
      return `${title} + Q&A`
    default:
      return title
  }
}
