/** What every page with the form of a place has: one request instead of two. */

import { nearMe } from '../near-me.ts'
import { rememberPlace } from '../remember-place.ts'

rememberPlace(document, location, localStorage)
nearMe(document, navigator.geolocation, isSecureContext)
