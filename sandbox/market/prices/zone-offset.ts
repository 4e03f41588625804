/** How far a time zone is from UTC on a day, remembered. */

import { type Day, startOf } from '../../calendar.ts'

const noonMs = 43_200_000
const remembered = new Map<
  string,
  { readonly format: Intl.DateTimeFormat; readonly offsets: Map<Day, number> }
>()

/** In milliseconds, positive to the east, as it is at noon of the day. */
export function zoneOffsetMs(zone: string, day: Day): number {
  if (zone === 'Etc/UTC') return 0
  let known = remembered.get(zone)
  if (known === undefined) {
    known = {
      format: new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }),
      offsets: new Map(),
    }
    remembered.set(zone, known)
  }
  const found = known.offsets.get(day)
  if (found !== undefined) return found
  if (known.offsets.size >= daysMax) known.offsets.clear()
  const offset = readOffset(known.format, startOf(day) + noonMs)
  known.offsets.set(day, offset)
  return offset
}

const daysMax = 20_000

/** From `GMT-05:00`, or `GMT` alone. */
function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const name = format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
  if (match === null) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}
