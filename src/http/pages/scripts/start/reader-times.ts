import { readerLocale, readerTimes } from '../reader-locale.ts'

readerTimes(document, readerLocale(navigator.language))
