import { chooseSeats } from '../choose-seats.ts'

chooseSeats(document)
