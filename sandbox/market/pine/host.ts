/** The Pine host. It compiles nothing: a source is accepted when it has a declaration and its parentheses match. */

import { json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../../host.ts'
import { marketOf } from '../market.ts'
import { builtins, findScript, type PineScript } from './scripts.ts'

export const pineHost: SandboxHost = {
  host: 'pine-facade.tradingview.com',
  routes: [
    route('GET /pine-facade/list', list),
    route('GET /pine-facade/get/{scriptId}/{version}', getScript),
    route('GET /pine-facade/is_auth_to_get/{scriptId}/{version}', (request) =>
      json(scriptFor(request)?.source !== undefined),
    ),
    route('GET /pine-facade/is_auth_to_write/{scriptId}', () => json(false)),
    route('GET /pine-facade/versions/{scriptId}/last', versions),
    route('POST /pine-facade/parse_title', parseTitle),
    route('GET /pine-facade/translate/{scriptId}/{version}', translateScript),
    // The provider's pages send the slash, a public script does not.
    route('POST /pine-facade/translate_source/{pineVersion}/', translateSource),
    route('POST /pine-facade/translate_source/{pineVersion}', translateSource),
    route('POST /pine-facade/convert', convert),
  ],
}

function scriptFor({ world, params }: SandboxRequest): PineScript | undefined {
  return findScript(marketOf(world), params.scriptId ?? '')
}

/** Lists of a signed-in user (`saved`, `published`) and unknown filters are empty. */
function list({ query }: SandboxRequest): Reply {
  const filter = query.get('filter')
  if (filter === null) return text('Argument filter is not given', { status: 400 })
  return json(builtins.filter(({ group }) => filter === 'all' || group === filter).map(builtinItem))
}

function builtinItem({ id, name, shortName, group, version }: PineScript): Record<string, unknown> {
  return {
    userId: 1,
    scriptName: name,
    scriptSource: '',
    scriptAccess: 'open_no_auth',
    scriptIdPart: id,
    version,
    extra: {
      isAuto: false,
      isBeta: false,
      isBuiltIn: true,
      ...(group === 'candlestick' ? { isCandleStick: true } : {}),
      ...(group === 'fundamental'
        ? {
            isFundamentalStudy: true,
            fund_id: name.toLowerCase().replaceAll(' ', '_'),
            financialPeriod: name.split(' ').at(-1),
            fundamentalCategory: 'statistics',
          }
        : {}),
      kind: 'study',
      shortDescription: shortName,
      sourceInputsCount: 1,
      tags: [],
    },
  }
}

function getScript(request: SandboxRequest): Reply {
  const script = scriptFor(request)
  if (script === undefined) return failure('Script not found', 404)
  if (script.source === undefined) return failure('Not authorized', 401)
  const stamp = timestamp(script.createdMs)
  return json({
    created: stamp,
    extra: { kind: script.kind, sourceInputsCount: 1 },
    lastVersionMaj: script.version,
    scriptAccess: 'open_no_auth',
    scriptName: script.name,
    source: script.source,
    updated: stamp,
    version: script.version,
  })
}

function versions(request: SandboxRequest): Reply {
  const script = scriptFor(request)
  if (script === undefined) return failure('Script not found', 404)
  return json([{ created: timestamp(script.createdMs), version: script.version }])
}

/** With microseconds. */
function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000Z`
}

function parseTitle(request: SandboxRequest): Reply {
  const title = titleOf(sourceIn(request) ?? '')
  return title === undefined
    ? json({ success: false, reason: 'Cannot find the title of the script' })
    : json({ success: true, result: title })
}

function translateScript(request: SandboxRequest): Reply {
  const script = scriptFor(request)
  return script?.source === undefined
    ? failure('Script not found', 200)
    : json(compiled(script.source, script.id, script.version))
}

function translateSource(request: SandboxRequest): Reply {
  const source = sourceIn(request)
  const version = /^v([1-6])$/.exec(request.params.pineVersion ?? '')?.[1]
  if (source === undefined || version === undefined) return failure('source is required', 400)
  const names = [...new URLSearchParams(request.body).keys()]
  if (names.some((name) => name !== 'source' && name !== 'inputs')) return failure('unknown field', 400)
  return json(compileError(source) ?? compiled(withVersion(source, version), 'USER;sandbox', '1.0'))
}

function convert(request: SandboxRequest): Reply {
  const source = sourceIn(request)
  if (source === undefined) return failure('source is required', 400)
  const version = new URLSearchParams(request.body).get('version_to') ?? '6'
  return json(compileError(source) ?? { success: true, source: withVersion(source, version) })
}

function sourceIn({ body }: SandboxRequest): string | undefined {
  return new URLSearchParams(body).get('source') ?? undefined
}

const declaration = /^(?:indicator|study|strategy|library)\((?:title\s*=\s*)?["']([^"'\n]*)["']/m

function titleOf(source: string): string | undefined {
  return declaration.exec(source)?.[1]
}

function withVersion(source: string, version: string): string {
  const body = source.replace(/^\/\/@version=\d+\n/, '')
  return `//@version=${version}\n${body.replace(/^study\(/m, 'indicator(')}`
}

/** Errors come with status 200, as the real host sends them. */
function compileError(source: string): Record<string, unknown> | undefined {
  const isBalanced = source.split('(').length === source.split(')').length
  if (isBalanced && declaration.test(source)) return undefined
  const message = isBalanced ? 'Script must contain one declaration statement' : "Missing ')' for '('"
  const position = { line: 1, column: 1 }
  return {
    success: false,
    reason: 'compile_error',
    reason2: { errors: [{ message, start: position, end: position }], warnings: [] },
  }
}

function compiled(source: string, id: string, version: string): Record<string, unknown> {
  const title = titleOf(source) ?? 'Untitled'
  const intermediate = `sandbox_${Buffer.from(source).toString('base64')}`
  const metaInfo = {
    _metainfoVersion: 54,
    id: `Script$${id}@tv-scripting-101`,
    scriptIdPart: id,
    description: title,
    shortDescription: title,
    is_price_study: false,
    isTVScript: true,
    pine: { version },
    inputs: [],
    plots: [{ id: 'plot_0', type: 'line', target: null }],
    styles: { plot_0: { title: 'Plot', histogramBase: 0, joinPoints: false, isHidden: false } },
    warnings: [],
  }
  return {
    success: true,
    result: { IL: intermediate, ilTemplate: intermediate, source, metaInfo },
  }
}

function failure(reason: string, status: number): Reply {
  return json({ success: false, reason }, { status })
}
