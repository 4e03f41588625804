/** The scripts of the pages. Those for readers are complete without them; the account page and the desk are not. */

import { changeMarks } from '../change-marks.ts'
import { account } from './account.ts'
import { apiSession } from './api-session.ts'
import { barStream } from './bar-stream.ts'
import { elementBuilder } from './browser.ts'
import { chooseSeat } from './choose-seat.ts'
import { copyButtons } from './copy-buttons.ts'
import { copyRequest } from './copy-request.ts'
import { decisionViews } from './desk/decision-views.ts'
import { createDesk } from './desk/desk.ts'
import { discoveryView } from './desk/discovery-view.ts'
import { memberViews } from './desk/member-views.ts'
import { operations } from './desk/operations.ts'
import { overviewViews } from './desk/overview-views.ts'
import { runViews } from './desk/run-views.ts'
import { viewRequest } from './desk/view-request.ts'
import { callText, defineIsland } from './island.ts'
import { nearMe } from './near-me.ts'
import { quoteStream } from './quote-stream.ts'
import { readerLocale, readerTimes } from './reader-locale.ts'
import { rememberPlace } from './remember-place.ts'
import { suggestionBrowser, typeAhead } from './type-ahead.ts'

/** `fetch` must be called as a function of the window. */
const api = callText(apiSession, ['sessionStorage', '(path, options) => fetch(path, options)'])
const locale = callText(readerLocale, ['navigator.language'])
const build = callText(elementBuilder, ['document'])

const browserWindow =
  '{ query: location.search, open: (address) => location.assign(address), after: (ms, call) => setTimeout(call, ms) }'

/** The chart of the same page as the server renders it now. */
const loadChart = `async () => {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout(20000) })
  return new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-bars]')
}`

export const islands = {
  Account: defineIsland('account', account, ['document', api, build, 'navigator.clipboard', locale]),
  BarStream: defineIsland('bar-stream', barStream, [
    'document',
    '(url) => new EventSource(url)',
    loadChart,
    '() => performance.now()',
  ]),
  ChooseSeat: defineIsland('choose-seat', chooseSeat, ['document']),
  CopyButtons: defineIsland('copy-buttons', copyButtons, ['document', 'navigator.clipboard']),
  CopyRequest: defineIsland('copy-request', copyRequest, ['document', 'navigator.clipboard']),
  NearMe: defineIsland('near-me', nearMe, ['document', 'navigator.geolocation', 'isSecureContext']),
  Operations: defineIsland('operations', operations, [
    callText(createDesk, [
      'document',
      api,
      build,
      browserWindow,
      locale,
      String(viewRequest),
      `() => ${callText(copyRequest, ['document', 'navigator.clipboard'])}`,
    ]),
    ...[overviewViews, memberViews, runViews, decisionViews, discoveryView].map(String),
  ]),
  QuoteStream: defineIsland('quote-stream', quoteStream, [
    'document',
    '(url) => new EventSource(url)',
    String(changeMarks),
  ]),
  ReaderTimes: defineIsland('reader-times', readerTimes, ['document', locale]),
  RememberPlace: defineIsland('remember-place', rememberPlace, ['document', 'location', 'localStorage']),
  TypeAhead: defineIsland('type-ahead', typeAhead, [
    'document',
    callText(suggestionBrowser, ['(url, options) => fetch(url, options)', 'location', 'window']),
  ]),
}
