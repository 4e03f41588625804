/**
 * Places the areas of an OCAPI layout in the auditorium. Each area is a rectangle, in percent of the auditorium, divided into
 * `rowCount` by `columnCount` cells; the numbers of rows and columns restart in every rectangle. Areas of different prices often
 * share a rectangle and the rows in it. The plan has the screen at its bottom and is drawn as seen from there: seen from the
 * seats, larger row numbers are nearer the screen and columns count from the right.
 */

import { largest, smallest } from '../../../normalise/extent.ts'
import type { AreaRow } from './vista-ocapi-schemas.ts'

export interface PlacedArea {
  readonly area: AreaRow
  /** 0 is the row nearest the screen. */
  y(rowNumber: number): number
  /** Grows to the right, facing the screen. */
  x(columnNumber: number): number
}

/** The areas nearest the screen come first. */
export function placeAreas(areas: readonly AreaRow[]): PlacedArea[] {
  const lastColumn = largest([1, ...areas.flatMap(columnsOf)])
  const boxes = areas.map((area, index) => toBox(area, index, lastColumn))
  boxes.sort((one, other) => other.top - one.top)
  const yOf = toRowPlaces(boxes)
  const columnWidth = smallest(boxes.map(({ left, right, columns }) => (right - left) / columns))
  // Cells are as wide as the narrowest of all areas, around the middle of their area: areas side by side never overlap.
  const firstCells = boxes.map(({ left, right, columns }) =>
    Math.round(-(left + right) / 2 / columnWidth - columns / 2),
  )
  const toX = (index: number, column: number) =>
    (firstCells[index] ?? 0) + (boxes[index]?.columns ?? 0) - column
  const origin = smallest(
    boxes.flatMap(({ area }, index) => columnsOf(area).map((column) => toX(index, column))),
  )
  return boxes.map(({ area, grid }, index) => ({
    area,
    y: (rowNumber) => yOf.get(`${grid} ${rowNumber}`) ?? 0,
    x: (columnNumber) => toX(index, columnNumber) - origin,
  }))
}

function columnsOf({ rows }: AreaRow): number[] {
  return rows.flatMap(({ seats }) => seats.map(({ position }) => position.columnNumber))
}

interface Box {
  readonly area: AreaRow
  /** Areas with the same value share their rows. */
  readonly grid: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly rows: number
  readonly columns: number
}

/** An area without a boundary is placed behind all others. */
function toBox(area: AreaRow, index: number, lastColumn: number): Box {
  const { left, right, top, bottom } = area.boundary ?? {}
  const rows = largest([1, area.rowCount ?? 0, ...area.rows.map(({ number }) => number)])
  const columns = largest([1, area.columnCount ?? lastColumn, ...columnsOf(area)])
  const hasHeight = top !== undefined && bottom !== undefined && bottom > top
  const hasWidth = left !== undefined && right !== undefined && right > left
  const [from, to] = hasHeight ? [top, bottom] : [top ?? -2 * index - 2, (top ?? -2 * index - 2) + 1]
  return {
    area,
    grid: `${from} ${to} ${rows}`,
    left: hasWidth ? left : 0,
    right: hasWidth ? right : 100,
    top: from,
    bottom: to,
    rows,
    columns,
  }
}

/** Rows of different areas are the same row if they are less than half a row apart. Numbers left out are aisles. */
function toRowPlaces(boxes: readonly Box[]): Map<string, number> {
  const rows = boxes.flatMap(({ area, grid, top, bottom, rows: count }) =>
    area.rows.map(({ number }) => {
      const depth = (bottom - top) / count
      return { grid, number, depth, center: top + (number - 0.5) * depth }
    }),
  )
  rows.sort((one, other) => other.center - one.center)
  const places = new Map<string, number>()
  /** The last row number of each grid in the current row of the auditorium and in the one before it. */
  let [current, previous] = [new Map<string, number>(), new Map<string, number>()]
  let [center, depth, y] = [Number.POSITIVE_INFINITY, 0, -1]
  for (const row of rows) {
    const numberHere = current.get(row.grid)
    const isSameRow =
      numberHere === undefined
        ? center - row.center < Math.min(depth, row.depth) / 2
        : numberHere === row.number
    if (!isSameRow) {
      ;[previous, current] = [current, new Map()]
      ;({ center, depth } = row)
      y += Math.max(1, (previous.get(row.grid) ?? row.number + 1) - row.number)
    }
    current.set(row.grid, row.number)
    places.set(`${row.grid} ${row.number}`, y)
  }
  return places
}
