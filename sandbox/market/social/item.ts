/** An idea or a script in the format of the site, which is the same for both. */

import { hash, pick } from '../hash.ts'
import { slug } from '../listings/company-names.ts'
import { logoOf } from '../scanner/columns/listing-columns.ts'
import type { Publication } from './publications.ts'

const ideaTitles = [
  'Range holds',
  'Breakout ahead?',
  'Waiting for the retest',
  'Trend still intact',
  'Weekly view',
]
const scriptTitles = ['Trend Ribbon', 'Session Levels', 'Volume Map', 'Range Finder', 'Momentum Grid']

export function ideaName({ key, listing }: Publication): string {
  return `${listing.ticker}: ${pick(key, 11, ideaTitles)}`
}

export function scriptName({ key }: Publication): string {
  return `${pick(key, 13, scriptTitles)} ${hash(key, 14) % 90}`
}

export function scriptTypeOf({ key }: Publication): 'indicator' | 'strategy' | 'library' {
  return pick(key, 15, ['indicator', 'indicator', 'indicator', 'strategy', 'library'] as const)
}

/** 1 is open, 2 protected, 3 invite-only. */
export function scriptAccessOf({ key }: Publication): 1 | 2 | 3 {
  return pick(key, 16, [1, 1, 1, 2, 3] as const)
}

export function scriptVersionOf({ key }: Publication): string {
  return `${1 + (hash(key, 35) % 6)}.0`
}

export function scriptIdOf({ key }: Publication): string {
  const part = (salt: number) => hash(key, salt).toString(16).padStart(8, '0')
  return `PUB;${part(21)}${part(22)}${part(23)}${part(24)}`
}

export function publicationItem(publication: Publication, isScript: boolean): Record<string, unknown> {
  const { id, key, createdMs, likes, comments, author, listing } = publication
  const name = isScript ? scriptName(publication) : ideaName(publication)
  const image = key.toString(36)
  const isUpdated = hash(key, 31) % 9 === 0
  return {
    id,
    image_url: image,
    name,
    description: `Levels on the chart of ${listing.description}. Made up.`,
    created_at: timestamp(createdMs),
    updated_at: isUpdated ? timestamp(createdMs + 3_600_000) : null,
    date_timestamp: createdMs / 1000,
    chart_url: `https://charts.example/${isScript ? 'script' : `chart/${listing.ticker}`}/${image}-${slug(name)}/`,
    is_video: !isScript && hash(key, 32) % 20 === 0,
    is_education: hash(key, 33) % 30 === 0,
    is_script: isScript,
    is_picked: hash(key, 34) % 25 === 0,
    is_hot: likes > 200,
    script_type: isScript ? scriptTypeOf(publication) : null,
    script_access: isScript ? scriptAccessOf(publication) : null,
    script_id_part: isScript ? scriptIdOf(publication) : null,
    version: isScript ? scriptVersionOf(publication) : null,
    comments_count: comments,
    views_count: 0,
    likes_count: likes,
    symbol: symbolOf(publication),
    user: { username: author, is_broker: false },
    image: { big: `https://pictures.example/${image}_big.png` },
  }
}

function symbolOf({ key, listing }: Publication): Record<string, unknown> {
  const { symbol, ticker, venue, type } = listing
  return {
    name: symbol,
    full_name: symbol,
    short_name: ticker,
    exchange: venue.code,
    type,
    logo: logoOf(listing),
    interval: pick(key, 41, ['15', '60', '240', 'D', 'W']),
    /** 0 is neutral, 1 long, 2 short. */
    direction: hash(key, 42) % 3,
  }
}

function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`
}
