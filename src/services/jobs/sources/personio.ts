/** Personio: an XML feed without addresses and countries, employment in two fields. */

import { Type } from 'typebox'
import { defineSource } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import { ask, Gone, toRecords } from './define-board-source.ts'
import { type Board, boardsOn } from './members/load-boards.ts'
import { nodes, readXml, textOf, texts, type XmlNode } from './xml.ts'

export const personio = defineSource<Board, BoardRecord>({
  id: 'personio',
  service: 'jobs',
  about: {
    name: 'Personio',
    home: 'https://www.personio.com',
    terms: 'Public XML feed, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://jobs.personio.de',
  hosts: ['*.jobs.personio.de', '*.jobs.personio.com'],
  everyMinutes: 1440,
  polite: { atOnce: 2, gapMs: 500 },
  members: boardsOn('personio'),
  raw: { feed: Type.String(), gone: Gone },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    yield await ask(context, { kind: 'feed', url: `https://${hostOf(context.member)}/xml`, mayBeGone: true })
  },

  *toRecords(answers, context) {
    yield* toRecords<XmlNode>(answers, context, () => ({
      rows: nodes(readXml(answers[0]?.body, 'workzag-jobs'), 'position'),
      fits: (value): value is XmlNode => textOf(value as XmlNode, 'id') !== undefined,
      idOf: () => undefined,
      toRaw: (position) => toRaw(position, context.member),
    }))
  },
})

function hostOf({ key }: Board): string {
  return key.includes('.') ? key : `${key}.jobs.personio.de`
}

function toRaw(position: XmlNode, board: Board): RawPosting {
  const id = textOf(position, 'id') ?? ''
  const offices = [
    ...texts(position, 'office'),
    ...nodes(position, 'additionalOffices').flatMap((more) => texts(more, 'office')),
  ]
  const [salary] = nodes(position, 'salaryInformation')
  return {
    nativeId: id,
    url: `https://${hostOf(board)}/job/${encodeURIComponent(id)}`,
    title: textOf(position, 'name') ?? '',
    // The feed names the legal entity; readers know the employer by the name in our list.
    company: board.name,
    department: textOf(position, 'department'),
    places: offices.map((office) => ({ text: office })),
    employment: [textOf(position, 'employmentType'), textOf(position, 'schedule')],
    pay: salary
      ? [
          {
            min: textOf(salary, 'min'),
            max: textOf(salary, 'max'),
            currency: textOf(salary, 'currencyCode'),
            period: textOf(salary, 'type'),
          },
        ]
      : [],
    posted: textOf(position, 'createdAt'),
    body: nodes(position, 'jobDescriptions')
      .flatMap((all) => nodes(all, 'jobDescription'))
      .flatMap((one) => [...texts(one, 'name'), ...texts(one, 'value')])
      .join(' '),
  }
}
