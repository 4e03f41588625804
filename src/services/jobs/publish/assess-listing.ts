/** Decides whether a list is accepted, and what the absence of a posting from it means. */

import { toInstant } from '../../../core/clock.ts'
import { doListsAgree, isShortList } from '../../../core/short-list.ts'
import type { MemberOutcome } from '../../../sync/source.ts'
import { toDayNumber } from '../schema/block.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Minimum time between the first and the second absence. */
export const absenceGapMs = 12 * hourMs
const shrinkFloor = 20
const foreignFloor = 3
/** Ids of one board may occur at another, with other titles. */
const foreignShareMax = 0.1
const goneDaysMin = 3

export interface BoardState {
  readonly goodCount: number
  /** Rows of the list that is held for confirmation; negative if it seems to be that of another board. */
  readonly heldCount: number | null
  /** Number of consecutive days with an empty list, and the last of them. */
  readonly zeroDays: number
  readonly zeroDay: string | null
  readonly goneSince: string | null
}

export const newBoard: BoardState = {
  goodCount: 0,
  heldCount: null,
  zeroDays: 0,
  zeroDay: null,
  goneSince: null,
}

export interface Listing {
  readonly verdict: 'complete' | 'incomplete' | 'gone'
  readonly count: number
  /** Number of stored active postings, and how many of them are listed with the same title. */
  readonly known: number
  readonly common: number
  readonly day: string
  /** Number of days on which the list must be empty before that is accepted. */
  readonly zeroDaysMin: number
}

export interface ListingAssessment {
  readonly next: BoardState
  readonly state: 'ok' | 'incomplete' | 'held' | 'gone'
  /**
   * `count`: postings that are not listed count as absent. `hold`: they will if the next list confirms it. `agree`: this
   * list confirms the held one, and both count. `closeAll`: the board is gone.
   */
  readonly absences: 'none' | 'count' | 'hold' | 'agree' | 'closeAll'
  readonly reason?: string
  /** The list has hardly anything in common with the stored postings: it may be that of another board, so none of it is published. */
  readonly isForeign?: true
  /** A second such list confirms it: the postings of the board are others, even where they have the ids of stored ones. */
  readonly isReplaced?: true
}

export function assessListing(board: BoardState, listing: Listing): ListingAssessment {
  const { verdict, count, day } = listing
  if (verdict === 'gone') {
    const goneSince = board.goneSince ?? day
    const isOver = toDayNumber(day) - toDayNumber(goneSince) >= goneDaysMin
    return {
      next: { ...board, goneSince },
      state: 'gone',
      absences: isOver ? 'closeAll' : 'none',
      reason: `the board no longer exists, since ${goneSince}`,
    }
  }
  const present = { ...board, goneSince: null }
  const { known, common } = listing
  const isForeign = known >= foreignFloor && common <= known * foreignShareMax && common < count / 2
  if (isForeign && !agrees(-count, board.heldCount)) {
    return {
      next: { ...present, heldCount: -count, zeroDays: 0, zeroDay: null },
      state: 'held',
      absences: 'hold',
      reason: `hardly any of ${known} postings is listed any more, but ${count} others are`,
      isForeign,
    }
  }
  const replaced = isForeign ? ({ isReplaced: true } as const) : {}
  if (verdict === 'incomplete') {
    const heldCount = isForeignHeld(board) ? null : board.heldCount
    return { next: { ...present, heldCount }, state: 'incomplete', absences: 'none', ...replaced }
  }
  // A board with a row that is never readable has no accepted list: what is stored stands in for it.
  const previousCount = board.goodCount || known
  if (count === 0 && previousCount > 0) return assessEmptyListing(present, listing, previousCount)
  const isShort = isShortList(count, previousCount, shrinkFloor)
  // A list that replaces all others agrees with the one before, also in its length.
  if (isShort && !isForeign && !agrees(count, board.heldCount)) {
    return {
      next: { ...present, heldCount: count, zeroDays: 0, zeroDay: null },
      state: 'held',
      absences: 'hold',
      reason: `the list shrank from ${previousCount} to ${count}`,
    }
  }
  return {
    next: { ...newBoard, goodCount: count },
    state: 'ok',
    absences: isShort || isForeign ? 'agree' : 'count',
    ...replaced,
  }
}

function assessEmptyListing(
  board: BoardState,
  { day, zeroDaysMin }: Listing,
  previousCount: number,
): ListingAssessment {
  const zeroDays = board.zeroDay === day ? board.zeroDays : board.zeroDays + 1
  const isAccepted = board.heldCount === 0 && zeroDays >= zeroDaysMin
  if (isAccepted) return { next: newBoard, state: 'ok', absences: 'agree' }
  return {
    next: { ...board, heldCount: 0, zeroDays, zeroDay: day },
    state: 'held',
    absences: 'hold',
    reason: `the list went from ${previousCount} rows to none`,
  }
}

function agrees(count: number, held: number | null): boolean {
  return held !== null && doListsAgree(count, held)
}

function isForeignHeld({ heldCount }: BoardState): boolean {
  return heldCount !== null && heldCount < 0
}

export interface AbsentPosting {
  readonly absences: number
  readonly absentAt: number | null
  readonly heldAt: number | null
  readonly closesOn: string | null
}

export interface Absence {
  readonly absences: number
  readonly absentAt: number | null
  readonly heldAt: number | null
  readonly closed?: 'unlisted' | 'closing_date'
}

/** For an active posting that is not listed. `closed`: it is due to be closed, unless the platform is in trouble. */
export function nextAbsence(
  posting: AbsentPosting,
  mode: 'count' | 'hold' | 'agree',
  nowMs: number,
  day: string,
): Absence {
  if (mode === 'hold') {
    const { absences, absentAt, heldAt } = posting
    return { absences, absentAt, heldAt: heldAt ?? nowMs }
  }
  const absentAt = posting.absentAt ?? (mode === 'agree' ? posting.heldAt : null) ?? nowMs
  const isSecond = nowMs - absentAt >= absenceGapMs
  const absences = isSecond ? 2 : 1
  const isOver = posting.closesOn !== null && posting.closesOn < day
  if (isOver) return { absences, absentAt, heldAt: null, closed: 'closing_date' }
  return { absences, absentAt, heldAt: null, ...(isSecond ? { closed: 'unlisted' as const } : {}) }
}

export interface PlatformBoard {
  readonly state: ListingAssessment['state']
  readonly attemptedAt: number
  /** Date of its last accepted list. */
  readonly goodDay: string | null
  /** In the run that has just ended; undefined if the board was not part of it. */
  readonly outcome: MemberOutcome | undefined
}

const troubledShareMax = 0.1
const troubledBoardsMin = 2
/** For a board that is synced alone, recent runs of the other boards count. */
const recentRunMs = 6 * hourMs
/** Boards without an accepted list for longer are ignored: their trouble is not the platform's. */
const recentListMs = 14 * dayMs

/** Whether so many boards fail or shrink that the platform or its adapter is the likely cause. */
export function areManyBoardsTroubled(boards: readonly PlatformBoard[], nowMs: number): boolean {
  const since = toInstant(nowMs - recentListMs).slice(0, 10)
  const activeBoards = boards.filter(({ goodDay }) => goodDay !== null && goodDay >= since)
  const troubled = activeBoards.filter((board) => isTroubled(board, nowMs))
  return troubled.length >= troubledBoardsMin && troubled.length > activeBoards.length * troubledShareMax
}

function isTroubled({ state, attemptedAt, outcome }: PlatformBoard, nowMs: number): boolean {
  if (outcome === 'failed' || outcome === 'held') return true
  return state !== 'ok' && (outcome !== undefined || nowMs - attemptedAt <= recentRunMs)
}
