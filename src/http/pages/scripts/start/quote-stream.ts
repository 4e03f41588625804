import { quoteStream } from '../quote-stream.ts'

quoteStream(document, (url) => new EventSource(url))
