/** Lever: a bare list, times in milliseconds, the employment in free words. */

import { type Static, Type } from 'typebox'
import { shapeOf } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/source.ts'
import { departmentLabel } from '../normalise/fields.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import { askList, condenseRows, Gone, maybe, Part, rowsOf, text, toRecords } from './define-board-source.ts'
import { type Board, boardsOn } from './members/load-boards.ts'

const Row = Type.Object({
  id: text,
  text: text,
  createdAt: maybe(Type.Number()),
  country: maybe(text),
  workplaceType: maybe(text),
  hostedUrl: text,
  categories: maybe(
    Type.Object({
      commitment: maybe(text),
      department: maybe(text),
      team: maybe(text),
      location: maybe(text),
      allLocations: maybe(Type.Array(text)),
    }),
  ),
  salaryRange: maybe(
    Type.Object({
      min: maybe(Type.Number()),
      max: maybe(Type.Number()),
      currency: maybe(text),
      interval: maybe(text),
    }),
  ),
  opening: maybe(text),
  descriptionBody: maybe(text),
  description: maybe(text),
  lists: maybe(Type.Array(Type.Object({ text: maybe(text), content: maybe(text) }))),
  additional: maybe(text),
})
type Row = Static<typeof Row>
const isRow = shapeOf(Row)
const texts = ['opening', 'descriptionBody', 'description', 'lists', 'additional']

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
  members: boardsOn('lever'),
  raw: { postings: Type.Array(Type.Unknown()), part: Part, gone: Gone },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    const url = `${context.baseUrl}/v0/postings/${encodeURIComponent(context.member.key)}?mode=json`
    yield* askList(context, { kind: 'postings', url })
  },

  condense(kind, body) {
    return kind === 'gone' ? body : condenseRows(body, Row, texts)
  },

  *toRecords(answers, context) {
    yield* toRecords<Row>(answers, context, () => ({
      rows: rowsOf(answers, (body) => body),
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
