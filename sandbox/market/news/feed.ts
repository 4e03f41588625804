/** A news feed: the newest stories that match, from now back to the oldest there are. */

import { dayOf } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import { newsDays, type Story, storiesAbout, storyId } from './stories.ts'

export interface FeedQuery {
  readonly nowMs: number
  readonly listings: readonly Listing[]
  matches(story: Story): boolean
  /** Only stories after this one, in the order of the feed. */
  readonly after: { readonly publishedMs: number; readonly id: string } | undefined
  readonly limit: number
}

/** Newest first; stories of the same second by id. */
export function readFeed(query: FeedQuery): {
  readonly stories: readonly Story[]
  readonly hasMore: boolean
} {
  const { nowMs, listings, after, limit } = query
  const today = dayOf(nowMs)
  const newest = Math.min(today, dayOf(after?.publishedMs ?? nowMs))
  const stories: Story[] = []
  for (let day = newest; day > today - newsDays && stories.length <= limit; day--) {
    const matching = listings
      .flatMap((listing) => storiesAbout(listing, day, nowMs))
      .filter((story) => query.matches(story) && isAfter(story, after))
    stories.push(...matching.sort(newestFirst))
  }
  return { stories: stories.slice(0, limit), hasMore: stories.length > limit }
}

function newestFirst(one: Story, other: Story): number {
  return other.publishedMs - one.publishedMs || (storyId(one) < storyId(other) ? -1 : 1)
}

function isAfter(story: Story, after: FeedQuery['after']): boolean {
  if (after === undefined || story.publishedMs < after.publishedMs) return true
  return story.publishedMs === after.publishedMs && storyId(story) > after.id
}
