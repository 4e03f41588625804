/** The least that an answer of each contract has: what lacks it is not kept, whoever asked for it. */

import type { ContractId } from './contracts.ts'

type Json = Readonly<Record<string, unknown>>
type ShapeCheck = (json: unknown) => boolean

const isList: ShapeCheck = (json) => Array.isArray(json)
const isObject: ShapeCheck = (json) => typeof json === 'object' && json !== null && !Array.isArray(json)
const isBoolean: ShapeCheck = (json) => typeof json === 'boolean'

function hasProperty(name: string, isRight: ShapeCheck): ShapeCheck {
  return (json) => isObject(json) && isRight((json as Json)[name])
}

function anyOf(...shapes: readonly ShapeCheck[]): ShapeCheck {
  return (json) => shapes.some((shape) => shape(json))
}

const isNumber: ShapeCheck = (json) => typeof json === 'number'
const isText: ShapeCheck = (json) => typeof json === 'string'

const scan = hasProperty('totalCount', isNumber)
const calendar = hasProperty('status', isText)
const news = anyOf(isList, hasProperty('items', isList), hasProperty('sections', isList))
const publications = hasProperty('results', isList)
const successFlag = hasProperty('success', isBoolean)

const expectedShapes: Readonly<Record<ContractId, ShapeCheck>> = {
  'symbol.search': hasProperty('symbols', isList),
  'OptionsCharting.GetInTimeIV': anyOf(hasProperty('real-ivs', isList), hasProperty('standard-ivs', isList)),
  'OptionsCharting.GetUnderlyingAggregates': isObject,
  'OptionsCharting.PostStrategiesChart': isObject,
  'PineFacade.IsAuthToGet': isBoolean,
  'PineFacade.GetScript': isObject,
  'PineFacade.IsAuthToWrite': isBoolean,
  'PineFacade.ListBuiltins': isList,
  'PineFacade.ParseTitle': successFlag,
  'PineFacade.TranslateScript': successFlag,
  'PineFacade.TranslateSource': successFlag,
  'PineFacade.GetVersions': isList,
  'PriceAlerts.IsAlive': anyOf(isBoolean, hasProperty('s', isText), hasProperty('err', isObject), isText),
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
  'pine.translate': successFlag,
  'scanner.metainfo': hasProperty('fields', isList),
  'scanner.scan': scan,
  'scanner.scan.options': scan,
  'scanner.scan.global': scan,
  'scripts.list': publications,
}

export function hasExpectedShape(id: ContractId, json: unknown): boolean {
  return expectedShapes[id](json)
}
