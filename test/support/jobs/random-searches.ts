/** Random searches for random postings: words, beginnings, phrases, exclusions, mistakes, filters, orders. */

import type { Random } from '../../../sandbox/random.ts'
import type { JobFilter } from '../../../src/services/jobs/queries/filters.ts'
import { locate } from '../../../src/services/jobs/queries/locate.ts'
import { sortOrders } from '../../../src/services/jobs/queries/newest-jobs.ts'
import type { SearchOptions } from '../../../src/services/jobs/queries/search-jobs.ts'
import { facetFields } from '../../../src/services/jobs/schema/job-posting.ts'
import { employmentLabels } from '../../../src/services/jobs/schema/vocabulary.ts'
import { bodyWords, companies, departments, places, titleWords } from './random-postings.ts'

interface RandomSearch {
  readonly filter: JobFilter
  readonly options: SearchOptions
}

export function randomSearch(chance: Random): RandomSearch {
  const near = chance.chance(0.15) ? chance.pick(['Berlin', 'New York', 'Portland', 'Hong Kong']) : undefined
  const answer = near === undefined ? undefined : locate(near)
  const location = answer !== undefined && 'location' in answer ? answer.location : undefined
  return {
    filter: {
      active: chance.chance(0.85),
      ...(chance.chance(0.8) ? { q: randomQuery(chance) } : {}),
      ...(chance.chance(0.1) ? { literal: true } : {}),
      ...randomFilters(chance),
      ...(location === undefined ? {} : { near, location, radius_miles: chance.pick([5, 25, 100]) }),
    },
    options: {
      sort: chance.chance(0.6) ? 'relevance' : chance.pick(sortOrders),
      limit: chance.int(1, 20),
      ...(chance.chance(0.3)
        ? { facets: { fields: chance.shuffle(facetFields).slice(0, 3), limit: chance.int(1, 20) } }
        : {}),
    },
  }
}

function randomFilters(chance: Random): Partial<JobFilter> {
  const place = chance.pick(places)
  const all: Partial<JobFilter>[] = [
    { department: chance.pick(departments) },
    { department: `!${chance.pick(departments)}` },
    { company: chance.pick(companies) },
    { workplace_type: chance.pick(['Remote', 'Hybrid|On Site', '!Remote']) },
    { employment_type: chance.pick([...employmentLabels, 'Full Time, Contract', '!Casual']) },
    'city' in place ? { city: chance.pick([place.city, `!${place.city}`]) } : {},
    'region' in place ? { region: `${place.country}-${place.region}` } : {},
    'country' in place ? { country: place.country } : {},
    { salary_min: chance.int(20, 150) * 1000, salary_currency: chance.pick(['USD', 'EUR']) },
    { salary_period: chance.pick(['hour', 'week', 'year'] as const) },
    { posted_after: `2025-12-${String(chance.int(1, 28)).padStart(2, '0')}` },
    { first_seen_after: `2026-01-0${chance.int(1, 9)}` },
  ]
  return chance.chance(0.6) ? { ...chance.pick(all), ...(chance.chance(0.3) ? chance.pick(all) : {}) } : {}
}

function randomQuery(chance: Random): string {
  return Array.from({ length: chance.int(1, 4) }, () => randomTerm(chance)).join(' ')
}

function randomTerm(chance: Random): string {
  const word = chance.pick([
    ...titleWords,
    ...bodyWords,
    ...companies.flatMap((company) => company.split(' ')),
    ...places.flatMap((place) => ('city' in place ? place.city : [])),
  ])
  const other = chance.pick(titleWords)
  return chance.pick([
    word,
    word,
    word.toLowerCase(),
    `${word.slice(0, chance.int(2, 6))}*`,
    `"${word} ${other}"`,
    `"${word}"`,
    `-${word}`,
    `-"${word} ${other}"`,
    withMistake(word, chance),
    `${word}-${other}`,
    chance.pick(['the', 'of', 'jobs in', 'for']),
    chance.pick(['site reliability engineer', 'vice president', 'front end', 'quality assurance']),
  ])
}

function withMistake(word: string, chance: Random): string {
  const at = chance.int(0, word.length - 1)
  return chance.pick([
    word.slice(0, at) + word.slice(at + 1),
    `${word.slice(0, at)}x${word.slice(at)}`,
    word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ])
}
