/** Personio: an XML feed without addresses and countries, employment in two fields. */

import { Type } from 'typebox'
import { defineSource } from '../../../sync/source.ts'
import type { RawPosting } from '../normalise/to-posting.ts'
import type { BoardRecord } from '../schema/records.ts'
import { fetchResponse, GoneBody, toBoardRecords } from './define-board-source.ts'
import { type Board, sandboxBoardsOn } from './members/load-boards.ts'
import { childNodes, childText, childTexts, parseXml, type XmlNode } from './xml.ts'

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
  members: sandboxBoardsOn('personio'),
  raw: { feed: Type.String(), gone: GoneBody },
  shrinkBelow: 0,
  mayBeEmpty: true,

  async *fetch(context) {
    yield await fetchResponse(context, {
      kind: 'feed',
      url: `https://${hostOf(context.member)}/xml`,
      mayBeGone: true,
    })
  },

  *toRecords(answers, context) {
    yield* toBoardRecords<XmlNode>(answers, context, () => ({
      rows: childNodes(parseXml(answers[0]?.body, 'workzag-jobs'), 'position'),
      fits: (value): value is XmlNode => childText(value as XmlNode, 'id') !== undefined,
      idOf: () => undefined,
      toRaw: (position) => toRaw(position, context.member),
    }))
  },
})

function hostOf({ key }: Board): string {
  return key.includes('.') ? key : `${key}.jobs.personio.de`
}

function toRaw(position: XmlNode, board: Board): RawPosting {
  const id = childText(position, 'id') ?? ''
  const offices = [
    ...childTexts(position, 'office'),
    ...childNodes(position, 'additionalOffices').flatMap((more) => childTexts(more, 'office')),
  ]
  const [salary] = childNodes(position, 'salaryInformation')
  return {
    nativeId: id,
    url: `https://${hostOf(board)}/job/${encodeURIComponent(id)}`,
    title: childText(position, 'name') ?? '',
    // The feed names the legal entity; readers know the employer by the name in our list.
    company: board.name,
    department: childText(position, 'department'),
    places: offices.map((office) => ({ text: office })),
    employment: [childText(position, 'employmentType'), childText(position, 'schedule')],
    pay: salary
      ? [
          {
            min: childText(salary, 'min'),
            max: childText(salary, 'max'),
            currency: childText(salary, 'currencyCode'),
            period: childText(salary, 'type'),
          },
        ]
      : [],
    posted: childText(position, 'createdAt'),
    body: childNodes(position, 'jobDescriptions')
      .flatMap((all) => childNodes(all, 'jobDescription'))
      .flatMap((one) => [...childTexts(one, 'name'), ...childTexts(one, 'value')])
      .join(' '),
  }
}
