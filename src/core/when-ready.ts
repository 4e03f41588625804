/**
 * What one engine has at once and the other later. A read of SQLite is a call of a function: with a promise, a request
 * pays for turns of the event loop and a deadline, which together take longer than the statement.
 */

export type ValueOrPromise<Value> = Value | Promise<Value>

/** Goes on at once unless there is something to wait for. */
export function whenReady<Value, Next>(
  value: ValueOrPromise<Value>,
  next: (value: Value) => ValueOrPromise<Next>,
): ValueOrPromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
