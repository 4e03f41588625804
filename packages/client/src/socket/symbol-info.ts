/** Information about a symbol, requested alone or along with bars. */

import { randomId } from '../random-id.ts'
import { MarketConnectionError, MarketSymbolError } from './errors.ts'
import { isObject, type MarketEvent } from './messages.ts'
import { toCallError, toReason } from './reason.ts'
import type { ReconnectingConnection, SendCall, SessionHandler } from './reconnecting-connection.ts'

export interface SymbolInfo {
  readonly name?: string
  readonly full_name?: string
  readonly pro_name?: string
  readonly description?: string
  readonly exchange?: string
  readonly type?: string
  readonly currency_code?: string
  readonly timezone?: string
  readonly session?: string
  readonly pricescale?: number
  readonly minmov?: number
  readonly [field: string]: unknown
}

export function toSymbolInfo(value: unknown): SymbolInfo {
  return isObject(value) ? value : {}
}

/** Requests it and closes; retries on a lost connection. */
export function resolveSymbol(
  line: ReconnectingConnection,
  symbol: string,
  signal: AbortSignal,
): Promise<SymbolInfo> {
  return new Promise((resolve, reject) => {
    const question = new SymbolRequest(symbol, (answer) => {
      signal.removeEventListener('abort', stop)
      line.call?.('chart_delete_session', question.session)
      line.leave(question)
      if (answer instanceof Error) reject(answer)
      else resolve(answer)
    })
    const stop = () => question.end(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    line.join(question)
  })
}

const symbolId = 'sds_sym_1'

class SymbolRequest implements SessionHandler {
  readonly session = `cs_${randomId(12)}`
  readonly #symbol: string
  readonly #settle: (answer: SymbolInfo | Error) => void

  constructor(symbol: string, answer: (answer: SymbolInfo | Error) => void) {
    this.#symbol = symbol
    this.#settle = answer
  }

  onConnected(call: SendCall): void {
    call('chart_create_session', this.session, '')
    call('resolve_symbol', this.session, symbolId, this.#symbol)
  }

  onEvent({ method, params }: MarketEvent): void {
    if (method === 'critical_error') {
      this.#settle(toCallError(params))
      return
    }
    if (params[1] !== symbolId) return
    if (method === 'symbol_resolved') this.#settle(toSymbolInfo(params[2]))
    if (method === 'symbol_error') this.#settle(new MarketSymbolError(this.#symbol, toReason(params[2])))
  }

  onDisconnected(): void {}

  end(error: unknown): void {
    this.#settle(error instanceof Error ? error : new MarketConnectionError('closed', { cause: error }))
  }
}
