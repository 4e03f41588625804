/** The seventeen methods of the provider's socket, to which clients connect directly. */

export const socketQualities = [
  'config-method-no-direct-response',
  'config-method-validated-via-follow-up',
  'real-data',
] as const
type SocketQuality = (typeof socketQualities)[number]

const silent = 'config-method-no-direct-response'
const followed = 'config-method-validated-via-follow-up'
const real = 'real-data'

const qualities = {
  set_auth_token: silent,
  quote_create_session: followed,
  quote_delete_session: silent,
  chart_create_session: followed,
  chart_delete_session: silent,
  quote_set_fields: followed,
  set_locale: silent,
  switch_timezone: silent,
  quote_add_symbols: real,
  quote_fast_symbols: silent,
  quote_remove_symbols: silent,
  resolve_symbol: real,
  create_series: real,
  modify_series: real,
  remove_series: real,
  remove_study: real,
  request_more_data: real,
} as const satisfies Readonly<Record<string, SocketQuality>>

export const socketMethods = Object.entries(qualities).map(([method_name, quality]) => ({
  method_name,
  quality,
  mvp_surface: true,
}))
