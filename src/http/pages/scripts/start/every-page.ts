/** All that pages for readers have: one request instead of one for each. What a page does not have is not started. */

import { chartDeps } from '../chart-deps.ts'
import { chooseSeats } from '../choose-seats.ts'
import { copyButtons } from '../copy-buttons.ts'
import { copyRequest } from '../copy-request.ts'
import { nearMe } from '../near-me.ts'
import { priceChart } from '../price-chart.ts'
import { quoteStream } from '../quote-stream.ts'
import { readerLocale, readerTimes } from '../reader-locale.ts'
import { rememberPlace } from '../remember-place.ts'
import { typeAhead } from '../type-ahead.ts'

for (const start of [
  () => rememberPlace(document, location, localStorage),
  () => nearMe(document, navigator.geolocation, isSecureContext),
  () => readerTimes(document, readerLocale(navigator.language)),
  () => typeAhead(document),
  () => copyRequest(document, navigator.clipboard),
  () => copyButtons(document, navigator.clipboard),
  () => chooseSeats(document),
  () => quoteStream(document, (url) => new EventSource(url), readerLocale(navigator.language)),
  // If that fails, the drawing of the server stays.
  () => void priceChart(document, chartDeps).catch(() => {}),
]) {
  try {
    start()
  } catch (thrown) {
    // A browser without storage, for instance, still has the other parts.
    reportError(thrown)
  }
}
