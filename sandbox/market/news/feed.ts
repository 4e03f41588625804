/** Feeds: the newest stories that fit, from now back to where they stop being told. */

import { dayOf } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { companion, newsDays, type Story, storiesAbout, storyId } from './stories.ts'

export interface FeedQuery {
  readonly nowMs: number
  /** Only what is about one of these, when there are any. */
  readonly listings: readonly Listing[] | undefined
  fits(story: Story): boolean
  /** Stories after this one in the order of the feed. */
  readonly after: { readonly publishedMs: number; readonly id: string } | undefined
  readonly limit: number
}

export interface Feed {
  readonly stories: readonly Story[]
  readonly hasMore: boolean
}

/** Newest first; equal times in the order of ids. */
export function readFeed(all: Listings, query: FeedQuery): Feed {
  const { nowMs, after, limit } = query
  const about = query.listings === undefined ? undefined : withCompanions(all, query.listings)
  const newest = dayOf(Math.min(nowMs, after?.publishedMs ?? nowMs))
  const stories: Story[] = []
  for (let day = newest; day > dayOf(nowMs) - newsDays && stories.length <= limit; day--) {
    const ofDay: Story[] = []
    for (const listing of about ?? all.all) {
      for (const story of storiesAbout(all, listing, day, nowMs)) {
        if (isAbout(story, query.listings) && query.fits(story) && isAfter(story, after)) ofDay.push(story)
      }
    }
    stories.push(...ofDay.sort(newestFirst))
  }
  return { stories: stories.slice(0, limit), hasMore: stories.length > limit }
}

/** A story can be told under the name of the other of a pair. */
function withCompanions(all: Listings, listings: readonly Listing[]): Listing[] {
  return [...new Set(listings.flatMap((listing) => [listing, companion(all, listing) ?? listing]))]
}

function isAbout({ listing, also }: Story, listings: readonly Listing[] | undefined): boolean {
  if (listings === undefined) return true
  return listings.includes(listing) || (also !== undefined && listings.includes(also))
}

function newestFirst(one: Story, other: Story): number {
  return other.publishedMs - one.publishedMs || (storyId(one) < storyId(other) ? -1 : 1)
}

function isAfter(story: Story, after: FeedQuery['after']): boolean {
  if (after === undefined || story.publishedMs < after.publishedMs) return true
  return story.publishedMs === after.publishedMs && storyId(story) > after.id
}
