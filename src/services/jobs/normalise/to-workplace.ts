/** Derives the workplace type of a posting: On Site, Remote, Hybrid, or undefined if it is not stated. */

import type { WorkplaceType } from '../schema/vocabulary.ts'
import { extractWorkplace, strongestType } from './extract-workplace.ts'
import { fold } from './fold.ts'

export interface WorkplaceEvidence {
  /** A field that names the type. */
  readonly stated?: string | null | undefined
  /** False is only the default of the field. */
  readonly hybrid?: boolean | null | undefined
  readonly remote?: boolean | null | undefined
  readonly onSite?: boolean | null | undefined
  /** The types in the texts of the places. */
  readonly places?: readonly WorkplaceType[]
  readonly title?: string
}

const workplaceByText: Readonly<Record<string, WorkplaceType>> = {
  onsite: 'On Site',
  'on site': 'On Site',
  'ora on site': 'On Site',
  'in office': 'On Site',
  office: 'On Site',
  remote: 'Remote',
  fully: 'Remote',
  'fully remote': 'Remote',
  'ora remote': 'Remote',
  telecommute: 'Remote',
  'work from home': 'Remote',
  hybrid: 'Hybrid',
  'ora hybrid': 'Hybrid',
  temporary: 'Hybrid',
  flexible: 'Hybrid',
  'partially remote': 'Hybrid',
}

/** The first match wins. The body is ignored: it describes the company. */
export function toWorkplace(evidence: WorkplaceEvidence): WorkplaceType | undefined {
  const { title = '', places = [] } = evidence
  return (
    parseWorkplace(evidence.stated) ??
    (evidence.hybrid ? 'Hybrid' : evidence.remote ? 'Remote' : evidence.onSite ? 'On Site' : undefined) ??
    fromPlaces(places) ??
    fromTitle(title)
  )
}

export function parseWorkplace(raw: string | null | undefined): WorkplaceType | undefined {
  return workplaceByText[fold(raw ?? '').replace(/[_-]/g, ' ')]
}

/** One remote place is enough for the job to be remote. */
function fromPlaces(places: readonly WorkplaceType[]): WorkplaceType | undefined {
  return (['Remote', 'Hybrid', 'On Site'] as const).find((type) => places.includes(type))
}

/** Only in brackets or as the last part: a Remote Sensing Engineer works on site. */
function fromTitle(title: string): WorkplaceType | undefined {
  const bracketed = [...title.matchAll(/[([]([^()[\]]*)[)\]]/g)].map(([, inside = '']) => inside)
  const last = title
    .split(/ [-–|/] |,|[|/]/)
    .slice(1)
    .at(-1)
  const found = new Set<WorkplaceType>()
  for (const part of [...bracketed, ...(last === undefined ? [] : [last])]) {
    if (/\b(not|no|non)\b/i.test(part)) continue
    for (const piece of part.split(/[/,|&]/)) {
      const { text, type } = extractWorkplace(piece)
      if (type !== undefined && text === '') found.add(type)
    }
  }
  return strongestType(found)
}
