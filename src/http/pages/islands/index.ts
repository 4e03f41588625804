/** The scripts of the pages. Every page is complete without them. */

import { account } from './account.ts'
import { apiSession } from './api-session.ts'
import { elementBuilder } from './browser.ts'
import { copyButtons } from './copy-buttons.ts'
import { callText, defineIsland } from './island.ts'
import { operations } from './operations.ts'
import { quoteStream } from './quote-stream.ts'
import { rememberPlace } from './remember-place.ts'

/** `fetch` must be called as a function of the window. */
const api = callText(apiSession, ['sessionStorage', '(path, options) => fetch(path, options)'])
const build = callText(elementBuilder, ['document'])

export const islands = {
  Account: defineIsland('account', account, ['document', api, build, 'navigator.clipboard']),
  CopyButtons: defineIsland('copy-buttons', copyButtons, ['document', 'navigator.clipboard']),
  Operations: defineIsland('operations', operations, ['document', api, build, 'location.search']),
  QuoteStream: defineIsland('quote-stream', quoteStream, ['document', '(url) => new EventSource(url)']),
  RememberPlace: defineIsland('remember-place', rememberPlace, ['document', 'location', 'localStorage']),
}
