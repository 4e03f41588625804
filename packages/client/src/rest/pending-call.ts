/** A pending call. It is sent at once; the caller awaits the body, or the body with status and headers. */

import type { Call } from './operation.ts'
import type { ResponseInfo } from './response-info.ts'

interface BodyWithResponse<Body> {
  readonly body: Body
  readonly response: ResponseInfo
}

export class PendingCall<Body> implements Call<Body> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #result: Promise<BodyWithResponse<Body>>

  constructor(whole: Promise<BodyWithResponse<Body>>) {
    this.#result = whole
  }

  withResponse(): Promise<BodyWithResponse<Body>> {
    return this.#result
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, created on demand so that no rejection is left unhandled
  then<Kept = Body, Failed = never>(
    onKept?: ((body: Body) => Kept | PromiseLike<Kept>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Kept | Failed> {
    return this.#result.then(({ body }) => body).then(onKept, onFailed)
  }

  catch<Failed = never>(
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Body | Failed> {
    return this.then(undefined, onFailed)
  }

  finally(onEnd?: (() => void) | null): Promise<Body> {
    return this.#result.then(({ body }) => body).finally(onEnd)
  }
}
