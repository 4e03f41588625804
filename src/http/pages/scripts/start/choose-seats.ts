import { chooseSeats } from '../choose-seats.ts'
import { readerLocale } from '../reader-locale.ts'

chooseSeats(document, readerLocale(navigator.language))
