/** The values that postings are normalised to. Stored documents have their indexes: add new values at the end. */

import type { WorkplaceType } from '../../../core/places/reader/extract-workplace.ts'

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

export const workplaceTypes = ['On Site', 'Remote', 'Hybrid'] as const satisfies readonly WorkplaceType[]

export const payPeriods = ['hour', 'week', 'year'] as const
export type PayPeriod = (typeof payPeriods)[number]

export interface Pay {
  readonly min?: number
  readonly max?: number
  readonly currency?: string
  readonly period: PayPeriod
}

export const jobFunctions = [
  'Administration',
  'Construction and Trades',
  'Consulting',
  'Customer Success',
  'Data',
  'Design',
  'Education',
  'Engineering',
  'Finance',
  'Healthcare',
  'Hospitality and Food',
  'Legal and Compliance',
  'Manufacturing',
  'Marketing',
  'Operations',
  'People',
  'Product',
  'Project Management',
  'Research',
  'Retail',
  'Sales',
  'Security',
  'Security Services',
  'Supply Chain',
  'Support',
  'Transport',
] as const
export type JobFunction = (typeof jobFunctions)[number]

export const seniorities = [
  'Intern',
  'Junior',
  'Mid',
  'Senior',
  'Lead',
  'Manager',
  'Director',
  'Executive',
] as const
export type Seniority = (typeof seniorities)[number]
