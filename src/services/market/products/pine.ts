/** Pine: built-in scripts, titles, and translation. */

import { Type } from 'typebox'
import { canonicalJson } from '../../../core/content-hash.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { contractOf } from '../gateway/contracts.ts'
import {
  asArray,
  asObject,
  changed,
  flag,
  inner,
  type Json,
  number,
  text,
  texts,
} from '../gateway/json-guards.ts'
import { askOf, formBody } from '../gateway/upstream-request.ts'
import { offset, search } from '../parameters/query-fields.ts'
import { cut, defineProduct } from './product.ts'

const sourceCharactersMax = 131_072
const exampleSource = '//@version=5\nindicator("My script")\nplot(close)'

const PineBuiltin = Type.Object(
  {
    id: Type.String({ description: 'As the Pine contracts take it.', examples: ['STD;RSI'] }),
    name: Type.String({ description: 'Its title.' }),
    short_name: nullable(Type.String({ description: 'Its title on a chart.' })),
    version: nullable(Type.String({ description: 'Its own version, not that of Pine.' })),
    kind: nullable(Type.String({ description: '`study`, `strategy` or `library`.' })),
    access: nullable(Type.String({ description: 'Who may read its source: `open_no_auth` is everybody.' })),
    tags: Type.Array(Type.String(), { description: 'Words the provider files it under.' }),
    is_candlestick: Type.Boolean({ description: 'Finds a shape of candles.' }),
    is_fundamental: Type.Boolean({ description: 'Draws a figure of a company’s reports.' }),
    fundamental_id: nullable(Type.String({ description: 'Which figure.', examples: ['total_revenue_fy'] })),
    fundamental_category: nullable(Type.String({ description: 'Which kind of figure.' })),
    financial_period: nullable(Type.String({ description: 'Of which period, e.g. `FY` or `FQ`.' })),
    is_hidden: Type.Boolean({ description: 'Not shown in the provider’s lists.' }),
    inputs: nullable(Type.Integer({ description: 'How many of its inputs are sources.' })),
  },
  { $id: 'PineBuiltin' },
)

export const listPineBuiltins = defineProduct({
  name: 'listPineBuiltins',
  query: Type.Object({
    group: withDefault(
      oneOf(['standard', 'candlestick', 'fundamental', 'all'], { description: 'Which of them.' }),
      'standard',
    ),
    q: Type.Optional(search('Only scripts whose name has this in it.')),
    limit: limit(2000, 200),
    offset: offset(10_000),
  }),
  answer: { rows: PineBuiltin },
  question: ({ query }) => ({ ...query, q: query.q?.toLowerCase() }),
  toAsk: ({ group }) => askOf(contractOf('PineFacade.ListBuiltins'), { query: { filter: group } }),
  read(json, question) {
    const { q: wanted } = question
    const scripts = asArray(json)
      .map((item) => toBuiltin(asObject(item)))
      .filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted))
    return cut(scripts, question.limit, question.offset)
  },
})

function toBuiltin(item: Json) {
  const { scriptIdPart, scriptName } = item
  if (typeof scriptIdPart !== 'string' || typeof scriptName !== 'string')
    throw changed('a script without a name')
  const extra = inner(item.extra)
  return {
    id: scriptIdPart,
    name: scriptName,
    short_name: text(extra.shortDescription),
    version: text(item.version),
    kind: text(extra.kind),
    access: text(item.scriptAccess),
    tags: texts(extra.tags),
    is_candlestick: flag(extra.isCandleStick) ?? false,
    is_fundamental: flag(extra.isFundamentalStudy) ?? false,
    fundamental_id: text(extra.fund_id),
    fundamental_category: text(extra.fundamentalCategory),
    financial_period: text(extra.financialPeriod),
    is_hidden: flag(extra.isHiddenStudy) ?? false,
    inputs: number(extra.sourceInputsCount),
  }
}

const querySource = Type.String({
  minLength: 1,
  maxLength: 6000,
  description: 'Pine source; long ones are sent by POST.',
  examples: [exampleSource],
})
const bodySource = Type.String({
  minLength: 1,
  maxLength: sourceCharactersMax,
  description: 'Pine source.',
  examples: [exampleSource],
})
/**
 * The longest source in any script, with 64 KiB for what else is in the body: a character takes up to four bytes as it is
 * and six escaped. Only characters that are escaped as two, e.g. emoji, take twelve.
 */
const bodyBytesMax = sourceCharactersMax * 6 + 65_536

const PineTitle = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the source has a title that can be read.' }),
    title: nullable(Type.String({ description: 'The title in its declaration.' })),
    short_title: nullable(Type.String({ description: 'The short one, where the provider tells it.' })),
    kind: nullable(Type.String({ description: 'What it declares, where the provider tells it.' })),
    reason: nullable(Type.String({ description: 'Why there is none.' })),
  },
  { $id: 'PineTitle' },
)

export const parsePineTitle = defineProduct({
  name: 'parsePineTitle',
  query: Type.Object({ source: querySource }),
  body: Type.Object({ source: bodySource }, { $id: 'PineSource', examples: [{ source: exampleSource }] }),
  bodyBytesMax,
  answer: { data: PineTitle },
  question: ({ query, body }) => ({ source: body?.source ?? query.source }),
  toAsk: ({ source }) => askOf(contractOf('PineFacade.ParseTitle'), { body: formBody({ source }) }),
  read(json) {
    const { success, result, reason } = asObject(json)
    if (typeof success !== 'boolean') throw changed('a title without a verdict')
    const details = inner(result)
    return {
      data: {
        ok: success,
        title: text(result) ?? text(details.title),
        short_title: text(details.shortTitle),
        kind: text(details.scriptKind),
        reason: success ? null : text(reason),
      },
    }
  },
})

const pineVersions = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'] as const
const version = withDefault(oneOf(pineVersions, { description: 'The version of Pine to compile as.' }), 'v5')

const PineProblem = Type.Object({
  message: Type.String({ description: 'What the compiler says.' }),
  line: nullable(Type.Integer({ description: 'Where it begins, counted from 1.' })),
  column: nullable(Type.Integer({ description: 'Where it begins in that line.' })),
  end_line: nullable(Type.Integer({ description: 'Where it ends.' })),
  end_column: nullable(Type.Integer({ description: 'Where it ends in that line.' })),
})

const PineTranslation = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the source could be compiled.' }),
    version: oneOf(pineVersions, { description: 'The version of Pine that was asked for.' }),
    source: nullable(
      Type.String({ description: 'The source in the wanted version, where the provider gives it.' }),
    ),
    meta_info: nullable(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Inputs, plots and styles, as the provider has them.' },
      ),
    ),
    reason: nullable(Type.String({ description: 'Why it could not.' })),
    errors: Type.Array(PineProblem, { description: 'What is wrong with the source.' }),
    warnings: Type.Array(PineProblem, { description: 'What may be wrong with it.' }),
  },
  { $id: 'PineTranslation' },
)

export const translatePine = defineProduct({
  name: 'translatePine',
  query: Type.Object({ source: querySource, version }),
  body: Type.Object(
    {
      source: bodySource,
      version,
      inputs: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'Values for its inputs.' }),
      ),
    },
    { $id: 'PineTranslationRequest', examples: [{ source: exampleSource, version: 'v6' }] },
  ),
  bodyBytesMax,
  answer: { data: PineTranslation },
  question: ({ query, body }) => body ?? { ...query, inputs: undefined },
  toAsk: ({ source, version: pineVersion, inputs }) =>
    askOf(contractOf('PineFacade.TranslateSource'), {
      path: { pineVersion },
      body: formBody({
        source,
        // For the provider's other call, `convert`, whose address has no place for it.
        version_to: pineVersion.slice(1),
        ...(inputs === undefined ? {} : { inputs: canonicalJson(inputs) }),
      }),
    }),
  read(json, { version: asked }) {
    const { success, result, reason, reason2, source } = asObject(json)
    if (typeof success !== 'boolean') throw changed('a translation without a verdict')
    const made = inner(result)
    const problems = inner(reason2)
    const metaInfo = inner(made.metaInfo)
    return {
      data: {
        ok: success,
        version: asked,
        source: text(source) ?? text(made.source),
        meta_info: Object.keys(metaInfo).length > 0 ? metaInfo : null,
        reason: success ? null : text(reason),
        errors: toProblems(problems.errors ?? made.errors),
        warnings: toProblems(problems.warnings ?? made.warnings ?? metaInfo.warnings),
      },
    }
  },
})

function toProblems(list: unknown) {
  if (!Array.isArray(list)) return []
  return list.slice(0, 100).map((item) => {
    const problem = inner(item)
    const start = inner(problem.start)
    const end = inner(problem.end)
    return {
      message: text(problem.message) ?? text(item) ?? '',
      line: number(start.line),
      column: number(start.column),
      end_line: number(end.line),
      end_column: number(end.column),
    }
  })
}
