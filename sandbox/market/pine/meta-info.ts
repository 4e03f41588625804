/** What the provider tells about a compiled script: its inputs and plots. */

import { keyOfText, mix } from '../prices/noise.ts'
import { argument, type Call } from './calls.ts'
import { type PineScript, shortTitleOf, textOf, titleOf } from './script.ts'

const inputKinds: Readonly<Record<string, string>> = {
  'input.int': 'integer',
  'input.float': 'float',
  'input.bool': 'bool',
  'input.string': 'text',
  'input.source': 'source',
  'input.color': 'color',
  'input.timeframe': 'resolution',
  'input.session': 'session',
  'input.symbol': 'symbol',
  'input.time': 'time',
  'input.price': 'price',
  'input.text_area': 'text_area',
  input: 'float',
}

const plotKinds: Readonly<Record<string, string>> = {
  plot: 'line',
  plotshape: 'shapes',
  plotchar: 'chars',
  plotarrow: 'arrows',
  plotbar: 'ohlc_open',
  plotcandle: 'ohlc_open',
  bgcolor: 'bg_colorer',
  barcolor: 'bar_colorer',
}

export function metaInfo(
  script: PineScript,
  scriptIdPart: string,
  scriptVersion: string,
): Record<string, unknown> {
  const title = titleOf(script) ?? 'Untitled'
  const inputs = script.calls.filter(({ name }) => Object.hasOwn(inputKinds, name))
  const plots = script.calls.filter(({ name }) => Object.hasOwn(plotKinds, name))
  return {
    _metainfoVersion: 54,
    id: `Script$${scriptIdPart}@tv-scripting-101`,
    scriptIdPart,
    description: title,
    shortDescription: shortTitleOf(script) ?? title,
    docs: '',
    format: { type: 'inherit' },
    is_price_study: isOverlay(script),
    is_hidden_study: false,
    isTVScript: true,
    isTVScriptStub: false,
    pine: { digest: digest(script), version: scriptVersion },
    inputs: inputs.map(input),
    plots: plots.map(({ name }, at) => ({ id: `plot_${at}`, type: plotKinds[name], target: null })),
    styles: Object.fromEntries(plots.map((call, at) => [`plot_${at}`, style(call, at)])),
    defaults: {},
    palettes: {},
    stats: {},
    usedLibs: [],
    usesPrivateLib: false,
    warnings: [],
  }
}

function isOverlay({ declaration }: PineScript): boolean {
  return declaration?.arguments.find(({ name }) => name === 'overlay')?.value[0]?.text === 'true'
}

function input(call: Call, at: number): Record<string, unknown> {
  const kind = inputKinds[call.name]
  const value =
    argument(call, 'defval', 0)
      ?.value.map(({ text }) => text)
      .join('') ?? ''
  const bound = (name: string) => {
    const text = call.arguments
      .find((one) => one.name === name)
      ?.value.map((token) => token.text)
      .join('')
    return text === undefined ? {} : { [name.replace('val', '')]: Number(text) }
  }
  return {
    id: `in_${at}`,
    name: textOf(call, 'title', 1) ?? `Input ${at + 1}`,
    type: kind,
    defval: defaultValue(kind ?? '', value),
    ...bound('minval'),
    ...bound('maxval'),
    options: [],
    isHidden: false,
    isFake: true,
    inline: '',
    tooltip: null,
    group: '',
    internalID: '',
  }
}

function defaultValue(kind: string, text: string): unknown {
  if (kind === 'integer' || kind === 'float') {
    const number = Number(text)
    return Number.isNaN(number) ? null : number
  }
  if (kind === 'bool') return text === 'true'
  return text.replace(/^["']|["']$/g, '')
}

function style(call: Call, at: number): Record<string, unknown> {
  return {
    title: textOf(call, 'title', 1) ?? `Plot ${at + 1}`,
    histogramBase: 0,
    joinPoints: false,
    isHidden: false,
  }
}

/** Forty hex digits that follow from the source. */
function digest({ tokens }: PineScript): string {
  const key = keyOfText(0xd16e57, tokens.map(({ text }) => text).join(''))
  return [1, 2, 3, 4, 5].map((at) => mix(key, at).toString(16).padStart(8, '0')).join('')
}
