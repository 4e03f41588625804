/** Random postings with many words in common, in several languages, for comparisons of searches. */

import type { Random } from '../../../sandbox/random.ts'
import type { Posting } from '../../../src/services/jobs/schema/records.ts'
import { employmentLabels, payPeriods } from '../../../src/services/jobs/schema/vocabulary.ts'
import { testPosting } from './publish-boards.ts'

export const titleWords = [
  ...['Senior', 'Junior', 'Lead', 'Staff', 'Engineer', 'Engineers', 'Engineering', 'Manager', 'Management'],
  ...['Developer', 'Software', 'Data', 'Sales', 'Nurse', 'Nursing', 'Product', 'Project', 'Account'],
  ...['Executive', 'Full-Stack', 'Fullstack', 'Node.js', 'C++', 'C#', '.NET', 'Softwareentwickler'],
  ...['Entwickler', 'Entwicklerin', 'Verkäufer', 'Verkäuferinnen', 'Ingénieur', 'SRE', 'Site', 'Reliability'],
  ...['VP', 'Vice', 'President', 'of', 'and', 'the', '(m/w/d)', '(f/m/x)', 'QA', 'Quality', 'Assurance'],
  ...[
    'Machine',
    'Learning',
    'ML',
    'Backend',
    'Frontend',
    'Front End',
    'Enginer',
    'Softwaer',
    'Berlin',
    '工程师',
  ],
]
export const companies = [
  ...['Acme', 'ACME', 'Acme Inc', 'Bolt & Co', 'Data Works GmbH', 'London Software Ltd', 'Nurse Direct'],
  ...['Engineer Holding', 'Berlin Sales AG', 'Product Partners', 'New York Times Company'],
]
export const departments = [
  'Engineering',
  'ENGINEERING',
  'Sales',
  'R&D',
  'Ｓａｌｅｓ',
  'Product Management',
  'Nursing',
]
export const places = [
  { city: 'Berlin', region: 'BE', country: 'DE' },
  { city: 'Munich', country: 'DE' },
  { city: 'New York', region: 'NY', country: 'US' },
  { city: 'São Paulo', region: 'SP', country: 'BR' },
  { city: 'Perth', region: 'WA', country: 'AU' },
  { city: 'Seattle', region: 'WA', country: 'US' },
  { city: 'Portland', region: 'OR', country: 'US' },
  { city: 'London', country: 'GB' },
  { city: 'London', region: 'ON', country: 'CA' },
  { city: 'Hong Kong', country: 'HK' },
  { city: 'London' },
  { country: 'IE' },
] as const
export const bodyWords = [
  ...['anvil', 'hammers', 'forging', 'steel', 'kubernetes', 'postgresql', 'node.js', 'engineer', 'managers'],
  ...['nursing', 'patients', 'sales', 'quota', 'team', 'remote', 'berlin', 'entwicklung', 'python', 'data'],
]

export function randomPosting(nativeId: string, chance: Random): Posting {
  const words = Array.from({ length: chance.int(1, 5) }, () => chance.pick(titleWords))
  const body = Array.from({ length: chance.int(2, 12) }, () => chance.pick(bodyWords)).join(' ')
  const workplace = chance.pick(['On Site', 'Remote', 'Hybrid', undefined] as const)
  return testPosting(nativeId, {
    title: words.join(' '),
    company: chance.pick(companies),
    places: [...new Set(Array.from({ length: chance.int(0, 3) }, () => chance.pick(places)))],
    employment: employmentLabels.filter(() => chance.chance(0.12)),
    ...(chance.chance(0.8) ? { department: chance.pick(departments) } : {}),
    ...(workplace === undefined ? {} : { workplace }),
    // Digests differ, or postings of two boards would be the same; some are.
    ...(chance.chance(0.7)
      ? { body: `<p>${body}</p>`, bodyHash: chance.chance(0.95) ? `${nativeId} ${body}` : body }
      : {}),
    ...(chance.chance(0.5) ? { pay: randomPay(chance) } : {}),
    ...(chance.chance(0.7) ? { posted: `2025-12-${String(chance.int(1, 28)).padStart(2, '0')}` } : {}),
  })
}

function randomPay(chance: Random): NonNullable<Posting['pay']> {
  const period = chance.pick(payPeriods)
  const unit = period === 'year' ? 1000 : 1
  return {
    ...(chance.chance(0.8) ? { min: chance.int(20, 90) * unit } : {}),
    max: chance.int(90, 150) * unit,
    ...(chance.chance(0.9) ? { currency: chance.pick(['USD', 'EUR', 'GBP', 'XXX']) } : {}),
    period,
  }
}
