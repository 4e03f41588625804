/** What every page has: one request instead of three. */

import { copyRequest } from '../copy-request.ts'
import { readerLocale, readerTimes } from '../reader-locale.ts'
import { typeAhead } from '../type-ahead.ts'

readerTimes(document, readerLocale(navigator.language))
typeAhead(document)
copyRequest(document, navigator.clipboard)
