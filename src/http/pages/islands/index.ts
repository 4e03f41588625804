/** The scripts of the pages. Every page is complete without them. */

import { copyButtons } from './copy-buttons.ts'
import { defineIsland } from './island.ts'
import { rememberPlace } from './remember-place.ts'

export const islands = {
  CopyButtons: defineIsland('copy-buttons', copyButtons, ['document', 'navigator.clipboard']),
  RememberPlace: defineIsland('remember-place', rememberPlace, ['document', 'location', 'localStorage']),
}
