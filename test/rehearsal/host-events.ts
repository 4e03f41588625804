/** What happens to whole hosts, by day: bans, limits, outages, and platforms that change. */

import { hashShare } from './fates.ts'

/**
 * `ban`: 403. `challenge`: a page that asks for a person. `limit`: 429 with `Retry-After`, in hours. `unhinted-limit`: 429
 * without. `renamed`: the titles of all rows have another name. `emptied`: lists without rows, with status 200. `relocated`:
 * redirects to another host. `maintenance`: redirects to the vendor's notice. `feeds-off`: 404 for every list, while the
 * careers pages stay. `outage`: 503. `hanging`: no response. `slow`: every response takes seconds.
 */
export type HostEventKind =
  | 'ban'
  | 'challenge'
  | 'limit'
  | 'unhinted-limit'
  | 'renamed'
  | 'emptied'
  | 'relocated'
  | 'maintenance'
  | 'feeds-off'
  | 'outage'
  | 'hanging'
  | 'slow'

export interface HostEvent {
  /** A name, or `*.` and the end of names. */
  readonly host: string
  readonly day: number
  readonly kind: HostEventKind
  /** How many requests of the day pass before. Default: none. */
  readonly after?: number
  /** The share of the hosts. Default: all. */
  readonly share?: number
}

/** Each lasts for one day. */
export const hostEvents: readonly HostEvent[] = [
  // Made up: no slow host is recorded.
  { host: 'api.oneleet.com', day: 1, kind: 'slow' },
  // Made up: what a new version of an interface looks like.
  { host: 'api.smartrecruiters.com', day: 2, kind: 'renamed' },
  // One project saw 404 for every company on 8 October 2026; the feeds answered again two weeks later. Employers, of which three
  // are recorded, switch theirs off as well.
  { host: '*.jobs.personio.com', day: 2, kind: 'feeds-off' },
  { host: '*.jobs.personio.com', day: 3, kind: 'feeds-off', share: 0.5 },
  // Cineworld left quickbook on 17 September 2026, Curzon its host on 22 February 2026.
  { host: 'www.cinemacity.ro', day: 2, kind: 'relocated' },
  { host: 'www.cinema-city.pl', day: 2, kind: 'relocated' },
  // Data centers are refused from one day to the next: Odeon (29 August 2026), Curzon (23 September 2026).
  { host: 'api.ashbyhq.com', day: 3, kind: 'ban', after: 5 },
  { host: 'vwc.odeon.co.uk', day: 3, kind: 'ban' },
  { host: 'api.lever.co', day: 3, kind: 'challenge', after: 5 },
  // Workable asks for hours; ADP and filmstarts limit without a hint.
  { host: 'apply.workable.com', day: 3, kind: 'limit', after: 10 },
  { host: 'api.rippling.com', day: 3, kind: 'unhinted-limit', after: 20 },
  // Made up, like the last two.
  { host: 'boards-api.greenhouse.io', day: 3, kind: 'emptied' },
  // Workday has a weekly window: 21 boards at once led to the notice (jobseek 5715).
  { host: '*.myworkdayjobs.com', day: 3, kind: 'maintenance' },
  { host: 'www.cineworld.co.uk', day: 3, kind: 'hanging' },
  { host: 'api.oneleet.com', day: 3, kind: 'outage' },
]

/** Every fault is over by then. */
export const daysRehearsed = Math.max(...hostEvents.map(({ day }) => day)) + 1

/** The event of a host on a day. */
export function findHostEvent(host: string, day: number): HostEvent | undefined {
  return hostEvents.find((event) => event.day === day && isOfEvent(event, host))
}

export function isOfEvent({ host: pattern, share = 1 }: HostEvent, host: string): boolean {
  if (hashShare(`event/${host}`) >= share) return false
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}

/** Whether members at the host may be read on that day in spite of the event. */
export function mayBeRead({ kind, after = 0 }: HostEvent): boolean {
  return kind === 'slow' || after > 0
}

/** Whether the host is not asked any more once the event was noticed. */
export function closesHost({ kind }: HostEvent): boolean {
  return ['ban', 'challenge', 'limit', 'unhinted-limit', 'outage', 'hanging'].includes(kind)
}
