/**
 * The formula of relevance, and which postings match, as expressions of ClickHouse: the same as in `word-scorer.ts`. A posting has
 * its words as hashes in one array, the fields one after the other with an empty word between them; positions count from one.
 */

import { joinSql, type SqlText, sql, sqlName } from '../../../../store/clickhouse/sql-text.ts'
import { beginningToken, lightToken, stemToken } from '../../encoding/index-tokens.ts'
import { wordFields } from '../../encoding/word-lines.ts'
import { stemEnglish } from '../../normalise/stem-english.ts'
import { stemLight } from '../../normalise/stem-light.ts'
import { toTextToken } from '../../normalise/text-tokens.ts'
import type { Clause, QueryWord, TextQuery } from '../words/clauses.ts'
import * as formula from '../words/points.ts'
import { type Match, matches, pointsOf } from '../words/points.ts'

interface MatchSql {
  /** Names for expressions that are used several times, for `with`. */
  readonly definitions: readonly SqlText[]
  /** For `prewhere`: which postings match. */
  readonly condition: SqlText
  readonly score: SqlText
}

/** Expressions by name: written out each time, they would be longer than a statement may be. */
class Definitions {
  readonly all: SqlText[] = []
  readonly #names = new Map<string, SqlText>()

  name(expression: SqlText): SqlText {
    const known = this.#names.get(expression.text)
    if (known !== undefined) return known
    const name = sqlName(`d${this.all.length}`)
    this.#names.set(expression.text, name)
    this.all.push(sql`${expression} as ${name}`)
    return name
  }
}

export function toMatchSql({ clauses, excluded }: TextQuery): MatchSql {
  const names = new Definitions()
  const required = clauses.filter(({ isOptional }) => !isOptional).map((clause) => isMatched(clause, names))
  const conditions = [...required, ...excluded.map((clause) => sql`not ${isInFields(clause, names)}`)]
  return {
    condition: joinSql(conditions.length === 0 ? [sql`1`] : conditions, ' and '),
    score: clauses.length === 0 ? sql`0` : toScore(clauses, names),
    definitions: names.all,
  }
}

function isMatched(clause: Clause, names: Definitions): SqlText {
  const text = isInText(clause)
  const inFields = isInFields(clause, names)
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

function isInFields({ phrases }: Clause, names: Definitions): SqlText {
  const single = new Set<string>()
  const others: SqlText[] = []
  for (const phrase of phrases) {
    const [word, ...more] = phrase
    if (word === undefined) continue
    const found = more.length === 0 ? tokensOf(word) : undefined
    if (found?.isExact) for (const token of found.tokens) single.add(token)
    else others.push(isPhraseInFields(phrase, names))
  }
  const conditions = single.size === 0 ? others : [sql`hasAny(tokens, ${[...single]})`, ...others]
  return conditions.length === 0 ? sql`0` : sql`(${joinSql(conditions, ' or ')})`
}

/** The index finds candidates, whose words are compared. */
function isPhraseInFields(phrase: readonly QueryWord[], names: Definitions): SqlText {
  const candidates = phrase.map((word) => sql`hasAny(tokens, ${tokensOf(word).tokens})`)
  return sql`(${joinSql(candidates, ' and ')} and arrayExists(x -> x > 0, ${phrasePoints(phrase, names)}))`
}

interface WordTokens {
  readonly tokens: readonly string[]
  /** Whether every posting that has one of them matches. */
  readonly isExact: boolean
}

function tokensOf({ text, isPrefix, isVariant }: QueryWord): WordTokens {
  const beginning = beginningToken(text)
  if (isPrefix) return { tokens: [beginning], isExact: beginning.slice(1) === text }
  const fields = wordFields.filter((_, at) => !isVariant || pointsOf(at, matches.variant) > 0)
  const [stem, light] = [stemEnglish(text), stemLight(text)]
  return {
    tokens: fields.flatMap((field) => [stemToken(field, stem), lightToken(field, light)]),
    isExact: true,
  }
}

/** The points of a match in the field with the number `f`. */
function fieldPoints(match: Match): SqlText {
  return sql`arrayElement(${[0, ...wordFields.map((_, at) => pointsOf(at, match))]}, f + 1)`
}

/** An array with the points of each word of the posting; 0 if it does not match. */
function wordPoints({ text, isPrefix, isVariant }: QueryWord): SqlText {
  const isSame = sql`w = sipHash64(${text})`
  if (isPrefix)
    return sql`arrayMap((w, t, f) -> multiIf(${isSame}, ${fieldPoints(matches.same)}, startsWith(t, ${text}), ${fieldPoints(matches.prefix)}, 0), word_hashes, words, fields)`
  const hasStem = sql`s = sipHash64(${stemEnglish(text)})`
  const hasLight = sql`l = sipHash64(${stemLight(text)})`
  const points = isVariant
    ? sql`if(${hasStem} or ${hasLight}, ${fieldPoints(matches.variant)}, 0)`
    : sql`multiIf(${isSame}, ${fieldPoints(matches.same)}, ${hasStem}, ${fieldPoints(matches.stem)}, ${hasLight}, ${fieldPoints(matches.ending)}, 0)`
  return sql`arrayMap((w, s, l, f) -> ${points}, word_hashes, stem_hashes, light_hashes, fields)`
}

/** An array with the points of the phrase that begins with each word. */
function phrasePoints(phrase: readonly QueryWord[], definitions: Definitions): SqlText {
  const [first, ...others] = phrase.map((word, at) =>
    at === 0
      ? definitions.name(wordPoints(word))
      : sql`arrayShiftLeft(${definitions.name(wordPoints(word))}, ${at}, 0)`,
  )
  if (first === undefined) return sql`emptyArrayUInt16()`
  if (others.length === 0) return first
  const names = phrase.map((_, at) => sqlName(`p${at}`))
  const areAll = joinSql(
    names.map((name) => sql`${name} > 0`),
    ' and ',
  )
  const arrays = joinSql([first, ...others], ', ')
  return definitions.name(
    sql`arrayMap((${joinSql(names, ', ')}) -> if(${areAll}, ${joinSql(names, ' + ')}, 0), ${arrays})`,
  )
}

interface ClauseScore {
  /** The points of the best match. */
  readonly best: SqlText
  /** Whether the name of the company has it at its place in the query. */
  readonly isInCompany: SqlText
  /** Its place in the title, or 0, and the number of words that it has there. */
  readonly position: SqlText
  readonly length: SqlText
}

function toClauseScore(clause: Clause, names: Definitions): ClauseScore {
  const { phrases, weight, offset, isPlace, isQuoted, isOptional } = clause
  const found = phrases.map((phrase) => ({ size: phrase.length, points: phrasePoints(phrase, names) }))
  const bests = found.map(({ size, points }) => {
    const sum = sql`arrayMax(${points})`
    const all = size === weight ? sum : sql`intDiv(${sum} * ${weight}, ${size})`
    return isPlace ? sql`least(${all}, ${formula.placePoints * weight})` : all
  })
  const inFields = names.name(greatest(bests))
  // Postings without the word were not selected, so the description has it.
  const fallback = isOptional ? 0 : formula.textPoints * (isQuoted ? weight : 1)
  const variables = found.map((_, at) => sqlName(`p${at}`))
  const sizes = found.map(({ size }, at) => sql`if(${sqlName(`p${at}`)} > 0, ${size}, 0)`)
  const arrays = found.map(({ points }) => points)
  // The number of words of the longest form at each place in the title.
  const inTitle = names.name(
    sql`arrayMap((f, ${list(variables)}) -> if(f = 1, ${greatest(sizes)}, 0), fields, ${list(arrays)})`,
  )
  const position = names.name(
    sql`if(arrayElement(${inTitle}, ${offset + 1}) > 0, ${offset + 1}, arrayFirstIndex(x -> x > 0, ${inTitle}))`,
  )
  const companyAt = sql`indexOf(fields, 0) + ${offset + 1}`
  const inCompany = arrays.map((points) => sql`arrayElement(${points}, ${companyAt}) > 0`)
  return {
    best: sql`if(${inFields} > 0, ${inFields}, ${fallback})`,
    isInCompany: sql`(arrayElement(fields, ${companyAt}) = 2 and (${joinSql(inCompany, ' or ')}))`,
    position,
    length: sql`arrayElement(${inTitle}, greatest(${position}, 1))`,
  }
}

function toScore(clauses: readonly Clause[], names: Definitions): SqlText {
  const scores = clauses.map((clause) => toClauseScore(clause, names))
  const sum = joinSql(
    scores.map(({ best }) => best),
    ' + ',
  )
  const words = clauses.reduce((total, { weight }) => total + weight, 0)
  const isCompany = joinSql(
    [...scores.map(({ isInCompany }) => isInCompany), sql`company_length = ${words}`],
    ' and ',
  )
  return sql`${sum} + if(${isCompany}, ${formula.wholeCompanyPoints}, ${toTitlePoints(clauses, scores, names)})`
}

/** As `titlePoints`: of the clauses in their order, those that are optional and not in the title left out. */
function toTitlePoints(
  clauses: readonly Clause[],
  scores: readonly ClauseScore[],
  names: Definitions,
): SqlText {
  const optional = clauses.map(({ isOptional }) => (isOptional ? 1 : 0))
  const all = names.name(sql`[${list(scores.map(({ position }) => position))}]`)
  const allLengths = sql`[${list(scores.map(({ length }) => length))}]`
  const starts = names.name(sql`arrayFilter((p, o) -> p > 0 or o = 0, ${all}, ${optional})`)
  const lengths = names.name(
    sql`arrayFilter((n, p, o) -> p > 0 or o = 0, ${allLengths}, ${all}, ${optional})`,
  )
  const [next, previous] = [sql`arrayPopFront(${starts})`, sql`arrayPopBack(${starts})`]
  // Several clauses may be one word of the title: `front end` in `Frontend Developer`.
  const isPhrase = names.name(
    sql`arrayAll((a, b, n) -> a = b or a = b + n, ${next}, ${previous}, arrayPopBack(${lengths}))`,
  )
  const others = sql`arraySum((a, b, n) -> if(a = b, 0, n), ${next}, ${previous}, arrayPopFront(${lengths}))`
  const covered = names.name(sql`arrayElement(${lengths}, 1) + ${others}`)
  const isAtStart = sql`(${isPhrase} and arrayElement(${starts}, 1) = 1)`
  const size = sql`greatest(title_length, 1)`
  return sql`multiIf(has(${starts}, 0), 0,
    ${isAtStart} and ${covered} >= ${size}, ${formula.wholeTitlePoints},
    if(${isPhrase}, ${formula.phrasePoints}, 0) + if(${isAtStart}, ${formula.titleStartPoints}, 0)
      + intDiv(${formula.coveragePoints} * least(${covered}, ${size}), ${size}))`
}

function list(texts: readonly SqlText[]): SqlText {
  return joinSql(texts, ', ')
}

function greatest(numbers: readonly SqlText[]): SqlText {
  const [first, ...others] = numbers
  return first === undefined || others.length > 0 ? sql`greatest(${list(numbers)})` : first
}
