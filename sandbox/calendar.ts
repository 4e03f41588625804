/** Days as integers, and lists that change daily. */

const dayMs = 86_400_000

/** Days since 1970-01-01, in UTC. */
export type Day = number

export function dayOf(ms: number): Day {
  return Math.floor(ms / dayMs)
}

/** The first millisecond of the day. */
export function startOf(day: Day): number {
  return day * dayMs
}

/** `2026-11-15` */
export function toDate(day: Day): string {
  return new Date(startOf(day)).toISOString().slice(0, 10)
}

/** 1 for Monday to 7 for Sunday. */
export function weekday(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/**
 * The items that are active today, newest first, when some are created daily and each has a last day. `createdOn` returns
 * the items of a day; the same call must return the same items.
 */
export function* activeItems<Item extends { readonly lastDay: Day }>(
  today: Day,
  lifetimeDaysMax: number,
  createdOn: (day: Day) => Iterable<Item>,
): Generator<Item> {
  for (let day = today; day > today - lifetimeDaysMax; day--) {
    for (const item of createdOn(day)) {
      if (item.lastDay >= today) yield item
    }
  }
}
