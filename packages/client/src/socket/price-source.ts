/** Where quotes and bars come from: the provider's socket, or the server. */

import type { BarOptions, BarStream, Timeframe } from './bar-stream.ts'
import type { QuoteOptions, QuoteStream } from './quotes.ts'
import type { ConnectionState, ConnectionStateListener } from './reconnecting-connection.ts'

/** What `MarketSocket` and `MarketStreams` both are. */
export interface PriceSource {
  readonly state: ConnectionState
  onStateChange(listener: ConnectionStateListener): () => void
  quotes(symbols: string | readonly string[], options?: QuoteOptions): QuoteStream
  bars(symbol: string, timeframe: Timeframe, options?: BarOptions): BarStream
  close(): void
}
