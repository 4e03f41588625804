import { chooseSeat } from '../choose-seat.ts'

chooseSeat(document)
