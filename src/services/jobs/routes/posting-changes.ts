/** What happens to postings, for readers who follow it: with the job as it is now. */

import { type Static, Type } from 'typebox'
import { countryName, parseCountry } from '../../../core/places/countries.ts'
import { parseValues } from '../../../core/text/filter-values.ts'
import { changeSchema } from '../../../http/changes/change-schema.ts'
import { type ChangeSource, typeWords } from '../../../http/changes/change-source.ts'
import { nullable } from '../../../http/openapi/fields.ts'
import type { ChangeKeys } from '../../../store/changes/change-batch.ts'
import type { LoggedChange } from '../../../store/changes/read-log.ts'
import { idList } from '../../../store/id-list.ts'
import { facetKey } from '../normalise/fold.ts'
import { toWords } from '../normalise/words.ts'
import { addAge, agedColumns } from '../queries/job-age.ts'
import { splitPipes } from '../schema/facets.ts'
import { postingChangeTypes } from '../schema/job-change.ts'
import { JobPosting } from '../schema/job-posting.ts'
import { type JobsDatabase, service, withJobTables } from '../schema/tables.ts'
import { unknownValues, wordWarnings } from './explain-empty.ts'
import { filterParameters } from './filter-parameters.ts'

const { company, department, country } = filterParameters
const filters = {
  company,
  department,
  country,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description: 'Words of title, company, department or place as they are written; all must match.',
      examples: ['data engineer'],
    }),
  ),
}
type Filters = { readonly [Name in keyof typeof filters]?: Static<(typeof filters)[Name]> }

const PostingChange = changeSchema('PostingChange', postingChangeTypes, {
  job_id: Type.String(),
  fields: Type.Optional(
    Type.Array(Type.String(), { description: 'Of a changed or corrected job: the fields that differ.' }),
  ),
  job: nullable(JobPosting),
})

export function postingChanges(db: JobsDatabase): ChangeSource<typeof filters> {
  return {
    service,
    path: '/job-postings/v1/changes',
    name: 'Posting',
    tag: 'Job postings',
    what: 'job postings',
    listPath: '/job-postings/v1/jobs/search',
    types: postingChangeTypes,
    row: PostingChange,
    filters,
    toMatcher(query) {
      const tests = toTests(query)
      return (_, keys) => tests.every((test) => test(keys))
    },
    explain: async ({ company, department, country, q }) => [
      ...wordWarnings({ q }),
      ...(await unknownValues(db, { active: true, company, department, country })),
    ],
    describe: (changes) =>
      changes.map(({ type, job, job_id }) => ({
        text: `${job === null ? job_id : `${job.title} · ${job.company} · ${job.location}`}: ${typeWords(type)}`,
        url: `/job-postings/jobs/${job_id}`,
      })),
    render: (changes) => render(db, changes),
  }
}

type Test = (keys: ChangeKeys) => boolean

function toTests({ company, department, country, q }: Filters): Test[] {
  const words = q === undefined ? [] : toWords(q)
  return [
    ...oneOfValues(
      company,
      (text) => facetKey('company', text),
      (keys) => [keys.company ?? ''],
    ),
    ...oneOfValues(
      department,
      (text) => facetKey('department', text),
      (keys) => [keys.department ?? ''],
    ),
    ...oneOfValues(country, countryKey, (keys) => splitPipes(keys.countries ?? '')),
    ...(q === undefined ? [] : [(keys: ChangeKeys) => hasWords(keys, words)]),
  ]
}

function countryKey(text: string): string {
  const code = parseCountry(text)
  return facetKey('country', code === undefined ? text : (countryName(code) ?? code))
}

/** `a|b`, `!a`: as in a search. */
function oneOfValues(
  text: string | undefined,
  toKey: (value: string) => string,
  valuesOf: (keys: ChangeKeys) => readonly string[],
): Test[] {
  if (text === undefined) return []
  const values = parseValues(text)
  const [included, excluded] = [values.included, values.excluded].map((list) => new Set(list.map(toKey)))
  return [
    (keys) => {
      const stored = valuesOf(keys)
      if (stored.some((value) => excluded?.has(value))) return false
      return included?.size === 0 || stored.some((value) => included?.has(value))
    },
  ]
}

/** Of the keys of a change, once for all readers, each of whom may look for other words. */
const wordsOfKeys = new WeakMap<ChangeKeys, ReadonlySet<string>>()

/** As in a search, nothing has what is no word. */
function hasWords(keys: ChangeKeys, words: readonly string[]): boolean {
  let stored = wordsOfKeys.get(keys)
  if (stored === undefined) {
    stored = new Set(toWords(keys.text ?? ''))
    wordsOfKeys.set(keys, stored)
  }
  return words.length > 0 && words.every((word) => stored.has(word))
}

async function render(db: JobsDatabase, changes: readonly LoggedChange[]): Promise<string[]> {
  const ids = [...new Set(changes.map(({ subject }) => subject))]
  const rows = await withJobTables(db.read)
    .selectFrom('job')
    .select(agedColumns)
    .where('job.id', 'in', idList(db.engine, JSON.stringify(ids)))
    .execute()
  const docs = new Map(addAge(rows).rows.map(({ id, doc }) => [id, doc]))
  return changes.map(({ subject, doc }) => {
    const fields = doc === null ? '' : `,${doc.slice(1, -1)}`
    return `,"job_id":"${subject}"${fields},"job":${docs.get(subject) ?? 'null'}`
  })
}
