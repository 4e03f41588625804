/** Parses employment types into a set of labels. */

import { rememberTexts } from '../../../core/text/remember.ts'
import { type EmploymentLabel, employmentLabels } from '../schema/vocabulary.ts'
import { fold } from './fold.ts'

/** Labels, joined by `+`, for the texts of boards in lower case with `_ - /` as spaces. */
const labelTable: readonly (readonly [labels: string, raws: string])[] = [
  [
    'Full Time',
    'full time|fulltime|full|ft|salaried ft|hourly ft|fulltime permanent|full time permanent|permanent full time|permanent fulltime|regular full time|full time regular|vollzeit|temps plein|tempo pieno|jornada completa|tiempo completo',
  ],
  [
    'Part Time',
    'part time|parttime|pt|salaried pt|hourly pt|permanent part time|parttime permanent|part time permanent|regular part time|teilzeit|temps partiel|mi temps|media jornada|minijob|working student|werkstudent',
  ],
  [
    'Full Time+Part Time',
    'full or part time|full time or part time|full time part time|voll oder teilzeit|part time to full time|full part time',
  ],
  [
    'Contract',
    'contract|contractor|contracted|freelance|freelancer|consultant|contingent worker|self employed|1099|b2b|autónomo|autonomo|1099 contract',
  ],
  ['Full Time+Contract', 'contracted to full time|contract to hire|full time contract'],
  [
    'Internship',
    'intern|internship|trainee|traineeship|apprentice|apprenticeship|co op|coop|praktikum|stage|alternance|becario|ausbildung',
  ],
  ['Full Time+Internship', 'internship to full time|full time internship'],
  ['Temporary', 'temporary|temp|fixed term|limited term|interim|befristet|cdd|tempo determinato'],
  [
    'Full Time+Temporary',
    'temporary to full time|fixed term full time|fulltime fixed term|full time fixed term',
  ],
  ['Part Time+Temporary', 'fixed term part time|parttime fixed term|part time fixed term'],
  ['Seasonal', 'seasonal|saison'],
  ['Volunteer', 'volunteer|voluntary'],
  ['Casual', 'casual|per diem|prn|on call|zero hours|relief'],
  ['Hourly', 'hourly'],
  ['Regular', 'regular'],
  ['Regular/Permanent', 'permanent|regular permanent|cdi|unbefristet|festanstellung|indefinido'],
  ['OTHER', 'other'],
]

const labelsByRaw = new Map<string, readonly EmploymentLabel[]>()
for (const [labels, raws] of labelTable) {
  for (const raw of raws.split('|')) labelsByRaw.set(raw, labels.split('+') as EmploymentLabel[])
}

/** Dropped if another label states the hours. */
const vagueLabels = new Set<EmploymentLabel>(['Hourly', 'Regular', 'Regular/Permanent'])

/** `raws`: each may be a comma-separated list. The title is used only if they yield no label. */
export function parseEmployment(raws: readonly (string | null | undefined)[], title = ''): EmploymentLabel[] {
  const found = new Set(raws.flatMap((raw) => labelsOf(raw ?? '')))
  if (found.size === 0) for (const label of labelsOfTitle(title)) found.add(label)
  const hasHours = found.has('Full Time') || found.has('Part Time')
  return employmentLabels.filter((label) => found.has(label) && !(hasHours && vagueLabels.has(label)))
}

function labelsOf(raw: string): readonly EmploymentLabel[] {
  return lookUpLabels(raw) ?? raw.split(/[,;]/).flatMap((item) => lookUpLabels(item) ?? [])
}

const lookUpLabels = rememberTexts((raw): readonly EmploymentLabel[] | undefined =>
  labelsByRaw.get(fold(fold(raw).replace(/[_/()-]/g, ' '))),
)

function labelsOfTitle(title: string): readonly EmploymentLabel[] {
  if (/\((?:1099\s+)?contract(?:or)?\)/i.test(title)) return ['Contract']
  if (/(?<![\p{L}])(?:intern|internship)(?=\s*$|\s*[-–—,(])/iu.test(title)) return ['Internship']
  return []
}
