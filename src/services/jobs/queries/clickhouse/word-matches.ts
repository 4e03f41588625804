/**
 * Which postings match the words of a query, as expressions of ClickHouse. A posting has its words as hashes in one array, the
 * fields one after the other with an empty word between them.
 */

import { joinSql, type SqlText, sql, sqlName } from '../../../../store/clickhouse/sql-text.ts'
import { beginningToken, lightToken, stemToken } from '../../encoding/index-tokens.ts'
import { type WordField, wordFields } from '../../encoding/word-lines.ts'
import { stemEnglish } from '../../normalise/stem-english.ts'
import { stemLight } from '../../normalise/stem-light.ts'
import { toTextToken } from '../../normalise/text-tokens.ts'
import type { Clause, QueryWord, TextQuery } from '../words/clauses.ts'
import { matches, pointsOf } from '../words/points.ts'

export function toMatchSql({ clauses, excluded }: TextQuery): SqlText {
  const required = clauses.filter(({ isOptional }) => !isOptional).map(isMatched)
  const conditions = [...required, ...excluded.map((clause) => sql`not ${isInFields(clause)}`)]
  return joinSql(conditions.length === 0 ? [sql`1`] : conditions, ' and ')
}

/** Of postings whose field has all required clauses, and of some others. */
export function mayHaveAll(field: WordField, clauses: readonly Clause[]): SqlText {
  const conditions = clauses
    .filter(({ isOptional }) => !isOptional)
    .map(({ phrases }) =>
      either(
        phrases.map((phrase) =>
          joinSql(
            phrase.map((word) => sql`hasAny(tokens, ${tokensOf(word, [field])})`),
            ' and ',
          ),
        ),
      ),
    )
  return conditions.length === 0 ? sql`1` : sql`(${joinSql(conditions, ' and ')})`
}

function isMatched(clause: Clause): SqlText {
  const text = isInText(clause)
  const inFields = isInFields(clause)
  return text === undefined ? inFields : sql`(${inFields} or ${text})`
}

/** Undefined if the clause is not looked for in descriptions. */
function isInText({ phrases, textWords, isQuoted }: Clause): SqlText | undefined {
  const [words = []] = phrases
  const phrase = isQuoted && words.length > 1
  const tokens = [...new Set((phrase ? words.map(({ text }) => text) : textWords).map(toTextToken))]
  if (tokens.length === 0) return undefined
  return phrase ? sql`hasAll(text, ${tokens})` : sql`hasAny(text, ${tokens})`
}

function isInFields({ phrases }: Clause): SqlText {
  const single = new Set<string>()
  const others: SqlText[] = []
  for (const phrase of phrases) {
    const [word, ...more] = phrase
    if (word === undefined) continue
    if (more.length === 0 && isExact(word)) for (const token of tokensOf(word, wordFields)) single.add(token)
    else others.push(isPhraseInFields(phrase))
  }
  return either(single.size === 0 ? others : [sql`hasAny(tokens, ${[...single]})`, ...others])
}

/** Whether every posting that has one of its tokens matches. */
function isExact({ text, isPrefix }: QueryWord): boolean {
  return !isPrefix || beginningToken(text).slice(1) === text
}

function tokensOf({ text, isPrefix, isVariant }: QueryWord, fields: readonly WordField[]): readonly string[] {
  if (isPrefix) return [beginningToken(text)]
  const [stem, light] = [stemEnglish(text), stemLight(text)]
  return fields
    .filter((field) => !isVariant || !withoutVariants.includes(field))
    .flatMap((field) => [stemToken(field, stem), lightToken(field, light)])
}

/** Where variants are worth nothing. */
const withoutVariants = wordFields.filter((_, field) => pointsOf(field, matches.variant) === 0)

/** The index finds candidates, whose words are compared. */
function isPhraseInFields(phrase: readonly QueryWord[]): SqlText {
  const candidates = phrase.map((word) => sql`hasAny(tokens, ${tokensOf(word, wordFields)})`)
  const kinds = [...new Set(phrase.flatMap(({ isPrefix }) => (isPrefix ? ['word'] : ['stem', 'light'])))]
  const variables = phrase.flatMap((_, at) =>
    kinds.map((kind) => ({ name: sqlName(`${kind}${at}`), column: columnOf(kind), at })),
  )
  const areSame = phrase.map((word, at) => isWordAt(word, at))
  const arrays = variables.map(({ column, at }) =>
    at === 0 ? column : sql`arrayShiftLeft(${column}, ${at}, ${column.text === 'words' ? '' : 0})`,
  )
  const names = list(variables.map(({ name }) => name))
  const found = sql`arrayExists((${names}, field) -> ${joinSql(areSame, ' and ')}, ${list(arrays)}, fields)`
  return sql`(${joinSql([...candidates, found], ' and ')})`
}

function columnOf(kind: string): SqlText {
  return sqlName(kind === 'word' ? 'words' : `${kind}_hashes`)
}

/** Of the variables of `isPhraseInFields`. */
function isWordAt({ text, isPrefix, isVariant }: QueryWord, at: number): SqlText {
  if (isPrefix) return sql`startsWith(${sqlName(`word${at}`)}, ${text})`
  const [stem, light] = [sqlName(`stem${at}`), sqlName(`light${at}`)]
  const isSame = sql`(${stem} = sipHash64(${stemEnglish(text)}) or ${light} = sipHash64(${stemLight(text)}))`
  const none = withoutVariants.map((field) => wordFields.indexOf(field) + 1)
  return isVariant && none.length > 0 ? sql`${isSame} and field not in ${none}` : isSame
}

function list(texts: readonly SqlText[]): SqlText {
  return joinSql(texts, ', ')
}

function either(conditions: readonly SqlText[]): SqlText {
  return conditions.length === 0 ? sql`0` : sql`(${joinSql(conditions, ' or ')})`
}
