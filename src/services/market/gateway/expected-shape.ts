/** The least that an answer of each contract has: what lacks it is not kept, whoever asked for it. */

import type { ContractId } from './contracts.ts'

type Json = Readonly<Record<string, unknown>>
type Shape = (json: unknown) => boolean

const isList: Shape = (json) => Array.isArray(json)
const isObject: Shape = (json) => typeof json === 'object' && json !== null && !Array.isArray(json)
const isWord: Shape = (json) => typeof json === 'boolean'

function has(name: string, isRight: Shape): Shape {
  return (json) => isObject(json) && isRight((json as Json)[name])
}

function either(...shapes: readonly Shape[]): Shape {
  return (json) => shapes.some((shape) => shape(json))
}

const isNumber: Shape = (json) => typeof json === 'number'
const isText: Shape = (json) => typeof json === 'string'

const scan = has('totalCount', isNumber)
const calendar = has('status', isText)
const news = either(isList, has('items', isList), has('sections', isList))
const publications = has('results', isList)
const verdict = has('success', isWord)

const shapes: Readonly<Record<ContractId, Shape>> = {
  'symbol.search': has('symbols', isList),
  'OptionsCharting.GetInTimeIV': either(has('real-ivs', isList), has('standard-ivs', isList)),
  'OptionsCharting.GetUnderlyingAggregates': isObject,
  'OptionsCharting.PostStrategiesChart': isObject,
  'PineFacade.IsAuthToGet': isWord,
  'PineFacade.GetScript': isObject,
  'PineFacade.IsAuthToWrite': isWord,
  'PineFacade.ListBuiltins': isList,
  'PineFacade.ParseTitle': verdict,
  'PineFacade.TranslateScript': verdict,
  'PineFacade.TranslateSource': verdict,
  'PineFacade.GetVersions': isList,
  'PriceAlerts.IsAlive': either(isWord, has('s', isText), has('err', isObject), isText),
  'calendar.dividends': scan,
  'calendar.earnings': scan,
  'calendar.economic': calendar,
  'calendar.economic.newsagency': calendar,
  'ideas.list': publications,
  'news.flow.v1': news,
  'news.flow.v2': news,
  'news.headlines.latest': news,
  'news.headlines.v2': news,
  'news.headlines.v2.symbol-view': news,
  'pine.list': isList,
  'pine.translate': verdict,
  'scanner.metainfo': has('fields', isList),
  'scanner.scan': scan,
  'scanner.scan.options': scan,
  'scanner.scan.global': scan,
  'scripts.list': publications,
}

export function fits(id: ContractId, json: unknown): boolean {
  return shapes[id](json)
}
