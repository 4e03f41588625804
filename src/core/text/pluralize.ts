/** `1 page`, `2 pages`. For nouns whose plural ends in s. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
