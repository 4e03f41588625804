import { typeAhead } from '../type-ahead.ts'

typeAhead(document)
