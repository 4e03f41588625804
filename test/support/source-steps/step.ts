/** One thing that a source needs besides its own files. */

export interface Step {
  readonly file: string
  /** A folder whose files may have it instead. */
  readonly orIn?: string
  /** Says that it is done. */
  readonly pattern: (id: string, name: string) => RegExp
  readonly toDo: string
  /** Whether the adapter needs it. Default: always. */
  readonly isNeeded?: (adapter: string) => boolean
}

export const word = (id: string) => new RegExp(`\\b${id}\\b`)
