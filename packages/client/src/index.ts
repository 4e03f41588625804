/** The public interface of the package. */

export type { Backoff } from './backoff.ts'
export { Broadsheet, type BroadsheetOptions, type ServiceName } from './client.ts'
export type { Clock, RandomSource } from './clock.ts'
export {
  ApiError,
  BroadsheetError,
  ConnectionError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts'
export type * as cinema from './generated/cinema.ts'
export type * as data from './generated/data.ts'
export * from './generated/errors.ts'
export type * as market from './generated/market.ts'
export type * as notices from './generated/notices.ts'
export type { Credentials } from './rest/build-request.ts'
export type { ChangeStream } from './rest/changes.ts'
export type { Call, CallOptions, ListOperation, Operation } from './rest/operation.ts'
export type { RateLimitWindow } from './rest/rate-limit.ts'
export type { ResponseInfo } from './rest/response-info.ts'
export type { Bar } from './socket/bar.ts'
export type { BarOptions, BarStream, HistoryEnd, Timeframe } from './socket/bar-stream.ts'
export {
  MarketCallError,
  MarketConnectionError,
  MarketOverflowError,
  MarketProtocolError,
  MarketSeriesError,
  MarketStudyError,
  MarketSymbolError,
  MarketTimeoutError,
} from './socket/errors.ts'
export {
  type MarketConnection,
  type MarketConnectionOptions,
  openMarketConnection,
} from './socket/market-connection.ts'
export { MarketSocket, type MarketSocketOptions } from './socket/market-socket.ts'
export {
  type BarCount,
  type Hello,
  type MarketEvent,
  type MarketMethod,
  type MarketMethods,
  marketMethods,
} from './socket/messages.ts'
export type { OpenSocket, SocketLike } from './socket/open-socket.ts'
export type {
  Quote,
  QuoteFailure,
  QuoteOptions,
  QuoteStream,
  QuoteUpdate,
  QuoteValues,
} from './socket/quotes.ts'
export type {
  ConnectionChange,
  ConnectionState,
  ConnectionStateListener,
} from './socket/reconnecting-connection.ts'
export {
  type Study,
  type StudyInput,
  type StudyPoint,
  type StudySource,
  studies,
} from './socket/study.ts'
export type { StudyOptions, StudyStream } from './socket/study-stream.ts'
export type { SymbolInfo } from './socket/symbol-info.ts'
export { MarketStreams } from './streams/market-streams.ts'
export type { Resolution, ServerBarOptions, ServerBarStream } from './streams/server-bars.ts'
export type {
  ServerQuote,
  ServerQuoteFailure,
  ServerQuoteOptions,
  ServerQuoteStream,
  ServerQuoteUpdate,
} from './streams/server-quotes.ts'
export {
  verifyWebhook,
  type WebhookMessage,
  type WebhookRequest,
  WebhookVerificationError,
} from './verify-webhook.ts'
