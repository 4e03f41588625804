/** An idea or a script as the site writes it: one shape for both. */

import { slug } from '../listings/company-names.ts'
import { mix, pickAt } from '../prices/noise.ts'
import { baseLogo, currencyLogo } from '../scanner/listing-columns.ts'
import type { Publication } from './publications.ts'

const openings = [
  'Range holds',
  'Breakout ahead?',
  'Waiting for the retest',
  'Trend still intact',
  'Careful here',
  'Weekly view',
]
const closings = [
  'levels I watch',
  'two scenarios',
  'plan for the week',
  'short note',
  'support and resistance',
]
const indicators = [
  'Trend Ribbon',
  'Session Levels',
  'Volume Map',
  'Range Finder',
  'Momentum Grid',
  'Pullback Scanner',
]
const intervals = ['15', '60', '240', 'D', 'W']

export function ideaName({ key, listing }: Publication): string {
  return `${listing.ticker}: ${pickAt(key, 11, openings)}, ${pickAt(key, 12, closings)}`
}

export function scriptName({ key }: Publication): string {
  return `${pickAt(key, 13, indicators)} ${mix(key, 14) % 90}`
}

export type ScriptType = 'indicator' | 'strategy' | 'library'

export function scriptTypeOf({ key }: Publication): ScriptType {
  return pickAt(key, 15, ['indicator', 'indicator', 'indicator', 'strategy', 'library'] as const)
}

/** 1 open, 2 protected, 3 by invitation. */
export function scriptAccessOf({ key }: Publication): 1 | 2 | 3 {
  return pickAt(key, 16, [1, 1, 1, 2, 3] as const)
}

export function scriptIdOf({ key }: Publication): string {
  const part = (salt: number) => mix(key, salt).toString(16).padStart(8, '0')
  return `PUB;${part(21)}${part(22)}${part(23)}${part(24)}`
}

export function publicationItem(publication: Publication, isScript: boolean): Record<string, unknown> {
  const { id, key, createdMs, likes, comments, author } = publication
  const name = isScript ? scriptName(publication) : ideaName(publication)
  const image = pictureId(key)
  const slugged = slug(name)
  const isUpdated = mix(key, 31) % 9 === 0
  return {
    id,
    image_url: image,
    name,
    description: description(publication, isScript),
    created_at: stamp(createdMs),
    updated_at: isUpdated ? stamp(createdMs + 3_600_000) : null,
    date_timestamp: createdMs / 1000,
    updated_date_timestamp: isUpdated ? createdMs / 1000 + 3600 : null,
    chart_url: isScript
      ? `https://www.tradingview.com/script/${image}-${slugged}/`
      : `https://www.tradingview.com/chart/${publication.listing.ticker}/${image}-${slugged}/`,
    is_public: true,
    is_visible: true,
    is_video: !isScript && mix(key, 32) % 20 === 0,
    is_education: mix(key, 33) % 30 === 0,
    is_script: isScript,
    is_picked: mix(key, 34) % 25 === 0,
    is_hot: likes > 200,
    is_platinum_broker_idea: false,
    script_type: isScript ? scriptTypeOf(publication) : null,
    script_access: isScript ? scriptAccessOf(publication) : null,
    script_id_part: isScript ? scriptIdOf(publication) : null,
    version: isScript ? `${1 + (mix(key, 35) % 6)}.0` : null,
    script_package_id: null,
    video_duration: '0',
    video_cam: false,
    video_filename: null,
    comments_count: comments,
    views_count: 0,
    symbol: symbolOf(publication),
    user: {
      id: author.id,
      username: author.name,
      badges: author.isPro ? [{ name: 'pro:pro_premium', verbose_name: 'Premium' }] : [],
      picture_url: `https://pictures.example/${author.name}.png`,
      mid_picture_url: `https://pictures.example/${author.name}_mid.png`,
      is_pro: author.isPro,
      pro_plan: author.isPro ? 'pro_premium' : '',
      is_broker: false,
      broker_name: null,
      broker_plan: null,
    },
    image: {
      big: `https://pictures.example/${image}_big.png`,
      middle: `https://pictures.example/${image}_mid.png`,
      middle_webp: `https://pictures.example/${image}_mid.webp`,
      bg_color: mix(key, 36) % 2 === 0 ? '#ffffff' : '#131722',
    },
    reputation: null,
    actions: null,
    is_liked: false,
    likes_count: likes,
  }
}

function description({ listing }: Publication, isScript: boolean): string {
  if (isScript) return 'Draws levels on the chart and can raise an alert when one is crossed. Made up.'
  return `The levels drawn are where ${listing.description} turned before; nothing here is advice. Made up.`
}

/** 0 neutral, 1 long, 2 short. */
function symbolOf({ key, listing }: Publication): Record<string, unknown> {
  const { symbol, ticker, venue, type, logoid } = listing
  const base = baseLogo(listing)
  const logo =
    logoid === ''
      ? { style: 'pair', logoid: base, logoid2: currencyLogo(listing) }
      : { style: 'single', logoid }
  return {
    name: symbol,
    full_name: symbol,
    short_name: ticker,
    exchange: venue.code,
    type,
    logo,
    logo_id: logoid === '' ? null : logoid,
    currency_logo_id: currencyLogo(listing),
    base_currency_logo_id: base,
    logo_urls: [`https://logos.example/${logoid === '' ? base : logoid}.svg`],
    interval: pickAt(key, 41, intervals),
    direction: mix(key, 42) % 3,
    badge: { label: symbol, url: `/symbols/${venue.code}-${ticker}/` },
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function pictureId(key: number): string {
  return Array.from({ length: 8 }, (_, at) => letters[mix(key, 51 + at) % letters.length]).join('')
}

function stamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`
}
