/**
 * Remembers whose details were read, for platforms whose pace allows few requests: those of new and changed rows are
 * requested at once, the others once a week.
 */

import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { FetchContext, Member } from '../../../../sync/source.ts'

/** The ids of the rows whose details are recent. */
export const RecentBody = Type.Array(Type.String())

const markCharacters = 4
/** What fits in a note. The details of further rows are requested every time. */
const marksMax = 12_000
const daysMax = 7
const dayMs = 86_400_000

export interface DetailPlan {
  readonly due: readonly string[]
  readonly recent: readonly string[]
  /** Whether the details of a row that is due were read before, as it is. */
  isKnown(id: string): boolean
  /** Stores what is recent now. `read`: the ids whose details were received. */
  save(read: ReadonlySet<string>): Promise<void>
}

/** `rows`: by id, the text whose change makes the details old. A manual run requests all. */
export async function planDetails(
  rows: ReadonlyMap<string, string>,
  { notes, nowMs, isManual }: Pick<FetchContext<Member>, 'notes' | 'nowMs' | 'isManual'>,
): Promise<DetailPlan> {
  const known = toMarks(isManual ? '' : ((await notes?.read()) ?? ''))
  const day = Math.floor(nowMs / dayMs)
  const due: string[] = []
  const recent: string[] = []
  for (const [id, text] of rows) {
    const mark = markOf(id, text)
    if (known.has(mark) && (day + mark.charCodeAt(0)) % daysMax !== 0) recent.push(id)
    else due.push(id)
  }
  return {
    due,
    recent,
    isKnown: (id) => known.has(markOf(id, rows.get(id) ?? '')),
    async save(read) {
      const kept = [...recent, ...due.filter((id) => read.has(id))].slice(0, marksMax)
      const note = kept.map((id) => markOf(id, rows.get(id) ?? '')).join('')
      await notes?.write(note === '' ? undefined : note)
    },
  }
}

/** Two rows rarely have the same mark; then the details of one wait for a week. */
function markOf(id: string, text: string): string {
  return hash('sha256', `${id} ${text}`, 'base64url').slice(0, markCharacters)
}

function toMarks(note: string): ReadonlySet<string> {
  const marks = new Set<string>()
  for (let at = 0; at + markCharacters <= note.length; at += markCharacters)
    marks.add(note.slice(at, at + markCharacters))
  return marks
}
