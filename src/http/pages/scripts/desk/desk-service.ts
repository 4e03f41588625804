/** How a service appears on the desk of operators, as it declares it. */
export interface DeskService {
  readonly id: string
  /** Why its lists are never held back for a decision; absent if they are. */
  readonly neverHeld?: string
  /** Whether a name is all that a member needs besides what discovery finds. */
  readonly addsByName?: boolean
}
