/** Workplace type and employment as boards state them, in the languages of the boards. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCustomFields } from './custom-fields.ts'
import { parseEmployment } from './employment.ts'
import { parseWorkplace, toWorkplace, type WorkplaceEvidence } from './workplace.ts'

const stated: Readonly<Record<string, readonly string[]>> = {
  'On Site': ['onsite', 'on-site', 'on_site', 'OnSite', 'ORA_ON_SITE', 'ON_SITE', 'in office', 'office'],
  Remote: ['remote', 'fully', 'fully remote', 'ORA_REMOTE', 'REMOTE', 'TELECOMMUTE', 'work from home'],
  Hybrid: ['hybrid', 'ORA_HYBRID', 'HYBRID', 'temporary', 'flexible', 'partially remote'],
}

const evidence: readonly [WorkplaceEvidence, string | undefined][] = [
  [{ stated: ['unspecified'], remote: true }, 'Remote'],
  [{ stated: ['none'] }, undefined],
  [{ stated: ['Hybrid'], remote: true }, 'Hybrid'],
  [{ hybrid: true, remote: true }, 'Hybrid'],
  [{ hybrid: false, remote: false, onSite: false }, undefined],
  [{ onSite: true }, 'On Site'],
  [{ places: ['Hybrid', 'Remote'] }, 'Remote'],
  [{ places: ['Hybrid'], title: 'Clerk (Remote)' }, 'Hybrid'],
  [{ title: 'Manager, Development (Chicago/Hybrid)' }, 'Hybrid'],
  [{ title: 'Administrative Assistant (Hybrid)' }, 'Hybrid'],
  [{ title: 'Writer - Remote' }, 'Remote'],
  [{ title: 'Writer, Remote' }, 'Remote'],
  [{ title: 'Remote Sensing Engineer' }, undefined],
  [{ title: 'Remote Diagnostics Technician' }, undefined],
  [{ title: 'Hybrid Cloud Architect' }, undefined],
  [{ title: 'Engineer - Hybrid Vehicle Mechanic' }, undefined],
  [{ title: 'Baker (not remote)' }, undefined],
  [{ title: 'Baker - no remote' }, undefined],
]

const employment: Readonly<Record<string, readonly string[]>> = {
  'Full Time': [
    'full time',
    'Full-time',
    'fulltime',
    'FullTime',
    'full',
    'FT',
    'SALARIED_FT',
    'HOURLY_FT',
    'fulltime_permanent',
    'permanent_full_time',
    'Regular Full Time',
    'Vollzeit',
    'temps plein',
    'tempo pieno',
    'jornada completa',
    'tiempo completo',
    'FULL_TIME',
  ],
  'Part Time': [
    'part time',
    'Part-time',
    'parttime',
    'PT',
    'SALARIED_PT',
    'HOURLY_PT',
    'permanent_part_time',
    'Teilzeit',
    'temps partiel',
    'mi-temps',
    'media jornada',
    'Minijob',
    'working_student',
    'Werkstudent',
    'PART_TIME',
  ],
  'Full Time, Part Time': [
    'full-or-part-time',
    'full time or part time',
    'Full Time/Part Time',
    'voll oder teilzeit',
    'Part Time to Full Time',
    'Full Time, Part Time',
    'FULL_TIME,PART_TIME',
  ],
  Contract: [
    'contract',
    'Contractor',
    'CONTRACTOR',
    'Contracted',
    'freelance',
    'consultant',
    'Contingent Worker',
    'self-employed',
    '1099',
    'B2B',
    'autónomo',
  ],
  'Full Time, Contract': ['Contracted to Full Time', 'contract-to-hire'],
  Internship: [
    'Intern',
    'INTERN',
    'internship',
    'trainee',
    'traineeship',
    'apprentice',
    'co-op',
    'Praktikum',
    'Pflichtpraktikum',
    'Ferialpraktikum (m/w/d)',
    'Meewerkstage',
    'Lehrstelle',
    'stage',
    'alternance',
    'becario',
    'Ausbildung',
  ],
  'Full Time, Internship': ['Internship to Full Time'],
  Temporary: [
    'Temporary',
    'TEMP',
    'fixed term',
    'limited-term',
    'interim',
    'befristet',
    'CDD',
    'Krankheitsvertretung',
    'Timvikarie',
    'Brigáda',
    'Locum',
    'tempo determinato',
  ],
  'Full Time, Temporary': ['Temporary to Full Time', 'fixed_term_full_time', 'fulltime_fixed_term'],
  'Part Time, Temporary': ['fixed_term_part_time', 'parttime_fixed_term'],
  Seasonal: ['Seasonal', 'saison'],
  Volunteer: ['Volunteer', 'VOLUNTEER', 'voluntary'],
  Casual: ['Casual', 'per diem', 'PER_DIEM', 'PRN', 'on-call', 'zero hours', 'relief'],
  Hourly: ['hourly'],
  Regular: ['Regular'],
  'Regular/Permanent': [
    'Permanent',
    'Regular/Permanent',
    'CDI',
    'unbefristet',
    'Festanstellung',
    'indefinido',
  ],
  OTHER: ['OTHER', 'other'],
  '': ['flexible', 'Exempt', 'Level 3', 'Night shift'],
}

const joined: readonly [readonly string[], string, string][] = [
  [['permanent', 'full-or-part-time'], '', 'Full Time, Part Time'],
  [['intern', 'full-time'], '', 'Full Time, Internship'],
  [['permanent', 'full-time'], '', 'Full Time'],
  [['Hourly', 'Part time'], '', 'Part Time'],
  [['Contract'], '(1099 Contract) Salesforce Consultant', 'Contract'],
  [[], 'Community Manager (CONTRACT)', 'Contract'],
  [[], 'Marketing Intern', 'Internship'],
  [[], 'Intern - Marketing', 'Internship'],
  [[], 'Internal Auditor', ''],
  [['Full time'], 'Marketing Intern', 'Full Time'],
]

/** Contained words, by language. */
const contained: readonly [string, string][] = [
  ['Full-Time: Experienced', 'Full Time'],
  ['Full Time (HC)', 'Full Time'],
  ['Summer Internship', 'Internship'],
  ['Regular Full Time (Salary)', 'Full Time'],
  ['Full-Time Non-Exempt', 'Full Time'],
  ['12 month FTC', 'Temporary'],
  ['Permanent contract', 'Regular/Permanent'],
  ['Fixed Term Contract (12 months)', 'Temporary'],
  ['Temp/Contract', 'Contract, Temporary'],
  ['0.5 FTE', 'Part Time'],
  ['40 hours per week', 'Full Time'],
  ['Employee', 'Regular'],
  ['100% remote', ''],
  ['Not a full-time position', ''],
  ['Not applicable', ''],
  ['Vollzeitstelle, unbefristet', 'Full Time'],
  ['Pensum 80-100%', 'Full Time, Part Time'],
  ['Praktikum/Werkstudent', 'Part Time, Internship'],
  ['Contrat à durée indéterminée', 'Regular/Permanent'],
  ['CDD - Temps plein', 'Full Time, Temporary'],
  ['Contrato indefinido', 'Regular/Permanent'],
  ['Prácticas', 'Internship'],
  ['Tempo integral (CLT)', 'Full Time'],
  ['Estágio', 'Internship'],
  ['Tempo pieno e indeterminato', 'Full Time'],
  ['Tirocinio curriculare', 'Internship'],
  ['Parttime (24-32 uur)', 'Part Time'],
  ['Bepaalde tijd', 'Temporary'],
  ['Onbepaalde tijd', 'Regular/Permanent'],
  ['Heltidsanställning', 'Full Time'],
  ['Vikariat', 'Temporary'],
  ['Fuldtid', 'Full Time'],
  ['Tidsbegrænset', 'Temporary'],
  ['Pełny etat', 'Full Time'],
  ['Umowa zlecenie', 'Contract'],
  ['Kokoaikainen', 'Full Time'],
  ['正社員', 'Regular/Permanent'],
  ['인턴', 'Internship'],
]

const containedWorkplaces: readonly [string, string | undefined][] = [
  ['Remote - US', 'Remote'],
  ['Hybrid - 3 days in office', 'Hybrid'],
  ['2 days remote / 3 days in office', 'Hybrid'],
  ['Remote or Hybrid', 'Remote'],
  ['Remote & Office', 'Hybrid'],
  ['Office-based', 'On Site'],
  ['In person', 'On Site'],
  ['Fully Onsite', 'On Site'],
  ['Not remote', 'On Site'],
  ['Présentiel', 'On Site'],
  ['Télétravail partiel', 'Hybrid'],
  ['Vor Ort', 'On Site'],
  ['Homeoffice', 'Remote'],
  ['Modalidad híbrida', 'Hybrid'],
  ['Praca zdalna', 'Remote'],
  ['På plats', 'On Site'],
  ['Op kantoor', 'On Site'],
  ['ハイブリッド', 'Hybrid'],
  ['No', undefined],
]

/** Fields that employers have added, and what they state. */
const customFields: readonly [Readonly<Record<string, unknown>>, string][] = [
  [{ 'Employment Length': 'Full Time (HC)' }, 'Full Time'],
  [{ 'Job Posting - Employment Type': 'Full-Time: Experienced' }, 'Full Time'],
  [{ 'Work Type': 'Remote' }, 'Remote'],
  [{ 'Workplace Type': ['Hybrid', 'Remote'] }, 'Remote'],
  [{ 'Remote?': true }, 'Remote'],
  [{ 'Hybrid role': 'Yes, 3 days' }, 'Hybrid'],
  [{ Remote: false }, ''],
  [{ Remote: false, Hybrid: 'No' }, 'On Site'],
  [{ Internship: true, 'Workplace type': 'Office' }, 'Internship, On Site'],
  [{ 'Type of contract': 'CDI', Arbeitszeit: 'Vollzeit' }, 'Full Time'],
  [{ 'Contract Manager': 'Temp Fellow' }, ''],
  [{ 'Office Location': 'Remote' }, ''],
]

describe('workplace type', () => {
  for (const [raw, type] of containedWorkplaces) {
    it(`reads ${raw} as ${type ?? 'nothing'}`, () => assert.equal(parseWorkplace([raw]), type))
  }

  for (const [type, raws] of Object.entries(stated)) {
    for (const raw of raws) it(`parses ${raw} as ${type}`, () => assert.equal(parseWorkplace([raw]), type))
  }
  for (const [input, expected] of evidence) {
    it(`derives ${expected ?? 'nothing'} from ${JSON.stringify(input)}`, () =>
      assert.equal(toWorkplace(input), expected))
  }
})

describe('fields of employers', () => {
  for (const [fields, expected] of customFields) {
    it(`reads ${JSON.stringify(fields)} as ${expected || 'nothing'}`, () => {
      const texts = readCustomFields(Object.entries(fields).map(([name, value]) => ({ name, value })))
      const workplace = toWorkplace({ stated: texts.workplace, employment: texts.employment })
      assert.equal([...parseEmployment(texts.employment), ...[workplace ?? []].flat()].join(', '), expected)
    })
  }
})

describe('employment', () => {
  for (const [raw, labels] of contained) {
    it(`reads ${raw} as ${labels || 'nothing'}`, () =>
      assert.equal(parseEmployment([raw]).join(', '), labels))
  }

  for (const [labels, raws] of Object.entries(employment)) {
    for (const raw of raws) {
      it(`parses ${raw} as ${labels || 'nothing'}`, () => {
        assert.equal(parseEmployment([raw]).join(', '), labels)
      })
    }
  }
  for (const [raws, title, labels] of joined) {
    it(`combines ${JSON.stringify(raws)} and the title ${JSON.stringify(title)}`, () => {
      assert.equal(parseEmployment(raws, title).join(', '), labels)
    })
  }
})
