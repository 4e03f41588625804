/** The messages in frames: hello, heartbeats, calls and events. */

import { frame } from './frames.ts'

/** The provider’s calls with their parameters. */
export interface MarketMethods {
  set_auth_token: [token: string]
  set_locale: [language: string, country: string]
  quote_create_session: [session: string]
  quote_delete_session: [session: string]
  quote_set_fields: [session: string, ...fields: string[]]
  quote_add_symbols: [session: string, ...symbols: (string | { readonly flags: readonly string[] })[]]
  quote_fast_symbols: [session: string, ...symbols: string[]]
  quote_remove_symbols: [session: string, ...symbols: string[]]
  chart_create_session: [session: string, flags?: string]
  chart_delete_session: [session: string]
  switch_timezone: [session: string, zone: string]
  resolve_symbol: [session: string, symbolId: string, symbol: string]
  create_series: [
    session: string,
    seriesId: string,
    turnaround: string,
    symbolId: string,
    timeframe: string,
    count: BarCount,
    range?: string,
  ]
  modify_series: [
    session: string,
    seriesId: string,
    turnaround: string,
    symbolId: string,
    timeframe: string,
    range: string,
  ]
  remove_series: [session: string, seriesId: string]
  /** The parent is a series. */
  create_study: [
    session: string,
    studyId: string,
    turnaround: string,
    parentId: string,
    study: string,
    inputs: Readonly<Record<string, unknown>>,
  ]
  modify_study: [
    session: string,
    studyId: string,
    turnaround: string,
    inputs: Readonly<Record<string, unknown>>,
  ]
  remove_study: [session: string, studyId: string]
  request_more_data: [session: string, seriesId: string, count: number]
}

/** The newest n bars, or n bars that end at a time in seconds. */
export type BarCount = number | readonly ['bar_count', moment: number, count: number]

export type MarketMethod = keyof MarketMethods

/** A test compares them with the server’s catalog, which has all but the last two. */
export const marketMethods: readonly MarketMethod[] = [
  'set_auth_token',
  'quote_create_session',
  'quote_delete_session',
  'chart_create_session',
  'chart_delete_session',
  'quote_set_fields',
  'set_locale',
  'switch_timezone',
  'quote_add_symbols',
  'quote_fast_symbols',
  'quote_remove_symbols',
  'resolve_symbol',
  'create_series',
  'modify_series',
  'remove_series',
  'remove_study',
  'request_more_data',
  'create_study',
  'modify_study',
]

/** The provider’s first message. */
export interface Hello {
  readonly session_id: string
  readonly [name: string]: unknown
}

export interface MarketEvent {
  readonly method: string
  /** The first parameter is the session, except for `protocol_error`. */
  readonly params: readonly unknown[]
}

export type Message =
  | { readonly kind: 'hello'; readonly hello: Hello }
  | { readonly kind: 'heartbeat'; readonly payload: string }
  | { readonly kind: 'event'; readonly event: MarketEvent }
  | { readonly kind: 'unknown'; readonly payload: string }

export function parseMessage(payload: string): Message {
  if (/^~h~\d+$/.test(payload)) return { kind: 'heartbeat', payload }
  const value = tryParseJson(payload)
  if (isObject(value)) {
    const { m: method, p: params, session_id } = value
    if (typeof method === 'string' && Array.isArray(params))
      return { kind: 'event', event: { method, params } }
    if (typeof session_id === 'string') return { kind: 'hello', hello: { ...value, session_id } }
  }
  return { kind: 'unknown', payload }
}

export function encodeCall<Method extends MarketMethod>(
  method: Method,
  params: MarketMethods[Method],
): string {
  return frame(JSON.stringify({ m: method, p: params }))
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function tryParseJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
