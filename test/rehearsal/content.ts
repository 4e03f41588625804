/**
 * Compares what is stored with what the simulated members list, row by row. A member that was read today must have today's
 * rows. One that was not must have the rows of its last read: its data only gets older.
 */

import type { StoredRow } from './stored-rows.ts'
import type { MemberTruth, TruthRow } from './world/truth.ts'

/** A row that a list lacks stays until a second list confirms it, or a third one if the platform was in trouble. */
const absencesMax = 2

export interface Comparison {
  readonly right: number
  /** Rows that lack details; what they state is right. */
  readonly partial: number
  readonly problems: readonly string[]
}

type Truth = readonly TruthRow[]

/** In lists that are not complete, the absence of a row says nothing. */
function findEarlier(reads: readonly MemberTruth[]): Truth {
  const rows: TruthRow[] = []
  let absences = reads.at(-1)?.isComplete ? 1 : 0
  for (const read of reads.slice(0, -1).reverse()) {
    if (absences > absencesMax) break
    rows.push(...read.rows)
    absences += read.isComplete ? 1 : 0
  }
  return rows
}

export class ContentHistory {
  /** By member: what it listed at its reads, the latest last. */
  readonly #reads = new Map<string, MemberTruth[]>()
  /** Members whose last list had no rows, also if it was not believed. */
  readonly #emptied = new Set<string>()

  /** What it lists today, whether or not that was published. */
  noteList(member: string, { rows }: MemberTruth): void {
    if (rows.length === 0) this.#emptied.add(member)
    else this.#emptied.delete(member)
  }

  addRead(member: string, truth: MemberTruth): void {
    this.#reads.set(member, [...(this.#reads.get(member) ?? []), truth])
  }

  /** Whether its last read had any, and its last list: a second list without rows confirms the first one. */
  hasRows(member: string): boolean {
    return (this.#reads.get(member)?.at(-1)?.rows ?? []).length > 0 && !this.#emptied.has(member)
  }

  /** How many rows of the last two reads are not the same in both, and how many there are. */
  countChanges(member: string): { changed: number; all: number } {
    const [before = [], latest = []] =
      this.#reads
        .get(member)
        ?.slice(-2)
        .map(({ rows }) => rows) ?? []
    const contents = new Map(before.map((row) => [row.key, contentOf(row)]))
    const all = new Set([...before, ...latest].map(({ key }) => key)).size
    const same = latest.filter((row) => contents.get(row.key) === contentOf(row)).length
    return { changed: all - same, all }
  }

  /** `window`: the starts of the showtimes that are compared. */
  compare(
    member: string,
    stored: readonly StoredRow[],
    window: readonly [fromMs: number, toMs: number],
  ): Comparison {
    const isCompared = ({ startsAt }: { readonly startsAt?: number }) =>
      startsAt === undefined || (startsAt >= window[0] && startsAt < window[1])
    const reads = this.#reads.get(member) ?? []
    const listed = (reads.at(-1)?.rows ?? []).filter(isCompared)
    const findListed = createFinder(listed)
    const findBefore = createFinder(findEarlier(reads))
    const found = new Set<TruthRow>()
    const problems: string[] = []
    let partial = 0
    for (const row of stored.filter(isCompared)) {
      const truth = findListed(row)
      if (truth === undefined) {
        if (findBefore(row) === undefined) problems.push(`${row.text} was never listed`)
        continue
      }
      found.add(truth)
      if (row.isPartial && !truth.isAmbiguous) partial += 1
      const wrong = Object.keys(truth.fields).filter(
        (field) =>
          !(row.isPartial && row.fields[field] === undefined) &&
          !areSame(truth.fields[field] ?? '', row.fields[field] ?? ''),
      )
      for (const field of wrong)
        problems.push(`${row.text} has the ${field} ${row.fields[field]}, it is ${truth.fields[field]}`)
    }
    for (const truth of listed)
      if (!found.has(truth)) problems.push(`${truth.aliases[0] ?? truth.key} is listed and not stored`)
    return { right: found.size, partial, problems }
  }
}

function contentOf({ fields, body = '' }: TruthRow): string {
  return JSON.stringify([fields, body])
}

/** By the platform's name of a row, which its address contains; showtimes and vendors by their titles. */
function createFinder(rows: Truth): (row: StoredRow) => TruthRow | undefined {
  const byName = new Map(rows.flatMap((row) => [row.key, ...row.aliases].map((name) => [name, row] as const)))
  const byStart = Map.groupBy(rows, ({ startsAt }) => startsAt)
  return ({ text, startsAt }) => {
    if (startsAt !== undefined) return findByTitle(byStart.get(startsAt) ?? [], text)
    const names = [text, ...nativeNames.flatMap((pattern) => text.match(pattern) ?? [])]
    return names.map((name) => byName.get(name)).find((row) => row !== undefined)
  }
}

/** A UUID, a number, or a short code at the end, of which some have small letters. */
const nativeNames = [/[\da-f]{8}-[\da-f-]{27}/g, /\d{6,}/g, /[\dA-Z]{5,}$/g, /[\da-f]{10}$/g]

/** Chains add the format or the occasion to a title. */
function findByTitle(rows: Truth, title: string): TruthRow | undefined {
  const words = toWords(title)
  const find = (isSame: (alias: string) => boolean) =>
    rows.find(({ aliases }) => aliases.some((alias) => isSame(toWords(alias))))
  return find((alias) => alias === words) ?? find((alias) => alias.includes(words) || words.includes(alias))
}

function areSame(one: string, other: string): boolean {
  return toWords(one) === toWords(other)
}

/** Titles are free text with markup, which is not shown. */
function toWords(text: string): string {
  return text
    .replaceAll('&amp;', '&')
    .replaceAll(/<script>.{0,100}<\/script>|<\/?b>/g, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
