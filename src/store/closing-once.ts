/** Closes several things together; whoever asks again waits for the first time. */

export function closingOnce(...parts: readonly AsyncDisposable[]): () => Promise<void> {
  let closing: Promise<unknown> | undefined
  return async () => {
    closing ??= Promise.all(parts.map((part) => part[Symbol.asyncDispose]()))
    await closing
  }
}
