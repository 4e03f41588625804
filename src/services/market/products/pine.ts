/** Pine: built-in scripts, titles, and translation. */

import { Type } from 'typebox'
import { canonicalJson } from '../../../core/content-hash.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { getContract } from '../gateway/contracts.ts'
import {
  booleanOrNull,
  type Json,
  numberOrNull,
  objectOrEmpty,
  requireArray,
  requireObject,
  textList,
  textOrNull,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { buildUpstreamRequest, formBody } from '../gateway/upstream-request.ts'
import { offset, searchText } from '../parameters/query-fields.ts'
import { defineProduct, paginate } from './product.ts'

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
    q: Type.Optional(searchText('Only scripts whose name has this in it.')),
    limit: limit(2000, 200),
    offset: offset(10_000),
  }),
  response: { rows: PineBuiltin },
  parseRequest: ({ query }) => ({ ...query, q: query.q?.toLowerCase() }),
  toUpstreamRequest: ({ group }) =>
    buildUpstreamRequest(getContract('PineFacade.ListBuiltins'), { query: { filter: group } }),
  toResult(json, question) {
    const { q: wanted } = question
    const scripts = requireArray(json)
      .map((item) => toPineBuiltin(requireObject(item)))
      .filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted))
    return paginate(scripts, question.limit, question.offset)
  },
})

function toPineBuiltin(item: Json) {
  const { scriptIdPart, scriptName } = item
  if (typeof scriptIdPart !== 'string' || typeof scriptName !== 'string')
    throw upstreamChanged('a script without a name')
  const extra = objectOrEmpty(item.extra)
  return {
    id: scriptIdPart,
    name: scriptName,
    short_name: textOrNull(extra.shortDescription),
    version: textOrNull(item.version),
    kind: textOrNull(extra.kind),
    access: textOrNull(item.scriptAccess),
    tags: textList(extra.tags),
    is_candlestick: booleanOrNull(extra.isCandleStick) ?? false,
    is_fundamental: booleanOrNull(extra.isFundamentalStudy) ?? false,
    fundamental_id: textOrNull(extra.fund_id),
    fundamental_category: textOrNull(extra.fundamentalCategory),
    financial_period: textOrNull(extra.financialPeriod),
    is_hidden: booleanOrNull(extra.isHiddenStudy) ?? false,
    inputs: numberOrNull(extra.sourceInputsCount),
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
  response: { data: PineTitle },
  parseRequest: ({ query, body }) => ({ source: body?.source ?? query.source }),
  toUpstreamRequest: ({ source }) =>
    buildUpstreamRequest(getContract('PineFacade.ParseTitle'), { body: formBody({ source }) }),
  toResult(json) {
    const { success, result, reason } = requireObject(json)
    if (typeof success !== 'boolean') throw upstreamChanged('a title without a verdict')
    const details = objectOrEmpty(result)
    return {
      data: {
        ok: success,
        title: textOrNull(result) ?? textOrNull(details.title),
        short_title: textOrNull(details.shortTitle),
        kind: textOrNull(details.scriptKind),
        reason: success ? null : textOrNull(reason),
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
  response: { data: PineTranslation },
  parseRequest: ({ query, body }) => body ?? { ...query, inputs: undefined },
  toUpstreamRequest: ({ source, version: pineVersion, inputs }) =>
    buildUpstreamRequest(getContract('PineFacade.TranslateSource'), {
      path: { pineVersion },
      body: formBody({
        source,
        // For the provider's other call, `convert`, whose address has no place for it.
        version_to: pineVersion.slice(1),
        ...(inputs === undefined ? {} : { inputs: canonicalJson(inputs) }),
      }),
    }),
  toResult(json, { version: asked }) {
    const { success, result, reason, reason2, source } = requireObject(json)
    if (typeof success !== 'boolean') throw upstreamChanged('a translation without a verdict')
    const made = objectOrEmpty(result)
    const problems = objectOrEmpty(reason2)
    const metaInfo = objectOrEmpty(made.metaInfo)
    return {
      data: {
        ok: success,
        version: asked,
        source: textOrNull(source) ?? textOrNull(made.source),
        meta_info: Object.keys(metaInfo).length > 0 ? metaInfo : null,
        reason: success ? null : textOrNull(reason),
        errors: toPineProblems(problems.errors ?? made.errors),
        warnings: toPineProblems(problems.warnings ?? made.warnings ?? metaInfo.warnings),
      },
    }
  },
})

function toPineProblems(list: unknown) {
  if (!Array.isArray(list)) return []
  return list.slice(0, 100).map((item) => {
    const problem = objectOrEmpty(item)
    const start = objectOrEmpty(problem.start)
    const end = objectOrEmpty(problem.end)
    return {
      message: textOrNull(problem.message) ?? textOrNull(item) ?? '',
      line: numberOrNull(start.line),
      column: numberOrNull(start.column),
      end_line: numberOrNull(end.line),
      end_column: numberOrNull(end.column),
    }
  })
}
