/** Titles and departments, and the function and seniority they state. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toJobFunction } from './job-function.ts'
import { toSeniority } from './seniority.ts'

const titles: readonly (readonly [
  title: string,
  jobFunction: string | undefined,
  seniority: string | undefined,
])[] = [
  ['Senior Software Engineer', 'Engineering', 'Senior'],
  ['Software Engineer II', 'Engineering', 'Mid'],
  ['Staff Site Reliability Engineer', 'Engineering', 'Lead'],
  ['Junior Frontend Developer (m/w/d)', 'Engineering', 'Junior'],
  ['Principal Security Engineer', 'Security', 'Lead'],
  ['Security Officer', 'Security Services', undefined],
  ['Data Scientist', 'Data', undefined],
  ['Machine Learning Engineer, Ads', 'Data', undefined],
  ['Product Manager', 'Product', undefined],
  ['Senior Product Designer', 'Design', 'Senior'],
  ['Sr. Account Executive', 'Sales', 'Senior'],
  ['Account Manager', 'Sales', undefined],
  ['Sales Director EMEA', 'Sales', 'Director'],
  ['Head of Marketing', 'Marketing', 'Director'],
  ['Chief Financial Officer', 'Finance', 'Executive'],
  ['Staff Accountant', 'Finance', undefined],
  ['Engineering Manager', 'Engineering', 'Manager'],
  ['Customer Support Specialist', 'Support', undefined],
  ['Customer Success Manager', 'Customer Success', undefined],
  ['Recruiter', 'People', undefined],
  ['HR Business Partner', 'People', undefined],
  ['Corporate Counsel', 'Legal and Compliance', undefined],
  ['Night Nurse', 'Healthcare', undefined],
  ['Welder', 'Manufacturing', undefined],
  ['Warehouse Associate', 'Supply Chain', undefined],
  ['Delivery Driver', 'Transport', undefined],
  ['Line Cook', 'Hospitality and Food', undefined],
  ['Store Manager', 'Retail', 'Manager'],
  ['Executive Assistant to the CEO', 'Administration', undefined],
  ['Chief of Staff', 'Operations', undefined],
  ['Technical Program Manager', 'Project Management', undefined],
  ['Marketing Intern', 'Marketing', 'Intern'],
  ['Internal Auditor', 'Finance', undefined],
  ['Werkstudent Vertrieb', 'Sales', 'Intern'],
  ['VP, People Operations', 'People', 'Director'],
  ['Maths Teacher', 'Education', undefined],
  ['General Application', undefined, undefined],
]

describe('the title of a job', () => {
  for (const [title, jobFunction, seniority] of titles)
    it(`${JSON.stringify(title)} states its function and seniority`, () => {
      assert.deepEqual([toJobFunction(title, undefined), toSeniority(title)], [jobFunction, seniority])
    })

  it('is completed by the department', () => {
    assert.equal(toJobFunction('Team Member', 'Sales'), 'Sales')
    assert.equal(toJobFunction('Software Engineer', 'Sales'), 'Engineering')
    assert.equal(toJobFunction('Team Member', undefined), undefined)
  })

  it('may be very long', () => {
    assert.equal(toJobFunction(`${'x '.repeat(100_000)}engineer`, undefined), undefined)
    assert.equal(toSeniority('chief '.repeat(100_000)), undefined)
  })
})
