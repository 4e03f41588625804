/** What the records of a candidate say about it. */

import type { Member } from '../../sync/source.ts'
import type { CandidateReading } from './try-candidates.ts'

/** Of the records that have been read so far. */
export function judgeRecords(member: Member, records: readonly unknown[]): CandidateReading {
  const fields = records.map((record) => (record ?? {}) as RecordFields)
  if (fields.some(({ verdict }) => verdict === 'gone')) return 'absent'
  const content = fields.filter(isContent)
  if (content.length === 0) return 'empty'
  const companies = new Set(content.flatMap(({ company }) => (typeof company === 'string' ? company : [])))
  return companies.size === 0 || [...companies].some((company) => isOf(member, company))
    ? 'content'
    : 'foreign'
}

interface RecordFields {
  readonly type?: unknown
  readonly verdict?: unknown
  readonly items?: unknown
  readonly company?: unknown
}

/** Others say that a list is incomplete, that a board is gone, or that a trust center shows nothing. */
function isContent({ type, items }: RecordFields): boolean {
  return type === 'posting' || (Array.isArray(items) && items.length > 0)
}

/** By one word, or because one name contains the other: names in lists are often made from the key. */
function isOf(member: Member, company: string): boolean {
  const own = ['name', 'key'].map((field) => String(Reflect.get(member, field) ?? ''))
  const words = toWords(company)
  const compact = words.join('')
  return own.some((text) => {
    const ownWords = toWords(text)
    const ownCompact = ownWords.join('')
    return (
      words.some((word) => word.length >= wordCharactersMin && ownWords.includes(word)) ||
      (ownCompact !== '' && compact !== '' && (ownCompact.includes(compact) || compact.includes(ownCompact)))
    )
  })
}

const wordCharactersMin = 3
const textCharactersMax = 200

/** Without what many companies have in their names, and hosts in theirs. */
function toWords(text: string): string[] {
  return text
    .slice(0, textCharactersMax)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !commonWords.has(word))
}

const commonWords = new Set(
  'the and for inc llc ltd limited gmbh corp corporation company group holding holdings careers jobs personio com external'.split(
    ' ',
  ),
)
