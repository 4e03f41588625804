/** The host of Pine: lists of scripts, single scripts, and what can be read from a source. */

import { json, type Reply, route, type SandboxHost, type SandboxRequest, text } from '../../host.ts'
import { contractRoute, madeUp } from '../edge.ts'
import { marketOf } from '../market.ts'
import { type Builtin, builtins, builtinWithId } from './builtins.ts'
import { parseForm } from './form.ts'
import { metaInfo } from './meta-info.ts'
import { findPublished, type PublishedScript, publishedScripts } from './published.ts'
import { type PineVersion, readScript, titleOf } from './script.ts'
import type { PineProblem } from './tokens.ts'
import { translate } from './translate.ts'

export const pineHost: SandboxHost = {
  host: 'pine-facade.tradingview.com',
  routes: [
    contractRoute('PineFacade.ListBuiltins', list),
    contractRoute('PineFacade.GetScript', getScript),
    contractRoute('PineFacade.IsAuthToGet', (request) =>
      json(isReadable(request, request.params.scriptId ?? '')),
    ),
    route('GET /pine-facade/is_auth_to_get/', (request) =>
      json(isReadable(request, request.query.get('pine_id') ?? '')),
    ),
    contractRoute('PineFacade.IsAuthToWrite', () => json(false)),
    route('GET /pine-facade/is_auth_to_write/{scriptId}/{version}', () => madeUp(json(false))),
    contractRoute('PineFacade.GetVersions', versions),
    contractRoute('PineFacade.ParseTitle', parseTitle),
    contractRoute('PineFacade.TranslateScript', translateScript),
    contractRoute('PineFacade.TranslateSource', translateSource),
    route('POST /pine-facade/convert', (request) => madeUp(convert(request))),
    route('POST /pine-facade/translate_light', (request) => madeUp(lint(request))),
  ],
}

const groups: ReadonlySet<string> = new Set(['standard', 'candlestick', 'fundamental'])

/** What belongs to an account is empty without one. Of the lists only the built-ins were ever recorded. */
function list(request: SandboxRequest): Reply {
  const filter = request.query.get('filter')
  if (filter === null) return text('Argument filter is not given', { status: 400 })
  if (groups.has(filter)) return json(builtins.filter(({ group }) => group === filter).map(builtinItem))
  if (filter === 'all') return madeUp(json(builtins.map(builtinItem)))
  if (filter === 'public' || filter === 'published' || filter === 'recent') {
    return madeUp(json(publishedScripts(marketOf(request.world)).slice(0, 100).map(publishedItem)))
  }
  return madeUp(json([]))
}

function builtinItem({ id, name, shortName, group, version, inputs }: Builtin): Record<string, unknown> {
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
      ...(group === 'standard' ? { isMTFResolution: true } : {}),
      ...(group === 'candlestick' ? { isCandleStick: true } : {}),
      ...(group === 'fundamental'
        ? {
            isFundamentalStudy: true,
            fund_id: name.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
            financialPeriod: name.split(' ').at(-1),
            fundamentalCategory: 'statistics',
          }
        : {}),
      isNew: false,
      isPineEditorNewTemplate: true,
      isUpdated: false,
      kind: 'study',
      shortDescription: shortName,
      sourceInputsCount: inputs,
      tags: [],
    },
  }
}

function publishedItem({
  id,
  name,
  version,
  kind,
  createdMs,
  source,
}: PublishedScript): Record<string, unknown> {
  return {
    scriptIdPart: id,
    version,
    scriptName: name,
    scriptTitle: name,
    modified: createdMs / 1000,
    scriptSource: source ?? '',
    isTVScriptBuiltIn: false,
    extra: { kind, sourceInputsCount: 1, stats: { plot: 1, alertcondition: 0, plotshape: 0 } },
  }
}

interface Found {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly kind: string
  readonly createdMs: number
  /** Nothing where it is not open. */
  readonly source: string | undefined
}

/** 2019-03-01, when all built-ins of this world were written. */
const builtinsMs = Date.UTC(2019, 2, 1, 9, 30)

function findScript({ world }: SandboxRequest, id: string): Found | undefined {
  const builtin = builtinWithId(id)
  if (builtin !== undefined) return { ...builtin, kind: 'study', createdMs: builtinsMs }
  return findPublished(marketOf(world), id)
}

function getScript(request: SandboxRequest): Reply {
  const script = findScript(request, request.params.scriptId ?? '')
  const isSoft = request.query.get('no_4xx') === 'true'
  if (script === undefined) return failure('Script not found', isSoft ? 200 : 404)
  if (script.source === undefined) return failure('Not authorized', isSoft ? 200 : 401)
  const asked = request.params.version ?? 'last'
  if (asked !== 'last' && Number(asked) !== Number(script.version)) {
    return failure('Version not found', isSoft ? 200 : 404)
  }
  const stamp = microseconds(script.createdMs)
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

function microseconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000Z`
}

function isReadable(request: SandboxRequest, id: string): boolean {
  return findScript(request, id)?.source !== undefined
}

/** Whole numbers down from the last. */
function versions(request: SandboxRequest): Reply {
  const script = findScript(request, request.params.scriptId ?? '')
  if (script === undefined) return failure('Script not found', 404)
  const last = Math.floor(Number(script.version))
  return json(
    Array.from({ length: last }, (_, at) => ({
      created: microseconds(script.createdMs - at * 30 * 86_400_000),
      version: `${last - at}.0`,
    })),
  )
}

function parseTitle(request: SandboxRequest): Reply {
  const source = parseForm(request.headers, request.body).get('source')
  if (source === undefined) return json({ success: false, reason: 'source is required' })
  const script = readScript(source)
  const title = titleOf(script)
  if (title !== undefined) return json({ success: true, result: title })
  return json({
    success: false,
    reason: script.problems[0]?.message ?? 'Cannot find the title of the script',
  })
}

function translateScript(request: SandboxRequest): Reply {
  const script = findScript(request, request.params.scriptId ?? '')
  if (script?.source === undefined) return failure('Script not found', 200)
  return json(compiled(script.source, script.id, script.version))
}

/** Compiles, and carries the source to the version of the path. */
function translateSource(request: SandboxRequest): Reply {
  const source = parseForm(request.headers, request.body).get('source')
  const to = parseVersion(request.params.pineVersion ?? '')
  if (source === undefined) return failure('source is required', 400)
  if (to === undefined) return failure('unknown pine version', 400)
  const outcome = translate(source, to)
  if (outcome.errors !== undefined) return json(compileError(outcome.errors))
  const { translation } = outcome
  const answer = compiled(translation.source, 'USER;sandbox', '1.0')
  return json({
    ...answer,
    result: { ...answer.result, source: translation.source, warnings: translation.warnings.map(marked) },
  })
}

function convert(request: SandboxRequest): Reply {
  const form = parseForm(request.headers, request.body)
  const source = form.get('source')
  const to = parseVersion(form.get('version_to') ?? '6')
  if (source === undefined || to === undefined) return failure('source and version_to are required', 400)
  const outcome = translate(source, to)
  if (outcome.errors !== undefined) return json(compileError(outcome.errors))
  return json({ success: true, source: outcome.translation.source })
}

/** Tells what is wrong while saying that all went well. */
function lint(request: SandboxRequest): Reply {
  const source = parseForm(request.headers, request.body).get('source') ?? ''
  const { problems } = readScript(source)
  return json({ success: true, result: { errors: problems.map(marked), warnings: [] } })
}

function compiled(source: string, id: string, version: string) {
  const script = readScript(source)
  const sealed = Buffer.from(source).toString('base64')
  return {
    success: true,
    result: {
      IL: `sandbox_${sealed}`,
      ilTemplate: `sandbox_${sealed}`,
      metaInfo: metaInfo(script, id, version),
    },
  }
}

function compileError(errors: readonly PineProblem[]): Record<string, unknown> {
  return { success: false, reason: 'compile_error', reason2: { errors: errors.map(marked), warnings: [] } }
}

function marked({ message, line, column, length }: PineProblem): Record<string, unknown> {
  return { message, start: { line, column }, end: { line, column: column + length - 1 } }
}

/** `v5`, `5` or `5.0`. */
function parseVersion(text: string): PineVersion | undefined {
  const match = /^v?([1-6])(?:\.0)?$/.exec(text)
  return match === null ? undefined : (Number(match[1]) as PineVersion)
}

function failure(reason: string, status: number): Reply {
  return json({ success: false, reason }, { status })
}
