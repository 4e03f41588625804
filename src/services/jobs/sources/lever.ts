/** Lever: a bare list, times in milliseconds, the employment in free words. */

import { type Static, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import { departmentLabel } from '../normalise/fields.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import {
  condenseRows,
  fetchList,
  GoneBody,
  listRows,
  nullish,
  PartBody,
  text,
  toBoardRecords,
} from './define-board-source.ts'
import { type Board, sandboxBoardsOn } from './members/load-boards.ts'

const Row = Type.Object({
  id: text,
  text,
  createdAt: nullish(Type.Number()),
  country: nullish(text),
  workplaceType: nullish(text),
  hostedUrl: text,
  categories: nullish(
    Type.Object({
      commitment: nullish(text),
      department: nullish(text),
      team: nullish(text),
      location: nullish(text),
      allLocations: nullish(Type.Array(text)),
    }),
  ),
  salaryRange: nullish(
    Type.Object({
      min: nullish(Type.Number()),
      max: nullish(Type.Number()),
      currency: nullish(text),
      interval: nullish(text),
    }),
  ),
  opening: nullish(text),
  descriptionBody: nullish(text),
  description: nullish(text),
  lists: nullish(Type.Array(Type.Object({ text: nullish(text), content: nullish(text) }))),
  additional: nullish(text),
})
type Row = Static<typeof Row>
const isRow = typeGuard(Row)
const longTexts = ['opening', 'descriptionBody', 'description', 'lists', 'additional']

export const lever = defineSource<Board, BoardRecord>({
  id: 'lever',
  service: 'jobs',
  about: {
    name: 'Lever',
    home: 'https://www.lever.co',
    terms: 'Public postings interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.lever.co',
  everyMinutes: 1440,
  polite: { atOnce: 4, gapMs: 250 },
  members: sandboxBoardsOn('lever'),
  raw: { postings: Type.Array(Type.Unknown()), part: PartBody, gone: GoneBody },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const url = `${context.baseUrl}/v0/postings/${encodeURIComponent(context.member.key)}?mode=json`
    yield* fetchList(context, { kind: 'postings', url })
  },

  condense(kind, body) {
    return kind === 'gone' ? body : condenseRows(body, Row, longTexts)
  },

  *toRecords(answers, context) {
    yield* toBoardRecords<Row>(answers, context, () => ({
      rows: listRows(answers, (body) => body),
      fits: (value) => isRow(value),
      idOf: ({ id }) => id,
      toRaw,
    }))
  },
})

function toRaw(job: Row): RawPosting {
  const { categories, salaryRange } = job
  const all = categories?.allLocations ?? []
  const places = all.length > 0 ? all : [categories?.location]
  return {
    nativeId: job.id,
    url: job.hostedUrl,
    title: job.text,
    department: [categories?.department, categories?.team].find(
      (name) => departmentLabel(name) !== undefined,
    ),
    // The country describes the first place only.
    places: places.map((place, at) => ({ text: place, ...(at === 0 ? { country: job.country } : {}) })),
    workplace: { stated: job.workplaceType },
    employment: [categories?.commitment],
    pay: salaryRange ? [{ ...salaryRange, period: salaryRange.interval }] : [],
    posted: job.createdAt,
    body: [
      job.opening,
      job.descriptionBody ?? job.description,
      ...(job.lists ?? []).flatMap((list) => [list.text, list.content]),
      job.additional,
    ].join(' '),
  }
}
