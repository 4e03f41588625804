/** Where people work: On Site, Remote, Hybrid, or nothing when nobody says so. */

import { extractWorkplace, strongestType, type WorkplaceType } from './extract-workplace.ts'
import { fold } from './fold.ts'

export interface WorkplaceEvidence {
  /** A field with three states. */
  readonly stated?: string | null | undefined
  /** False is a default, not a statement. */
  readonly hybrid?: boolean | null | undefined
  readonly remote?: boolean | null | undefined
  readonly onSite?: boolean | null | undefined
  /** What the texts of the places said. */
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

/** The first that speaks is believed. The body of a posting is never asked: it talks about the firm. */
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

/** Several places: whoever may work remotely from one of them may work remotely. */
function fromPlaces(places: readonly WorkplaceType[]): WorkplaceType | undefined {
  return (['Remote', 'Hybrid', 'On Site'] as const).find((type) => places.includes(type))
}

/** Only in brackets or as the last part: a Remote Sensing Engineer sits in an office. */
function fromTitle(title: string): WorkplaceType | undefined {
  const bracketed = [...title.matchAll(/[([]([^()[\]]*)[)\]]/g)].map(([, inside = '']) => inside)
  const last = title
    .split(/\s+[-–|/]\s+|,\s*|\s*[|/]\s*/)
    .slice(1)
    .at(-1)
  const found = new Set<WorkplaceType>()
  for (const part of [...bracketed, ...(last === undefined ? [] : [last])]) {
    if (/\b(not|no|non)\b/i.test(part)) continue
    for (const piece of part.split(/\s*[/,|&]\s*/)) {
      const { text, type } = extractWorkplace(piece)
      if (type !== undefined && text === '') found.add(type)
    }
  }
  return strongestType(found)
}
