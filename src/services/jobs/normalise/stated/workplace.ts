/** Derives the workplace type of a posting: On Site, Remote, Hybrid, or undefined if it is not stated. */

import {
  extractWorkplace,
  strongestType,
  type WorkplaceType,
} from '../../../../core/places/reader/extract-workplace.ts'
import { rememberTexts } from '../../../../core/text/remember.ts'
import { phraseReader } from './phrase-reader.ts'
import { workplaceWords } from './workplace-words.ts'

export interface WorkplaceEvidence {
  /** Fields that name the type; a field may name several. */
  readonly stated?: readonly (string | null | undefined)[] | undefined
  /** False is only the default of the field. */
  readonly hybrid?: boolean | null | undefined
  readonly remote?: boolean | null | undefined
  readonly onSite?: boolean | null | undefined
  /** Fields about the employment, some of which name the type: `Full-time (remote)`. */
  readonly employment?: readonly (string | null | undefined)[] | undefined
  /** The types in the texts of the places. */
  readonly places?: readonly WorkplaceType[]
  readonly title?: string
}

/** The first match wins. The body is ignored: it describes the company. */
export function toWorkplace(evidence: WorkplaceEvidence): WorkplaceType | undefined {
  const { title = '', places = [], employment = [] } = evidence
  return (
    parseWorkplace(evidence.stated) ??
    (evidence.hybrid ? 'Hybrid' : evidence.remote ? 'Remote' : evidence.onSite ? 'On Site' : undefined) ??
    mostRemote(employment.flatMap((text) => extractWorkplace(text ?? '').type ?? [])) ??
    mostRemote(places) ??
    fromTitle(title)
  )
}

export function parseWorkplace(
  stated: readonly (string | null | undefined)[] = [],
): WorkplaceType | undefined {
  return mostRemote(stated.flatMap((text) => readStated(text ?? '') ?? []))
}

const readWords = phraseReader(workplaceWords)

const textMax = 300

/** Alternatives are like several places. A text with numbers describes one arrangement: `2 days remote / 3 in office`. */
const readStated = rememberTexts((raw): WorkplaceType | undefined => {
  const text = raw.slice(0, textMax)
  const parts = /\d/.test(text) ? [text] : text.split(/[/|;]| or | oder | ou | o /i)
  return mostRemote(parts.flatMap((part) => typeOfPart(part) ?? []))
})

/** Work at home and in an office is hybrid. */
function typeOfPart(part: string): WorkplaceType | undefined {
  const found = new Set(readWords(part))
  if (found.has('Remote') && found.has('On Site')) return 'Hybrid'
  return strongestType(found)
}

/** One remote place is enough for the job to be remote. */
function mostRemote(types: readonly WorkplaceType[]): WorkplaceType | undefined {
  return (['Remote', 'Hybrid', 'On Site'] as const).find((type) => types.includes(type))
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
