/** What people type, and what they mean by it: facts, never words. */

import type { Facts } from './search-corpus.ts'
import { roles } from './search-facts.ts'

export interface Intent {
  readonly role?: string
  readonly seniority?: string
  readonly city?: string
  readonly country?: string
  readonly company?: string
  readonly skill?: string
  /** What the posting must not be. */
  readonly not?: { readonly seniority?: string; readonly role?: string; readonly skill?: string }
}

export interface JudgedQuery {
  readonly q: string
  readonly means: Intent
}

/** The groups are reported one by one. */
export const queryGroups: Readonly<Record<string, readonly JudgedQuery[]>> = {
  titles: [
    { q: 'software engineer', means: { role: 'software engineer' } },
    { q: 'product manager', means: { role: 'product manager' } },
    { q: 'account executive', means: { role: 'account executive' } },
    { q: 'data scientist', means: { role: 'data scientist' } },
    { q: 'senior data engineer', means: { role: 'data engineer', seniority: 'Senior' } },
    { q: 'junior accountant', means: { role: 'accountant', seniority: 'Junior' } },
    { q: 'truck drivers', means: { role: 'truck driver' } },
    { q: 'registered nurse', means: { role: 'nurse' } },
    { q: 'lead product designer', means: { role: 'product designer', seniority: 'Lead' } },
  ],
  'titles and places': [
    { q: 'product manager london', means: { role: 'product manager', city: 'London' } },
    { q: 'software engineer new york', means: { role: 'software engineer', city: 'New York' } },
    { q: 'data engineer berlin', means: { role: 'data engineer', city: 'Berlin' } },
    { q: 'recruiter in dublin', means: { role: 'recruiter', city: 'Dublin' } },
    { q: 'san francisco product designer', means: { role: 'product designer', city: 'San Francisco' } },
    { q: 'electrician chicago', means: { role: 'electrician', city: 'Chicago' } },
    { q: 'sales manager germany', means: { role: 'sales manager', country: 'DE' } },
    { q: 'accountant toronto', means: { role: 'accountant', city: 'Toronto' } },
    { q: 'customer success manager munich', means: { role: 'customer success', city: 'Munich' } },
  ],
  companies: [
    { q: 'nordwind', means: { company: 'Nordwind GmbH' } },
    { q: 'tandem software', means: { company: 'Tandem Software' } },
    { q: 'meridian data', means: { company: 'Meridian Data Inc' } },
    { q: 'project atlas', means: { company: 'Project Atlas' } },
    { q: 'beacon health nurse', means: { company: 'Beacon Health', role: 'nurse' } },
    { q: 'recruiter at lumen foods', means: { company: 'Lumen Foods', role: 'recruiter' } },
    {
      q: 'kestrel robotics software engineer',
      means: { company: 'Kestrel Robotics', role: 'software engineer' },
    },
  ],
  skills: [
    { q: 'rust engineer', means: { role: 'software engineer', skill: 'Rust' } },
    { q: 'kubernetes', means: { skill: 'Kubernetes' } },
    { q: 'react developer', means: { role: 'frontend', skill: 'React' } },
    { q: 'python data engineer', means: { role: 'data engineer', skill: 'Python' } },
    { q: 'salesforce account executive', means: { role: 'account executive', skill: 'Salesforce' } },
    { q: 'figma', means: { skill: 'Figma' } },
    { q: 'node.js', means: { skill: 'Node.js' } },
  ],
  abbreviations: [
    { q: 'sre', means: { role: 'sre' } },
    { q: 'site reliability engineer', means: { role: 'sre' } },
    { q: 'swe', means: { role: 'software engineer' } },
    { q: 'qa engineer', means: { role: 'qa engineer' } },
    { q: 'ml engineer', means: { role: 'ml engineer' } },
    { q: 'sdr', means: { role: 'sdr' } },
    { q: 'rn', means: { role: 'nurse' } },
    { q: 'k8s', means: { skill: 'Kubernetes' } },
    { q: 'hr manager', means: { role: 'hr manager' } },
  ],
  spellings: [
    { q: 'front end engineer', means: { role: 'frontend' } },
    { q: 'frontend developer', means: { role: 'frontend' } },
    { q: 'dev ops', means: { role: 'devops' } },
    { q: 'devops engineer', means: { role: 'devops' } },
    { q: 'backend engineer', means: { role: 'backend' } },
    { q: 'nodejs', means: { skill: 'Node.js' } },
    { q: 'reactjs', means: { skill: 'React' } },
  ],
  typos: [
    { q: 'sofware engineer', means: { role: 'software engineer' } },
    { q: 'product manger', means: { role: 'product manager' } },
    { q: 'acountant', means: { role: 'accountant' } },
    { q: 'recuiter', means: { role: 'recruiter' } },
    { q: 'kuberntes', means: { skill: 'Kubernetes' } },
    { q: 'electrican', means: { role: 'electrician' } },
    { q: 'data scientits', means: { role: 'data scientist' } },
  ],
  'other languages': [
    { q: 'krankenschwester münchen', means: { role: 'nurse', city: 'Munich' } },
    { q: 'softwareentwickler', means: { role: 'software engineer' } },
    { q: 'software entwickler berlin', means: { role: 'software engineer', city: 'Berlin' } },
    { q: 'Buchhalterin', means: { role: 'accountant' } },
    { q: 'Projektleiter:in (m/w/d)', means: { role: 'project manager' } },
    { q: 'softwareontwikkelaar', means: { role: 'software engineer' } },
    { q: 'verpleegkundige rotterdam', means: { role: 'nurse', city: 'Rotterdam' } },
    { q: 'infirmière lyon', means: { role: 'nurse', city: 'Lyon' } },
    { q: 'développeur paris', means: { role: 'software engineer', city: 'Paris' } },
    { q: 'LKW Fahrer', means: { role: 'truck driver' } },
  ],
  phrases: [
    { q: '"product manager"', means: { role: 'product manager' } },
    { q: '"site reliability engineer"', means: { role: 'sre' } },
    { q: '"sous chef"', means: { role: 'chef' } },
    { q: '"warehouse associate" hamburg', means: { role: 'warehouse', city: 'Hamburg' } },
    { q: '"account executive" london', means: { role: 'account executive', city: 'London' } },
    { q: '"software engineer" berlin', means: { role: 'software engineer', city: 'Berlin' } },
    { q: '"data scientist" python', means: { role: 'data scientist', skill: 'Python' } },
    { q: '"truck driver" chicago', means: { role: 'truck driver', city: 'Chicago' } },
    { q: '"senior data engineer"', means: { role: 'data engineer', seniority: 'Senior' } },
    { q: 'senior "product designer"', means: { role: 'product designer', seniority: 'Senior' } },
    { q: '"product designer" "san francisco"', means: { role: 'product designer', city: 'San Francisco' } },
    { q: '"new york" recruiter', means: { role: 'recruiter', city: 'New York' } },
    { q: '"beacon health" nurse', means: { company: 'Beacon Health', role: 'nurse' } },
    { q: '"customer success manager" dublin', means: { role: 'customer success', city: 'Dublin' } },
  ],
  exclusions: [
    { q: 'software engineer -senior', means: { role: 'software engineer', not: { seniority: 'Senior' } } },
    { q: 'data engineer !lead', means: { role: 'data engineer', not: { seniority: 'Lead' } } },
    { q: 'nurse NOT junior', means: { role: 'nurse', not: { seniority: 'Junior' } } },
    { q: 'electrician -maintenance', means: { role: 'electrician' } },
    { q: '"sales manager" -junior', means: { role: 'sales manager', not: { seniority: 'Junior' } } },
    {
      q: 'product designer -staff berlin',
      means: { role: 'product designer', city: 'Berlin', not: { seniority: 'Staff' } },
    },
  ],
}

const families = new Map(roles.map(({ id, family }) => [id, family]))

const same = 3
const related = 1

/**
 * 3: it is what was meant. One less for another seniority, and for a skill that the title does not name; 1 for a related
 * role. 0 for another place, employer, role or skill, and for what was excluded.
 */
export function gradeOf(
  { role, seniority, city, country, company, skill, not }: Intent,
  facts: Facts,
): number {
  const { skills } = facts
  if (not?.seniority === facts.seniority || not?.role === facts.role) return 0
  if (not?.skill !== undefined && skills.includes(not.skill)) return 0
  if (city !== undefined && city !== facts.city) return 0
  if (country !== undefined && country !== facts.country) return 0
  if (company !== undefined && company !== facts.company) return 0
  if (skill !== undefined && !skills.includes(skill)) return 0
  let grade = same
  if (role !== undefined && role !== facts.role) {
    if (families.get(role) !== facts.family) return 0
    grade = related
  }
  if (seniority !== undefined && seniority !== facts.seniority) grade -= 1
  if (skill !== undefined && skill !== facts.mainSkill) grade -= 1
  return Math.max(0, grade)
}
