/** Pine: built-in scripts, titles and translation. */

import { Type } from 'typebox'
import { canonicalJson } from '../../../core/content-hash.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { flagField, integerField, requiredText, rowReader, schemasOf, textField } from '../gateway/fields.ts'
import {
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

const builtinFields = {
  id: requiredText('scriptIdPart', 'Value to use with the Pine contracts.', 'a script without an id', {
    examples: ['STD;RSI'],
  }),
  name: requiredText('scriptName', 'Title.', 'a script without a name'),
  short_name: textField('extra.shortDescription', 'Title on a chart.'),
  version: textField('version', 'Version of the script, not of Pine.'),
  kind: textField('extra.kind', '`study`, `strategy` or `library`.'),
  access: textField('scriptAccess', 'Access to the source: `open_no_auth` is public.'),
  tags: {
    from: 'extra.tags',
    schema: Type.Array(Type.String(), { description: 'Tags.' }),
    convert: textList,
  },
  is_candlestick: flagField('extra.isCandleStick', 'Whether it detects a candlestick pattern.'),
  is_fundamental: flagField('extra.isFundamentalStudy', 'Whether it plots a fundamental figure.'),
  fundamental_id: textField('extra.fund_id', 'Id of the figure.', { examples: ['total_revenue_fy'] }),
  fundamental_category: textField('extra.fundamentalCategory', 'Category of the figure.'),
  financial_period: textField('extra.financialPeriod', 'Period of the figure, e.g. `FY` or `FQ`.'),
  is_hidden: flagField('extra.isHiddenStudy', 'Whether the provider’s lists omit it.'),
  inputs: integerField('extra.sourceInputsCount', 'Number of source inputs.'),
}

const readBuiltin = rowReader(builtinFields)
const PineBuiltin = Type.Object(schemasOf(builtinFields), { $id: 'PineBuiltin' })

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
    const { rows: scripts, skippedRows } = usableRows(requireArray(json), readBuiltin)
    const matching = scripts.filter(({ name }) => q === undefined || name.toLowerCase().includes(q))
    return { ...paginate(matching, rowsMax, start), skippedRows }
  },
})

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

const problemFields = {
  message: {
    from: 'message',
    schema: Type.String({ description: 'Message of the compiler.' }),
    convert: (value: unknown) => textOrNull(value) ?? '',
  },
  line: integerField('start.line', 'First line, counted from 1.'),
  column: integerField('start.column', 'First column.'),
  end_line: integerField('end.line', 'Last line.'),
  end_column: integerField('end.column', 'Last column.'),
}
const readProblem = rowReader(problemFields)
const PineProblem = Type.Object(schemasOf(problemFields))

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

/** A problem may also be a text. */
function toPineProblems(list: unknown) {
  if (!Array.isArray(list)) return []
  return list
    .slice(0, 100)
    .map((item) => readProblem(typeof item === 'string' ? { message: item } : objectOrEmpty(item)))
}
