/** A stream to one reader: what its producer sees of it, whatever carries it. */

import type { Principal } from '../access-control.ts'
import type { LiveEvent } from './live-event.ts'

export interface LiveConnection {
  /** Who reads; another one after `authenticate`. */
  readonly principal: Principal
  /** Aborted when the stream has ended, for whatever reason. */
  readonly signal: AbortSignal
  /** The reader has not taken what was sent before: keep newer values back until `onReady`. */
  readonly isBehind: boolean
  /**
   * From now on it is read with this API key or management token, because browsers cannot send one with the handshake. Throws what a
   * request with it would get, and `invalid_request` if the stream has a credential.
   */
  authenticate(credential: string): Promise<void>
  /** All in one write. */
  send(events: readonly LiveEvent[]): void
  /** `last` says why; without it the reader is to connect again. */
  end(last?: LiveEvent): void
}

/** What the producer of a stream does when something happens. */
export interface LiveListener {
  /** The reader has caught up. */
  onReady(): void
  /** A message, which has been counted as a request; only WebSockets have them. What it throws is sent as an error. */
  onMessage?(text: string): void | Promise<void>
  /** What the error of a message says beside the error, such as which message it was. */
  errorContext?(text: string): Readonly<Record<string, unknown>>
}

/** Starts a stream. Nothing was sent yet. */
export type StartLive = (connection: LiveConnection) => LiveListener

/** How a stream is carried. */
export interface Carrier {
  readonly unsentBytes: number
  /** Requests for an acknowledgement that were not answered yet. */
  readonly unacknowledged: number
  send(events: readonly LiveEvent[]): void
  /**
   * Asks the reader to acknowledge what was sent, after which `onDrained` is called. Where that is not possible, `onDrained` is
   * called when this process has nothing unsent, but operating systems on the way may hold much.
   */
  requestAcknowledgement(): void
  /** Shows a reader, and proxies in between, that the connection is alive. False if the reader has not responded to the last. */
  beat(): boolean
  close(last: LiveEvent | undefined): void
  /** At once, with everything unsent. */
  destroy(): void
  /** Set once, before anything is sent. */
  listen(listener: CarrierListener): void
}

export interface CarrierListener {
  onDrained(): void
  onClosed(): void
  onMessage(text: string): void
}
