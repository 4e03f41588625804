/** Personio: an XML feed without URLs and countries, employment in two fields. */

import { escapeText } from 'entities'
import { Type } from 'typebox'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineBoardSource } from '../define-board-source.ts'
import { fetchListResponse } from '../fetch-board.ts'
import { pathPart } from '../formats/json-fields.ts'
import { childNodes, childText, childTexts, parseXml, type XmlNode } from '../formats/xml.ts'
import type { Board } from '../members/boards.ts'

export const personio = defineBoardSource({
  id: 'personio',
  about: {
    name: 'Personio',
    home: 'https://www.personio.com',
    terms: 'Public XML feed, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://jobs.personio.de',
  hosts: ['*.jobs.personio.de', '*.jobs.personio.com'],
  polite: { atOnce: 2, gapMs: 500 },
  statusRules: boardStatusRules({ vendorSites: ['personio.com', 'personio.de'] }),
  careersPage: (board) => `https://${hostOf(board)}/?language=en`,
  raw: { feed: Type.String() },

  async *fetch(context) {
    // Without a language most descriptions are empty. It does not change which positions are listed.
    const url = `https://${hostOf(context.member)}/xml?language=en`
    yield await fetchListResponse(context, { kind: 'feed', url })
  },

  isRow: (row): row is XmlNode => childText(row as XmlNode, 'id') !== undefined,
  readRows: ([feed], board) => ({
    rows: childNodes(parseXml(feed?.body, 'workzag-jobs'), 'position'),
    toRaw: (position) => toRaw(position, board),
  }),
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
    url: `https://${hostOf(board)}/job/${pathPart(id)}`,
    title: childText(position, 'name') ?? '',
    // The feed has the legal entity; the name in the member list is the familiar one.
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
      .flatMap((one) => [
        ...childTexts(one, 'name').map((name) => `<h3>${escapeText(name)}</h3>`),
        ...childTexts(one, 'value'),
      ])
      .join('\n'),
  }
}
