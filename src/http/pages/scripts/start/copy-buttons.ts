import { copyButtons } from '../copy-buttons.ts'

copyButtons(document, navigator.clipboard)
