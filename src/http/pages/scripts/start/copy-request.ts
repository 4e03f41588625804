import { copyRequest } from '../copy-request.ts'

copyRequest(document, navigator.clipboard)
