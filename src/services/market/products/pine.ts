/** Pine: built-in scripts, titles and translation. */

import { Type } from 'typebox'
import { canonicalJson } from '../../../core/content-hash.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import {
  booleanOrNull,
  numberOrNull,
  objectOrEmpty,
  requireArray,
  requireObject,
  textList,
  textOrNull,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { formBody } from '../gateway/upstream-request.ts'
import { usableRows } from '../gateway/usable-rows.ts'
import { offset, searchText } from '../parameters/query-fields.ts'
import { defineProduct, paginate } from './product.ts'

const sourceCharactersMax = 131_072
const exampleSource = '//@version=5\nindicator("My script")\nplot(close)'

const PineBuiltin = Type.Object(
  {
    id: Type.String({ description: 'Value to use with the Pine contracts.', examples: ['STD;RSI'] }),
    name: Type.String({ description: 'Title.' }),
    short_name: nullable(Type.String({ description: 'Title on a chart.' })),
    version: nullable(Type.String({ description: 'Version of the script, not of Pine.' })),
    kind: nullable(Type.String({ description: '`study`, `strategy` or `library`.' })),
    access: nullable(Type.String({ description: 'Access to the source: `open_no_auth` is public.' })),
    tags: Type.Array(Type.String(), { description: 'Tags.' }),
    is_candlestick: Type.Boolean({ description: 'Whether it detects a candlestick pattern.' }),
    is_fundamental: Type.Boolean({ description: 'Whether it plots a fundamental figure.' }),
    fundamental_id: nullable(
      Type.String({ description: 'Id of the figure.', examples: ['total_revenue_fy'] }),
    ),
    fundamental_category: nullable(Type.String({ description: 'Category of the figure.' })),
    financial_period: nullable(Type.String({ description: 'Period of the figure, e.g. `FY` or `FQ`.' })),
    is_hidden: Type.Boolean({ description: 'Whether the provider’s lists omit it.' }),
    inputs: nullable(Type.Integer({ description: 'Number of source inputs.' })),
  },
  { $id: 'PineBuiltin' },
)

export const listPineBuiltins = defineProduct({
  name: 'listPineBuiltins',
  path: '/v1/pine/builtins',
  tag: 'Pine',
  summary: 'List built-in Pine scripts',
  description: 'The scripts that come with the platform, by group.',
  contract: 'PineFacade.ListBuiltins',
  query: Type.Object({
    group: withDefault(
      oneOf(['standard', 'candlestick', 'fundamental', 'all'], { description: 'Group of scripts.' }),
      'standard',
    ),
    q: Type.Optional(searchText('Only scripts whose name contains this text.')),
    limit: limit(2000, 200),
    offset: offset(10_000),
  }),
  response: { rows: PineBuiltin },
  parseRequest: ({ query }) => ({ ...query, q: query.q?.toLowerCase() }),
  toUpstream: ({ group }) => ({ query: { filter: group } }),
  toResult(json, { q, limit: rowsMax, offset: start }) {
    const { rows: scripts, skippedRows } = usableRows(requireArray(json), toPineBuiltin)
    const matching = scripts.filter(({ name }) => q === undefined || name.toLowerCase().includes(q))
    return { ...paginate(matching, rowsMax, start), skippedRows }
  },
})

function toPineBuiltin(value: unknown) {
  const item = requireObject(value)
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
  description: 'Pine source; use POST for a long one.',
  examples: [exampleSource],
})
const bodySource = Type.String({
  minLength: 1,
  maxLength: sourceCharactersMax,
  description: 'Pine source.',
  examples: [exampleSource],
})
/** The longest source with every character escaped in six bytes, and 64 KiB for the rest of the body. */
const bodyBytesMax = sourceCharactersMax * 6 + 65_536

const PineTitle = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the source has a valid title.' }),
    title: nullable(Type.String({ description: 'Title in the declaration.' })),
    short_title: nullable(Type.String({ description: 'Short title, if the provider reports it.' })),
    kind: nullable(Type.String({ description: 'Kind of script, if the provider reports it.' })),
    reason: nullable(Type.String({ description: 'Why there is no title.' })),
  },
  { $id: 'PineTitle' },
)

export const parsePineTitle = defineProduct({
  name: 'parsePineTitle',
  path: '/v1/pine/title',
  tag: 'Pine',
  summary: 'Get the title of a Pine script',
  description: 'Parses the title out of Pine source; POST takes long sources.',
  contract: 'PineFacade.ParseTitle',
  query: Type.Object({ source: querySource }),
  body: Type.Object({ source: bodySource }, { $id: 'PineSource', examples: [{ source: exampleSource }] }),
  bodyBytesMax,
  response: { data: PineTitle },
  parseRequest: ({ query, body }) => ({ source: body?.source ?? query.source }),
  toUpstream: (request) => ({ body: formBody(request) }),
  toResult(json) {
    const { success, result, reason } = requireObject(json)
    if (typeof success !== 'boolean') throw upstreamChanged('a title without `success`')
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
const version = withDefault(oneOf(pineVersions, { description: 'Version of Pine.' }), 'v5')

const PineProblem = Type.Object({
  message: Type.String({ description: 'Message of the compiler.' }),
  line: nullable(Type.Integer({ description: 'First line, counted from 1.' })),
  column: nullable(Type.Integer({ description: 'First column.' })),
  end_line: nullable(Type.Integer({ description: 'Last line.' })),
  end_column: nullable(Type.Integer({ description: 'Last column.' })),
})

const PineTranslation = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the source compiled.' }),
    version: oneOf(pineVersions, { description: 'The requested version of Pine.' }),
    source: nullable(
      Type.String({ description: 'Source in the requested version, if the provider returns it.' }),
    ),
    meta_info: nullable(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Inputs, plots and styles in the provider’s format.' },
      ),
    ),
    reason: nullable(Type.String({ description: 'Why it did not compile.' })),
    errors: Type.Array(PineProblem, { description: 'Errors in the source.' }),
    warnings: Type.Array(PineProblem, { description: 'Warnings about the source.' }),
  },
  { $id: 'PineTranslation' },
)

export const translatePine = defineProduct({
  name: 'translatePine',
  path: '/v1/pine/translate',
  tag: 'Pine',
  summary: 'Translate Pine source',
  description: 'Compiles Pine source as one Pine version; the response includes its errors.',
  contract: 'PineFacade.TranslateSource',
  query: Type.Object({ source: querySource, version }),
  body: Type.Object(
    {
      source: bodySource,
      version,
      inputs: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'Values of the inputs.' }),
      ),
    },
    { $id: 'PineTranslationRequest', examples: [{ source: exampleSource, version: 'v6' }] },
  ),
  bodyBytesMax,
  response: { data: PineTranslation },
  parseRequest: ({ query, body }) => body ?? { ...query, inputs: undefined },
  toUpstream: ({ source, version: pineVersion, inputs }) => ({
    path: { pineVersion },
    body: formBody({
      source,
      // As the provider's own editor sends them: `{}` without inputs.
      inputs: canonicalJson(inputs ?? {}),
    }),
  }),
  toResult(json, request) {
    const { success, result, reason, reason2, source } = requireObject(json)
    if (typeof success !== 'boolean') throw upstreamChanged('a translation without `success`')
    const compiled = objectOrEmpty(result)
    const problems = objectOrEmpty(reason2)
    const metaInfo = objectOrEmpty(compiled.metaInfo)
    return {
      data: {
        ok: success,
        version: request.version,
        source: textOrNull(source) ?? textOrNull(compiled.source),
        meta_info: Object.keys(metaInfo).length > 0 ? metaInfo : null,
        reason: success ? null : textOrNull(reason),
        errors: toPineProblems(problems.errors ?? compiled.errors),
        warnings: toPineProblems(problems.warnings ?? compiled.warnings ?? metaInfo.warnings),
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
