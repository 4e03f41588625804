/** What people publish on the provider's site: ideas about listings, and scripts. Newest day first, nothing kept. */

import { type Day, dayOf, startOf } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { keyOfText, mix, pickAt, unit, whole } from '../prices/noise.ts'

export interface Publication {
  readonly id: number
  readonly key: number
  readonly listing: Listing
  readonly createdMs: number
  readonly likes: number
  readonly comments: number
  readonly author: Author
}

export interface Author {
  readonly id: number
  readonly name: string
  readonly isPro: boolean
}

export interface PublicationKind {
  readonly name: 'idea' | 'script'
  readonly perDay: number
  readonly days: number
}

export const ideas: PublicationKind = { name: 'idea', perDay: 40, days: 90 }
export const scripts: PublicationKind = { name: 'script', perDay: 12, days: 120 }

/** Newest first. */
export function* publications(
  listings: Listings,
  seed: string,
  kind: PublicationKind,
  nowMs: number,
): Generator<Publication> {
  const worldKey = keyOfText(kind.name === 'idea' ? 0x1dea : 0x5c1, seed)
  const famous = famousOf(listings)
  for (let day = dayOf(nowMs); day > dayOf(nowMs) - kind.days; day--) {
    const ofDay = Array.from({ length: kind.perDay }, (_, at) => publication(famous, worldKey, kind, day, at))
    yield* ofDay
      .filter(({ createdMs }) => createdMs <= nowMs)
      .sort((one, other) => other.createdMs - one.createdMs)
  }
}

function publication(
  famous: readonly Listing[],
  worldKey: number,
  { perDay }: PublicationKind,
  day: Day,
  at: number,
): Publication {
  const key = mix(mix(worldKey, day), at)
  // Squared, so that the most famous are written about most.
  const place = Math.floor(unit(key, 1) ** 2 * famous.length)
  return {
    id: 20_000_000 + (day - 19_000) * perDay + at,
    key,
    listing: famous[place] as Listing,
    createdMs: startOf(day) + whole(key, 2, 0, 86_399) * 1000,
    likes: Math.floor(unit(key, 3) ** 4 * 900),
    comments: Math.floor(unit(key, 4) ** 4 * 120),
    author: authorOf(worldKey, whole(key, 5, 1, 400)),
  }
}

const known = new WeakMap<Listings, readonly Listing[]>()

function famousOf(listings: Listings): readonly Listing[] {
  let found = known.get(listings)
  if (found === undefined) {
    found = listings.all
      .filter(({ firstDay, type }) => firstDay < 100_000 && type !== 'economic' && type !== 'bond')
      .toSorted((one, other) => other.fame - one.fame)
      .slice(0, 400)
    known.set(listings, found)
  }
  return found
}

const firstWords = [
  'quiet',
  'amber',
  'north',
  'early',
  'little',
  'salt',
  'copper',
  'plain',
  'second',
  'winter',
]
const secondWords = [
  'harbour',
  'ledger',
  'fox',
  'lantern',
  'orchard',
  'kestrel',
  'ferry',
  'meadow',
  'anvil',
  'quill',
]

function authorOf(worldKey: number, number: number): Author {
  const key = mix(worldKey, 900_000 + number)
  const name = `${pickAt(key, 1, firstWords)}_${pickAt(key, 2, secondWords)}_${number}`
  return { id: 1_000_000 + number, name, isPro: mix(key, 3) % 3 === 0 }
}
