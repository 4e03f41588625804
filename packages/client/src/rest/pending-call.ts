/** A call under way. It is sent at once; a caller awaits the body, or asks for what came with it. */

import type { Call } from './operation.ts'
import type { AnswerFacts } from './response-info.ts'

interface Whole<Body> {
  readonly body: Body
  readonly response: AnswerFacts
}

export class StartedCall<Body> implements Call<Body> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #whole: Promise<Whole<Body>>

  constructor(whole: Promise<Whole<Body>>) {
    this.#whole = whole
  }

  withResponse(): Promise<Whole<Body>> {
    return this.#whole
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, made on demand so that nothing is left unhandled
  then<Kept = Body, Failed = never>(
    onKept?: ((body: Body) => Kept | PromiseLike<Kept>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Kept | Failed> {
    return this.#whole.then(({ body }) => body).then(onKept, onFailed)
  }

  catch<Failed = never>(
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Body | Failed> {
    return this.then(undefined, onFailed)
  }

  finally(onEnd?: (() => void) | null): Promise<Body> {
    return this.#whole.then(({ body }) => body).finally(onEnd)
  }
}
