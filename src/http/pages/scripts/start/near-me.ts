import { nearMe } from '../near-me.ts'

nearMe(document, navigator.geolocation, isSecureContext)
