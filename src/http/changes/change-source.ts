/** The changes of a service as its readers see them. */

import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { ChangeKeys } from '../../store/changes/change-batch.ts'
import type { LoggedChange } from '../../store/changes/read-log.ts'

/** Whether a reader wants a change of something with these values. */
export type ChangeMatcher = (change: LoggedChange, keys: ChangeKeys) => boolean

export interface ChangeWarning {
  readonly code: string
  readonly message: string
}

export interface ChangeSource<Filters extends TProperties = TProperties> {
  readonly service: string
  /** The path of the routes, such as `/v1/changes`. */
  readonly path: string
  /** `Notice`: part of the operation ids. */
  readonly name: string
  readonly tag: string
  /** `notices`: part of the descriptions. */
  readonly what: string
  /** The path of the list from which a mirror begins. */
  readonly listPath: string
  readonly types: readonly string[]
  /** The schema of a change. */
  readonly row: TSchema
  /** The parameters by which readers filter. */
  readonly filters: Filters
  /** Called once per request or stream; throws for values that cannot be meant. */
  toMatcher(query: Static<TObject<Filters>>): Promise<ChangeMatcher> | ChangeMatcher
  /** Why nothing matches, if a filter has a value that nothing has. */
  explain(query: Static<TObject<Filters>>): Promise<readonly ChangeWarning[]>
  /** To be awaited before matchers that were made earlier are used again: they then know what was published since. */
  refresh?(): Promise<unknown>
  /** JSON texts of the members that a change has beside the common ones, each beginning with a comma; with resources as they are now. */
  render(changes: readonly LoggedChange[], nowMs: number): Promise<readonly string[]>
  /** Rendered changes in a few words each, for people. */
  describe(changes: readonly RenderedChange[]): Promise<readonly ChangeLine[]> | readonly ChangeLine[]
  /** The coming events that match, as a file for calendar programs; undefined if the service has none. */
  calendar?(
    filters: Readonly<Record<string, unknown>>,
    options: { readonly url: string; readonly nowMs: number },
  ): Promise<string>
}

// biome-ignore lint/suspicious/noExplicitAny: what `render` of the same source made
export type RenderedChange = Readonly<Record<string, any>>

export interface ChangeLine {
  readonly text: string
  /** The path of a page about it, from the address of the service on. */
  readonly url?: string | undefined
}

/** `posting closed`. */
export function typeWords(type: string): string {
  return type.replaceAll('_', ' ').replace('.', ' ')
}

export interface DeliveredChange {
  readonly change: LoggedChange
  /** False if it no longer matches the filter: it did before the change. */
  readonly matches: boolean
}

/** Undefined if the reader does not want it. */
export function deliver(change: LoggedChange, matcher: ChangeMatcher): DeliveredChange | undefined {
  const { keys, keysBefore } = change
  if (matcher(change, keys)) return { change, matches: true }
  const didMatch = keysBefore !== undefined && matcher(change, keysBefore)
  return didMatch ? { change, matches: false } : undefined
}

/** Those that the reader wants. */
export function deliverAll(changes: readonly LoggedChange[], matcher: ChangeMatcher): DeliveredChange[] {
  return changes.flatMap((change) => deliver(change, matcher) ?? [])
}

/** A source whose filters are known only when a request names them. */
export function anyChangeSource<Filters extends TProperties>(source: ChangeSource<Filters>): ChangeSource {
  return source as unknown as ChangeSource
}
