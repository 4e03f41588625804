/** Reads the kinds of employment that a board states. */

import { rememberTexts } from '../../../../core/text/remember.ts'
import { type EmploymentLabel, employmentLabels } from '../../schema/vocabulary.ts'
import { employmentWords, vagueEmploymentWords } from './employment-words.ts'
import { phraseReader } from './phrase-reader.ts'

/** Dropped if another label states the hours. */
const vagueLabels = new Set<EmploymentLabel>(['Hourly', 'Regular', 'Regular/Permanent'])

/** The title is used only if the texts yield no label. */
export function parseEmployment(raws: readonly (string | null | undefined)[], title = ''): EmploymentLabel[] {
  const found = new Set(raws.flatMap((raw) => readEmployment(raw ?? '')))
  if (found.size === 0) for (const label of labelsOfTitle(title)) found.add(label)
  if (found.has('Full Time') || found.has('Part Time')) for (const label of vagueLabels) found.delete(label)
  if (found.has('Regular/Permanent')) found.delete('Regular')
  return employmentLabels.filter((label) => found.has(label))
}

const readWords = phraseReader(employmentWords)
const readVagueWords = phraseReader(vagueEmploymentWords)

/** `not applicable` and the like have no known words. A denied kind is not one: `non-contract`. */
const readEmployment = rememberTexts((raw): readonly EmploymentLabel[] => {
  const text = raw.slice(0, textMax).replace(/\b(?:non|not|no)[ -]+(?:an? )?[\p{L}]+/giu, ' ')
  const labels = [...readWords(text), ...labelsOfHours(text)]
  return labels.length > 0 ? labels : readVagueWords(text)
})

const textMax = 300

const fullHoursMin = 35
const partHoursMax = 32

/** `80-100%` and `20 hours a week` are part of a full week or all of it; `100% remote` is not about hours. */
function labelsOfHours(text: string): EmploymentLabel[] {
  const shares = [...text.matchAll(/\b(?:(\d{1,3}) ?%? ?[-–] ?)?(\d{1,3}) ?%(?! ?\p{L})/gu)].flatMap(
    ([, least, most]) => [least ?? most, most].map((share) => Number(share) / 100),
  )
  const hours = [
    ...text.matchAll(
      /\b(\d{1,2})(?:[.,]\d+)? ?(?:h|hrs?|hours?|stunden|std|heures?|horas?|ore|uur|uren|timm?ar|timer|godzin)\b/gi,
    ),
  ]
  for (const [, count] of hours) {
    if (Number(count) >= fullHoursMin) shares.push(1)
    else if (Number(count) <= partHoursMax) shares.push(0)
  }
  const isFull = shares.some((share) => share === 1)
  const isPart = shares.some((share) => share < 1)
  return [...(isFull ? (['Full Time'] as const) : []), ...(isPart ? (['Part Time'] as const) : [])]
}

function labelsOfTitle(title: string): readonly EmploymentLabel[] {
  if (/\((?:1099\s+)?contract(?:or)?\)/i.test(title)) return ['Contract']
  if (/(?<![\p{L}])(?:intern|internship)(?=\s*$|\s*[-–—,(])/iu.test(title)) return ['Internship']
  return []
}
