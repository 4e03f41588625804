/** Ideas and scripts that users publish on the provider's site, derived from the seed and the day. */

import { dayOf, startOf } from '../../calendar.ts'
import { fraction, hash, hashText, integer, pick } from '../hash.ts'
import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'

export interface Publication {
  readonly id: number
  readonly key: number
  readonly listing: Listing
  readonly createdMs: number
  readonly likes: number
  readonly comments: number
  readonly author: string
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
  { name, perDay, days }: PublicationKind,
  nowMs: number,
): Generator<Publication> {
  const kindKey = hashText(0x1dea, `${name} ${seed}`)
  const famous = mostFamous(listings)
  const today = dayOf(nowMs)
  for (let day = today; day > today - days; day--) {
    const publishedOnDay = Array.from({ length: perDay }, (_, at): Publication => {
      const key = hash(hash(kindKey, day), at)
      return {
        id: 20_000_000 + (day - 19_000) * perDay + at,
        key,
        // Squared, so that the most famous listings get the most publications.
        listing: famous[Math.floor(fraction(key, 1) ** 2 * famous.length)] as Listing,
        createdMs: startOf(day) + integer(key, 2, 0, 86_399) * 1000,
        likes: Math.floor(fraction(key, 3) ** 4 * 900),
        comments: Math.floor(fraction(key, 4) ** 4 * 120),
        author: authorName(integer(key, 5, 1, 400)),
      }
    })
    yield* publishedOnDay
      .filter(({ createdMs }) => createdMs <= nowMs)
      .sort((one, other) => other.createdMs - one.createdMs)
  }
}

const cache = new WeakMap<Listings, readonly Listing[]>()

function mostFamous(listings: Listings): readonly Listing[] {
  let famous = cache.get(listings)
  if (famous === undefined) {
    famous = listings.all.toSorted((one, other) => other.fame - one.fame).slice(0, 400)
    cache.set(listings, famous)
  }
  return famous
}

const adjectives = ['quiet', 'amber', 'north', 'early', 'little']
const nouns = ['harbour', 'ledger', 'fox', 'lantern', 'orchard']

function authorName(number: number): string {
  return `${pick(number, 1, adjectives)}_${pick(number, 2, nouns)}_${number}`
}
