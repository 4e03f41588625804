import { rememberPlace } from '../remember-place.ts'

rememberPlace(document, location, localStorage)
