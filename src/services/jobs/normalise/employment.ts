/** Kinds of employment: a set of labels, shown in one order. */

import { fold } from './fold.ts'

export const employmentLabels = [
  'Full Time',
  'Part Time',
  'Contract',
  'Internship',
  'Temporary',
  'Seasonal',
  'Volunteer',
  'Casual',
  'Hourly',
  'Regular',
  'Regular/Permanent',
  'OTHER',
] as const
export type EmploymentLabel = (typeof employmentLabels)[number]

/** Labels by what boards write, in lower case, with `_ - /` as spaces. */
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

/** Dropped when another label says how many hours. */
const vagueLabels = new Set<EmploymentLabel>(['Hourly', 'Regular', 'Regular/Permanent'])

export interface ParsedEmployment {
  readonly labels: readonly EmploymentLabel[]
  /** What nobody has put into the table yet. */
  readonly unmapped: readonly string[]
}

/** `raws`: one text per statement of the board; each may be a comma list. The title fills silence only. */
export function parseEmployment(raws: readonly (string | null | undefined)[], title = ''): ParsedEmployment {
  const found = new Set<EmploymentLabel>()
  const unmapped: string[] = []
  for (const raw of raws) {
    const whole = lookUpLabels(raw ?? '')
    if (whole !== undefined) addAll(found, whole)
    else for (const item of (raw ?? '').split(/\s*[,;]\s*/)) parseItem(item, found, unmapped)
  }
  if (found.size === 0) addAll(found, fromTitle(title))
  const hasHours = found.has('Full Time') || found.has('Part Time')
  const labels = employmentLabels.filter((label) => found.has(label) && !(hasHours && vagueLabels.has(label)))
  return { labels, unmapped }
}

function parseItem(item: string, found: Set<EmploymentLabel>, unmapped: string[]): void {
  if (item.trim() === '') return
  const labels = lookUpLabels(item)
  if (labels === undefined) unmapped.push(item.trim())
  else addAll(found, labels)
}

function addAll(found: Set<EmploymentLabel>, labels: readonly EmploymentLabel[]): void {
  for (const label of labels) found.add(label)
}

function lookUpLabels(raw: string): readonly EmploymentLabel[] | undefined {
  return labelsByRaw.get(fold(fold(raw).replace(/[_/()-]/g, ' ')))
}

function fromTitle(title: string): readonly EmploymentLabel[] {
  if (/\((?:1099\s+)?contract(?:or)?\)/i.test(title)) return ['Contract']
  if (/(?<![\p{L}])(?:intern|internship)(?=\s*$|\s*[-–—,(])/iu.test(title)) return ['Internship']
  return []
}
