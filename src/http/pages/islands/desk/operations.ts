/** The desk of an operator: shows the view that the address names. */

import type { Desk, Views } from './desk.ts'

/** Runs in the browser. */
export function operations(desk: Desk | undefined, ...viewsOf: readonly ((desk: Desk) => Views)[]): void {
  if (desk === undefined) return
  if (!desk.isSignedIn()) {
    desk.askToSignIn()
    return
  }
  const views: Views = Object.assign({}, ...viewsOf.map((createViews) => createViews(desk)))
  void views[desk.view]?.()
}
