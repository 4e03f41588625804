/** Seat layouts, seat availability and ticket prices of a showtime. */

import type { World } from '../../../world.ts'
import type { Chain, Theater } from '../../chains.ts'
import { pricesOf } from '../../prices.ts'
import type { Show } from '../../schedule.ts'
import { freeCount, isSoldOut, seatPlanOf, soldSeats } from '../../seat-plan.ts'
import { texts } from './showtimes.ts'

/**
 * As in Vista, rows are numbered from the back and columns from the right. Areas for special seats share the rectangle, and
 * so the rows, of the others.
 */
export function seatLayout(theater: Theater, number: number) {
  const screen = theater.screens.find((other) => other.number === number)
  if (screen === undefined) return undefined
  const plan = seatPlanOf(theater, screen)
  const areas = [
    {
      number: 1,
      id: '0000000001',
      name: screen.kind === 'recliner' ? 'Recliner' : screen.kind === 'lounge' ? 'Sofa' : 'Standard',
      has: (kind: string) => kind !== 'wheelchair' && kind !== 'companion',
    },
    { number: 2, id: '0000000002', name: 'Wheelchair', has: (kind: string) => kind === 'wheelchair' },
    { number: 3, id: '0000000003', name: 'Companion', has: (kind: string) => kind === 'companion' },
  ]
  return {
    seatLayout: {
      id: `${theater.site}-${number}-11`,
      screenId: `${theater.site}-${number}`,
      areas: areas.map((area) => {
        const seats = plan.seats.filter(({ kind }) => area.has(kind))
        const rows = [...new Set(seats.map(({ row }) => row))]
        return {
          number: area.number,
          areaCategoryId: `${theater.site}-${area.id}`,
          name: texts(area.name),
          columnCount: plan.columns,
          rowCount: plan.rows,
          boundary: { left: 0, top: 8, right: 100, bottom: 92 },
          rows: rows.map((row) => ({
            number: plan.rows - row,
            label: String.fromCharCode(65 + row),
            seats: seats
              .filter((seat) => seat.row === row)
              .map((seat) => ({
                id: seatId(plan.rows, plan.columns, seat, area.number),
                label: String(seat.number),
                rowLabel: seat.rowLabel,
                seatGroupIds: seat.kind === 'sofa' ? [`g${row}-${Math.floor(seat.number / 2)}`] : [],
                areaCategoryId: `${theater.site}-${area.id}`,
                position: {
                  areaNumber: area.number,
                  rowNumber: plan.rows - row,
                  columnNumber: plan.columns - seat.column,
                },
              })),
          })),
        }
      }),
    },
    relatedData: {},
  }
}

function seatId(rows: number, columns: number, seat: { row: number; column: number }, area: number): string {
  return `${area}_${rows - seat.row}_${columns - seat.column}`
}

export function seatAvailability(world: World, theater: Theater, show: Show) {
  const plan = seatPlanOf(theater, show.screen)
  const summary = { totalCount: plan.seats.length, availableCount: freeCount(world, theater, show) }
  if (!show.screen.isReserved)
    return {
      seatAvailabilities: [],
      summary,
      areaCategorySummaries: [],
      isSoldOut: summary.availableCount === 0,
    }
  const sold = soldSeats(world, theater, show)
  return {
    seatAvailabilities: plan.seats.map((seat, index) => ({
      seatId: seatId(
        plan.rows,
        plan.columns,
        seat,
        seat.kind === 'wheelchair' ? 2 : seat.kind === 'companion' ? 3 : 1,
      ),
      status: seat.isBroken ? 'Broken' : sold.has(index) ? 'Sold' : 'Available',
    })),
    summary,
    areaCategorySummaries: [],
    isSoldOut: isSoldOut(world, theater, show),
  }
}

export function ticketPrices(chain: Chain, theater: Theater, show: Show) {
  const prices = pricesOf(chain, show)
  return {
    ticketPrices: prices.map(({ code, amount, fee, membersOnly }, index) => {
      const tax = Math.round((amount - amount / 1.2) * 100) / 100
      return {
        ticketTypeId: `${theater.site}-${code}`,
        price: { valueIncludingTax: amount, valueExcludingTax: Math.round((amount - tax) * 100) / 100, tax },
        bookingFee: fee === 0 ? null : { valueIncludingTax: fee },
        isDefault: index === 0,
        restrictions: membersOnly ? ['Member'] : [],
        discountId: null,
        displayPriority: index + 1,
      }
    }),
    relatedData: {
      ticketTypes: prices.map(({ code, label }) => ({
        id: `${theater.site}-${code}`,
        type: 'Standard',
        name: texts(label),
      })),
    },
  }
}
