/** Days as whole numbers, and lists that change from one day to the next. */

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
 * What stands on a day, when things appear daily and stay a while: newest day first, and the same tomorrow but for what
 * came and what went. `born` says what appears on a day, with the last day on which it stands.
 */
export function* standing<Item extends { readonly lastDay: Day }>(
  today: Day,
  longestStayDays: number,
  born: (day: Day) => Iterable<Item>,
): Generator<Item> {
  for (let day = today; day > today - longestStayDays; day--) {
    for (const item of born(day)) {
      if (item.lastDay >= today) yield item
    }
  }
}
